/** Whether it is open. @param {string} place @retrun {boolean} */
export function isOpen(place) {
  console.log(fetch(place));
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
