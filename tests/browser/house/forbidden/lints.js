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
