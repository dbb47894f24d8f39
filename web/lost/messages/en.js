/** English messages of the offer to send lost changes, by key. `{name}` is filled in; an object holds plural forms. */
export default {
  "lost.pegs": { one: "The service lost {n} peg of this game.", other: "The service lost {n} pegs of this game." },
  "lost.changes": {
    one: "The service lost {n} change of this game.",
    other: "The service lost {n} changes of this game.",
  },
  "lost.here": { one: "This phone has it.", other: "This phone has them." },
  "lost.clash": {
    one: "The table has gone on since, so it is not sent.",
    other: "The table has gone on since, so they are not sent.",
  },
  "lost.send.pegs": { one: "Send the {n} peg", other: "Send the {n} pegs" },
  "lost.send.changes": { one: "Send the {n} change", other: "Send the {n} changes" },
  "lost.see": { one: "See it", other: "See them" },
  "lost.leave": { one: "Leave it", other: "Leave them" },
  "lost.title": "What the service lost",
  "lost.why": "Another phone may have pegged these points again. Compare the scores, and peg the missing points.",
  "lost.sum": "In all: {sums}",
  "lost.amended": "Changed to {peg}",
  "lost.back": "Taken back: {peg}",
};
