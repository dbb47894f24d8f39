/** Returns true if the person asked for less motion. @returns {boolean} */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Draws a change step by step; at once, where less motion is asked for.
 * @param {Element} node the element that changes
 * @param {KeyframeEffectOptions} timing duration and easing
 * @param {(part: number) => void} draw draws the part of the way, from 0 to 1; the last call is with 1
 * @param {() => void} [then] called at the end
 */
export function glide(node, timing, draw, then = () => {}) {
  const finish = () => {
    draw(1);
    then();
  };
  if (isStill()) return finish();
  // The browser's own clock and easing; an animation that has ended or was cancelled has no progress.
  const { effect } = node.animate(null, timing);
  const step = () => {
    const { progress } = effect?.getComputedTiming() ?? {};
    if (typeof progress !== "number") return finish();
    draw(progress);
    requestAnimationFrame(step);
  };
  step();
}
