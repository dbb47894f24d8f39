/** What everybody's views of a league night say in French, and what the coordinator's share with them. */
export default {
  "sign_in.why": "Ces pages sont pour qui mène la soirée.",
  "sign_in.password": "Mot de passe",
  "sign_in.representative": "Je suis responsable adjoint",
  "sign_in.name": "Nom",
  "sign_in.key": "Entrer",
  "sign_in.wrong": "Ce n’est pas le mot de passe.",
};
