/** The scenes of the board in the hall. @param {object} notes @returns {import("./scenes.js").Scene[]} */
export function boardScenes({ nights: { finished, open, playing } }) {
  const board = (name, night, turns) => ({ name, at: `/tv?night=${night.id}`, board: true, turns });
  return [
    board("tv-before", open, 1),
    { name: "tv", at: "/tv", board: true, turns: 1 },
    board("tv-during", playing, 1),
    board("tv-after", finished, 3),
  ];
}
