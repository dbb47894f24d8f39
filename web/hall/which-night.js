const NOT_ON = ["cancelled"];

/** The day before. @param {string} date as `2026-01-28` @returns {string} */
function dayBefore(date) {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

/**
 * The night that the hall is interested in: one that is played, past midnight too; else one of today that players come
 * to; else one that was finished today, or yesterday unless today has one; else the next.
 * @param {{id: string, date: string, starts_at: string, status: string}[]} nights as the service lists them
 * @param {string} date today, as `2026-01-28`
 * @returns {object|null} null when there is none to come
 */
export function whichNight(nights, date) {
  const yesterday = dayBefore(date);
  const at = (night) => `${night.date} ${night.starts_at}`;
  const held = nights
    .filter(({ status }) => !NOT_ON.includes(status))
    .sort((one, other) => at(one).localeCompare(at(other)));
  const last = (is) => held.findLast(is);
  const isToday = (night) => night.date === date;
  return (
    last(({ status, date: day }) => status === "playing" && [date, yesterday].includes(day)) ??
    last((night) => night.status === "open" && isToday(night)) ??
    last((night) => night.status === "finished" && isToday(night)) ??
    (held.some(isToday) ? null : last(({ status, date: day }) => status === "finished" && day === yesterday)) ??
    held.find(({ status, date: day }) => ["scheduled", "open"].includes(status) && day >= date) ??
    null
  );
}
