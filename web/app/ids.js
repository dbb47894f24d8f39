// crypto.randomUUID is missing where the page came over plain http.
function bytes(count) {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** A new id: a random UUID, version 4. @returns {string} */
export function newId() {
  const raw = bytes(16);
  raw[6] = (raw[6] & 0x0f) | 0x40;
  raw[8] = (raw[8] & 0x3f) | 0x80;
  const hex = Array.from(raw, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Whether this is written like an id. @param {string|null} text @returns {boolean} */
export function isId(text) {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? "");
}

/** A new secret: 32 random bytes in base64url. @returns {string} */
export function newSecret() {
  return btoa(String.fromCharCode(...bytes(32)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** Whether this is written like a secret. @param {string|null} text @returns {boolean} */
export function isSecret(text) {
  return /^[\w-]{43}$/.test(text ?? "");
}
