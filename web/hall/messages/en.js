/** What everybody's views of a league night say in English, and what the coordinator's share with them. */
export default {
  "sign_in.why": "These pages are for whoever runs the night.",
  "sign_in.expired":
    "Your sign-in has ended, as it does after twelve idle hours. Sign in again to go on where you were.",
  "sign_in.name": "Name",
  "sign_in.representative": "Representatives write the name they were given. The coordinator may leave it empty.",
  "sign_in.password": "Password",
  "sign_in.found":
    "The coordinator’s was printed when Pegout started for the first time, or was set with PEGOUT_PASSWORD.",
  "sign_in.key": "Sign in",
  "sign_in.sending": "One moment…",
  "sign_in.wrong": "That is not the coordinator’s password. A representative writes their name too.",
  "sign_in.wrong.named": "That is not the password of {name}, and not the coordinator’s.",
  "sign_in.later":
    "Pegout takes no passwords for the moment, as it does after several wrong ones. Try again at {time}.",
  "sign_in.away": "No answer. Try again when there is a connection.",
};
