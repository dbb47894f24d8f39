/** French messages of the offer to send lost changes, by key. `{name}` is filled in; an object holds plural forms. */
export default {
  "lost.pegs": {
    one: "Le service a perdu {n} marque de cette partie.",
    other: "Le service a perdu {n} marques de cette partie.",
  },
  "lost.changes": {
    one: "Le service a perdu {n} changement de cette partie.",
    other: "Le service a perdu {n} changements de cette partie.",
  },
  "lost.here": { one: "Ce téléphone l’a encore.", other: "Ce téléphone les a encore." },
  "lost.clash": {
    one: "La table a continué depuis\u00a0: rien n’est envoyé.",
    other: "La table a continué depuis\u00a0: rien n’est envoyé.",
  },
  "lost.send.pegs": { one: "Envoyer {n} marque", other: "Envoyer les {n} marques" },
  "lost.send.changes": { one: "Envoyer {n} changement", other: "Envoyer les {n} changements" },
  "lost.see": { one: "Voir", other: "Voir" },
  "lost.leave": { one: "Laisser", other: "Laisser" },
  "lost.title": "Ce que le service a perdu",
  "lost.why":
    "Un autre téléphone a peut-être déjà marqué ces points. Comparez les marques, et marquez les points qui manquent.",
  "lost.sum": "En tout\u00a0: {sums}",
  "lost.amended": "Changé en {peg}",
  "lost.back": "Repris\u00a0: {peg}",
};
