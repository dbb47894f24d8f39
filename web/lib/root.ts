// A proxy may serve Pegout below a path of a host, such as /crib/, and cut the path off. The service does not know it
// then. So every address and every name on the phone's disk is made of the address of this script.

/** The address of the service, with a slash at the end. */
export const ROOT = new URL("../", import.meta.url);

/** Returns the whole address of a path of the service. @param path as the document has it, such as `/api/v1/play` */
export function addressOf(path: string): string {
  return new URL(`.${path}`, ROOT).href;
}

/**
 * Returns an address as people read and type it.
 * @param address a whole one, or one below the service's @returns such as `club.example/crib/tv`
 */
export function readable(address: string): string {
  const { host, pathname } = new URL(address, ROOT);
  return host + pathname.replace(/\/$/, "");
}

/**
 * Returns the name under which a browser keeps something for this service. Services below paths of one host have one
 * disk in common: without different names the taps of one club would go to another.
 * @param name its name if the service has the whole host
 */
export function ownName(name: string): string {
  return ROOT.pathname === "/" ? name : `${name} ${ROOT.pathname}`;
}
