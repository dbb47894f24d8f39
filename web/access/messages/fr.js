/** French messages of sign-in, roles and privacy. */
export default {
  "sign_in.why": "Ces pages sont pour qui mène la soirée.",
  "sign_in.expired":
    "Votre accès a pris fin. C’est le cas après douze heures sans usage, et aussitôt pour un responsable adjoint retiré de la liste. Entrez de nouveau pour continuer où vous étiez.",
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
  "sign_in.short":
    "Votre mot de passe a moins de huit lettres : il est facile à deviner. Choisissez-en bientôt un plus long.",
  "role.door": "Aide à la porte",
  "role.results": "Aide aux résultats",
  "role.representative": "Responsable adjoint",
  "role.coordinator": "Responsable",
  "role.does.door":
    "Inscrit les gens à leur arrivée, note leurs mises et montre le code. Ajoute une personne invitée par son nom.",
  "role.does.results": "Entre les résultats de toutes les tables, et les corrige jusqu’à la fin de la soirée.",
  "role.does.representative":
    "Toute la soirée, les membres, les saisons et l’argent. Ni les réglages de la ligue, ni ces noms-ci.",
  "role.may.door": "Vous inscrivez les gens à leur arrivée, notez leurs mises et montrez le code.",
  "role.may.results": "Vous entrez et corrigez les résultats de toutes les tables.",
  "role.not_this": "Cette page n’est pas pour votre tâche ({role}). La coordination peut vous en donner une autre.",
  "devices.title": "Vos appareils",
  "devices.why": "Un téléphone perdu, ou dont personne ne se sert plus? Fermez sa session ici.",
  "devices.who": "{name} ({role})",
  "devices.here": "Cet appareil",
  "devices.today": "Depuis {time} aujourd’hui",
  "devices.since": "Depuis {day}",
  "devices.since_long": "Depuis un moment",
  "devices.end": "Fermer la session",
  "devices.end.of": "Fermer la session de {who}, {when}",
  "backups.title": "Sauvegardes",
  "backups.none_by_itself": "Ici, Pegout n’en fait pas de lui-même. Emportez-en une de temps en temps.",
  "backups.none_yet": "Aucune n’a encore été faite.",
  "backups.failed": "Aucune n’a encore pu être faite : le dernier essai a échoué.",
  "backups.age": "La dernière a été faite {ago}.",
  "backups.age.failed": "La dernière a été faite {ago}. Le dernier essai a échoué.",
  "backups.take": "En emporter une dans un fichier",
  "backups.why":
    "Le fichier contient tout le club, avec les numéros de téléphone et l’argent. Gardez-le à l’abri des regards.",
  "backups.password": "Votre mot de passe, encore une fois",
  "backups.key": "Enregistrer le fichier",
  "backups.taken": "Le fichier est enregistré.",
  "backups.later":
    "Pas maintenant : plusieurs mots de passe étaient faux, ou le disque de l’ordinateur de Pegout est plein. Réessayez dans une minute.",
  "problem.wrong-password": "Ce n’est pas le mot de passe de la coordination.",
  "problem.backup-under-way": "Une autre sauvegarde est emportée en ce moment. Réessayez quand elle sera enregistrée.",
  "problem.no-room":
    "Le disque de l’ordinateur de Pegout n’a pas la place pour une sauvegarde : il en faut autant que pour tout ce qui est gardé. Demandez à la personne qui s’occupe de Pegout d’y faire de la place.",
  "privacy.title": "Qui peut voir la ligue?",
  "privacy.words":
    "Pour l’instant, toute personne qui a cette adresse voit les soirées, les saisons et les prix. Vous pouvez les montrer seulement aux gens qui sont là : les autres ne trouvent alors ni liste ni prix. Les mises et les numéros de téléphone restent à vous dans les deux cas.",
  "privacy.close": "Seulement les gens qui sont là",
  "privacy.keep": "Tout le monde, comme avant",
  "privacy.closed": "Les autres ne voient plus ni listes ni prix. Vous pouvez changer cela sous La ligue.",
  "privacy.kept": "Cela reste ainsi. Vous pouvez le changer sous La ligue.",

  "league.privacy": "Qui la voit",
  "league.public": "Tout le monde peut voir les listes et les prix",
  "league.public.off":
    "Sans cette coche, les gens qui sont là ce soir voient les places, les points et le classement, sur un téléphone joint à la soirée ou par son lien. Les autres ne trouvent ni liste ni prix.",
  "league.public.on":
    "Avec elle, toute personne qui a cette adresse voit les soirées, les saisons et qui a gagné combien. Les mises, les numéros de téléphone et l’argent de la soirée restent à vous dans les deux cas.",
};
