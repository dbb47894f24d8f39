/** What everybody's views of a league night say in French, and what the coordinator's share with them. */
export default {
  "sign_in.why": "Ces pages sont pour qui mène la soirée.",
  "sign_in.expired":
    "Votre accès a pris fin, comme après douze heures sans usage. Entrez de nouveau pour continuer où vous étiez.",
  "sign_in.name": "Nom",
  "sign_in.representative":
    "Les responsables adjoints écrivent le nom qu’ils ont reçu. La coordination peut laisser vide.",
  "sign_in.password": "Mot de passe",
  "sign_in.found":
    "Celui de la coordination a été affiché au premier démarrage de Pegout, ou fixé par PEGOUT_PASSWORD.",
  "sign_in.key": "Entrer",
  "sign_in.sending": "Un instant…",
  "sign_in.wrong": "Ce n’est pas le mot de passe de la coordination. Un responsable adjoint écrit aussi son nom.",
  "sign_in.wrong.named": "Ce n’est ni le mot de passe de {name}, ni celui de la coordination.",
  "sign_in.later":
    "Pegout ne prend pas de mot de passe pour le moment, comme après plusieurs erreurs. Réessayez à {time}.",
  "sign_in.away": "Pas de réponse. Réessayez au retour de la connexion.",
};
