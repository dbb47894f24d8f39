import { language } from "../app/i18n.js";

/** Cents as money is written: `$38`, and `$2.50` where there are cents. @param {number} cents @returns {string} */
export function amount(cents) {
  const minimumFractionDigits = cents % 100 === 0 ? 0 : 2;
  const format = { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol", minimumFractionDigits };
  return new Intl.NumberFormat(`${language()}-CA`, format).format(cents / 100);
}
