/** Whether it is open. @retrun {boolean} */
export function isOpen() {
  console.log(fetch("/"));
}

export class Undocumented {}

/**
 * The connection.
 * @retrun {void}
 */
export function watch() {
  addEventListener("online", isOpen);
}

/** A class of syntax that is too young. */
export class Young {
  static words = [/(?<=a)b/, /[a--b]/v];
  static {
    watch();
  }
}
