/** The scenes of the board in the hall. @param {object} notes @returns {import("./scenes.js").Scene[]} */
export function boardScenes({ nights: { finished, open, playing } }) {
  const board = (name, query, turns) => ({ name, at: `/tv${query}`, board: true, turns });
  return ["dark", "light"].flatMap((theme) => [
    board(`tv-before-${theme}`, `?night=${open.id}&theme=${theme}`, 1),
    board(`tv-${theme}`, `?theme=${theme}`, 1),
    board(`tv-during-${theme}`, `?night=${playing.id}&theme=${theme}`, 2),
    board(`tv-after-${theme}`, `?night=${finished.id}&theme=${theme}`, 3),
  ]);
}
