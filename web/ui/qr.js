/**
 * Reads a QR code as the service draws it.
 * @param {string} svg @param {string} name the picture's, for those who do not see it
 * @returns {{picture: Node, link: string}} the picture, and the text that it holds
 */
export function qrPicture(svg, name) {
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const link = drawn.querySelector("title")?.textContent ?? "";
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", name);
  return { picture: document.importNode(drawn, true), link };
}
