const CHANNELS = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

function luminance(colour) {
  const long = colour.length === 4 ? colour.replace(/[0-9a-f]/gi, "$&$&") : colour;
  const match = CHANNELS.exec(long);
  if (!match) throw new Error(`${colour} is no colour of the form #rrggbb.`);
  const [red, green, blue] = match.slice(1).map((channel) => {
    const share = Number.parseInt(channel, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The contrast ratio of two colours, by WCAG 2.2.
 * @param {string} one as #rgb or #rrggbb @param {string} other as #rgb or #rrggbb @returns {number} from 1 to 21
 */
export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
