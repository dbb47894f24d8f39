/** What everybody's views of a league night say in English, and what the coordinator's share with them. */
export default {
  "sign_in.why": "These pages are for whoever runs the night.",
  "sign_in.password": "Password",
  "sign_in.representative": "I am a representative",
  "sign_in.name": "Name",
  "sign_in.key": "Sign in",
  "sign_in.wrong": "That is not the password.",
};
