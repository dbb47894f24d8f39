/** French messages of the rules of cribbage, by key. `{name}` is filled in. */
export default {
  "book.contents": "Dans cette page",
  "book.part.force": "En vigueur ici",
  "book.part.game": "Le jeu",
  "book.part.aid": "Ce qui compte",
  "book.part.fifteens": "Les quinze",
  "book.part.variants": "Variantes",

  "book.force.club": "{name} joue selon ces règles.",
  "book.force.nobody": "À cette adresse, on joue selon ces règles.",
  "book.force.table": "Votre table joue selon ces règles.",
  "book.force.day": "Telles qu’elles sont le {day}.",
  "book.force.away": "Les règles du club viennent avec la connexion. Tout ce qui suit est déjà ici.",

  "book.aim": "Le but",
  "book.aim.1":
    "Le cribbage est une course autour d’une planche. On y joue à deux, à trois, ou à quatre en deux équipes; à cinq et à six aussi. Le premier au dernier trou gagne, à l’instant même.",
  "book.aim.2":
    "On gagne des points de trois façons\u00a0: avec les cartes pendant le jeu, avec les mains quand on les étale, et avec le crib, une main de plus qui est au donneur.",
  "book.cards": "Les cartes",
  "book.cards.1":
    "Un paquet de 52. Dans un compte, l’as vaut 1, le valet, la dame et le roi 10, les autres leur nombre. L’as est la plus petite carte\u00a0: dame, roi, as n’est pas une suite.",
  "book.deal": "La donne et le crib",
  "book.deal.1":
    "Chaque camp coupe une carte; la plus petite donne en premier. Après chaque donne, le paquet passe au joueur de gauche.",
  "book.deal.2":
    "À deux, on reçoit six cartes et on en écarte deux. À trois, on en reçoit cinq et on en écarte une, et le paquet en ajoute une. À quatre, on en reçoit cinq et on en écarte une. Ces quatre cartes sont le crib. Il reste caché jusqu’à ce qu’on étale.",
  "book.deal.3": "À cinq ou à six, chacun écarte une carte sur cinq\u00a0: le crib a alors cinq ou six cartes.",
  "book.deal.4":
    "Voyez d’abord à qui est le crib\u00a0: dans le vôtre, des cartes qui vont bien ensemble; dans le crib adverse, des cartes qui ne vont pas ensemble.",
  "book.starter": "La carte de coupe",
  "book.starter.1":
    "Le joueur à gauche du donneur coupe le paquet, et le donneur retourne la carte du dessus\u00a0: la carte de coupe. On ne la joue jamais, mais elle compte avec chaque main et avec le crib.",
  "book.starter.2": "Si c’est un valet, le donneur marque 2 tout de suite.",
  "book.play": "Le jeu",
  "book.play.1":
    "Le joueur à gauche du donneur pose la première carte et dit sa valeur. À tour de rôle, chacun ajoute une carte et dit la somme. Elle ne dépasse jamais 31.",
  "book.play.2":
    "Marquez aussitôt ce que fait votre carte. Compte de 15 ou de 31\u00a0: 2. Deuxième carte consécutive du même rang\u00a0: 2; troisième\u00a0: 6; quatrième\u00a0: 12. Suite des trois dernières cartes ou plus, dans n’importe quel ordre\u00a0: un point la carte.",
  "book.play.3":
    "Si aucune de vos cartes ne peut être jouée sans dépasser 31, dites go. Une carte jouable doit être jouée. Les autres continuent tant qu’ils peuvent; qui pose la dernière carte du compte marque 1, ou les 2 du 31. Le joueur suivant qui a encore une carte commence un nouveau compte.",
  "book.play.4":
    "Quatre cartes chacun, et le jeu est fini. La toute dernière carte marque 1 elle aussi, sauf si elle fait 31.",
  "book.show": "Étaler",
  "book.show.1":
    "Chacun compte maintenant ses quatre cartes avec la carte de coupe. Le joueur à gauche du donneur est le premier, le donneur le dernier, et après sa main vient le crib. Près de la fin, cet ordre décide.",
  "book.show.2":
    "Une carte compte autant de fois qu’elle peut\u00a0: dans plusieurs quinze, dans une paire et dans une suite. La liste plus bas donne tout ce qui compte, chaque fois avec une main comptée.",
  "book.show.3":
    "Dans la main, quatre cartes de la même couleur suffisent, et la carte de coupe peut être la cinquième. Dans le crib, il faut que les cinq soient de cette couleur.",
  "book.show.4":
    "Aucune main ne vaut 19, 25, 26 ou 27, ni plus de 29. C’est pourquoi un joueur qui n’a rien annonce «\u00a0dix-neuf\u00a0».",
  "book.board": "La planche",
  "book.board.1":
    "Chaque camp a sa piste et deux chevilles. Celle de derrière saute par-dessus celle de devant du nombre de points gagnés\u00a0: la planche montre ainsi le dernier coup, et un doute se règle.",
  "book.board.2":
    "Le dernier trou est la fin. Ce qui dépasse est perdu, et on ne compte plus rien après\u00a0: à 118, une main de 8 s’arrête à 121.",
  "book.skunk": "Mouffettes et matchs",
  "book.skunk.1":
    "Qui perd avant la ligne de la mouffette est mouffette (skunk), et avant la ligne précédente, deux fois. Dans un match, une telle victoire vaut plus d’une partie.",
  "book.skunk.2":
    "Les règles en vigueur disent où sont les lignes, ce que vaut une mouffette et qui donne à la partie suivante.",
  "book.manners": "Les fautes",
  "book.manners.1":
    "Dire go avec une carte jouable est un faux go, et un donneur peut oublier d’offrir la coupe\u00a0: les points de la faute vont à l’autre camp. Si une carte se retourne pendant la donne, le même donneur recommence.",
  "book.manners.2":
    "Les points que personne n’a comptés sont perdus. Avec muggins, un adversaire peut alors les prendre.",

  "book.words": "Les mots",
  "book.word.pone": "Pone",
  "book.word.pone.is": "le joueur à gauche du donneur",
  "book.word.starter": "Carte de coupe",
  "book.word.starter.is": "la carte retournée après la donne",
  "book.word.crib": "Crib",
  "book.word.crib.is": "la main de plus; le donneur la compte",
  "book.word.go": "Go",
  "book.word.go.is": "«\u00a0je ne peux pas jouer sans dépasser 31\u00a0»",
  "book.word.heels": "Valet retourné",
  "book.word.heels.is": "2 au donneur quand la carte de coupe est un valet",
  "book.word.nobs": "Valet de la couleur",
  "book.word.nobs.is": "1 pour un valet dans la main ou dans le crib, de la couleur de la carte de coupe",
  "book.word.muggins": "Muggins",
  "book.word.muggins.is": "prendre les points qu’un autre a oubliés",
  "book.word.renege": "Faux go",
  "book.word.renege.is": "un go avec une carte jouable",
  "book.word.skunk": "Mouffette",
  "book.word.skunk.is": "gagner quand l’autre n’a pas passé la ligne",
  "book.word.stink_hole": "Trou puant",
  "book.word.stink_hole.is": "l’avant-dernier trou, un triste endroit pour perdre",

  "book.aid.how": "Pegout compte chaque exemple ci-dessous. La carte après le + est la carte de coupe.",
  "book.aid.away": "Les exemples viennent avec la connexion.",
  "book.aid.print": "Imprimer en carte à plier",
  "book.aid.show": "Quand on étale",
  "book.aid.play": "Pendant le jeu",
  "book.aid.count": "Compte {n}\u00a0:",
  "book.aid.fifteen": "Quinze",
  "book.aid.pair": "Paire",
  "book.aid.pair_royal": "Paire royale, trois pareilles",
  "book.aid.double_pair_royal": "Double paire royale, les quatre",
  "book.aid.run_of_three": "Suite de trois",
  "book.aid.run_of_four": "Suite de quatre",
  "book.aid.run_of_five": "Suite de cinq",
  "book.aid.double_run_of_three": "Double suite de trois",
  "book.aid.double_run_of_four": "Double suite de quatre",
  "book.aid.triple_run": "Triple suite",
  "book.aid.double_double_run": "Double double suite",
  "book.aid.flush": "Couleur dans la main",
  "book.aid.flush_of_five": "Couleur avec la coupe",
  "book.aid.nobs": "Valet de la couleur",
  "book.aid.twenty_nine": "La meilleure main",
  "book.aid.nothing": "Rien, «\u00a0dix-neuf\u00a0»",
  "book.aid.crib_flush": "Couleur dans le crib",
  "book.aid.crib_no_flush": "Pas de couleur dans le crib",
  "book.aid.heels": "Valet retourné",
  "book.aid.heels.how": "La carte de coupe est un valet\u00a0: au donneur.",
  "book.aid.play.fifteen": "Quinze",
  "book.aid.play.thirty_one": "Trente et un",
  "book.aid.play.pair": "Paire",
  "book.aid.play.pair_royal": "Paire royale",
  "book.aid.play.double_pair_royal": "Double paire royale",
  "book.aid.play.run": "Suite, un point la carte",
  "book.aid.play.go": "Go\u00a0: la dernière carte d’un compte",
  "book.aid.play.last": "La dernière carte de la donne",

  "book.fifteens.how": "Il y a {n} façons de faire quinze. 10 veut dire dix, valet, dame et roi; A est l’as, 1.",
  "book.fifteens.cards": "{n} cartes",

  "book.variants":
    "Choisissez-en une au début d’une partie, ou composez la vôtre. On y joue selon les règles habituelles de la première, sauf ce qui est dit ici.",
  "book.variants.away": "La liste vient avec la connexion.",
  "book.variant.auclair":
    "Le jeu habituel, comme dans les clubs\u00a0: deux tours de planche, avec mouffette et double mouffette.",
  "book.variant.once_around": "Une partie courte, un tour de planche, quand le temps manque.",
  "book.variant.lurch": "La seule ligne est à mi-chemin\u00a0: qui perd avant elle perd double.",
  "book.variant.double_game": "Plus le perdant est loin, plus la partie vaut.",
  "book.variant.tournament": "Les points des tournois, et personne ne vous dit ce que vous oubliez\u00a0: on le prend.",
  "book.variant.classy": "La dernière carte de la donne n’est qu’une carte.",
  "book.variant.once_around_double": "Un seul tour, avec des lignes à la moitié et aux trois quarts du chemin.",
  "book.variant.muggins": "Comptez bien\u00a0: les points que vous oubliez, un adversaire peut les prendre.",
  "book.variant.nineteen":
    "La blague devient vraie\u00a0: une main qui ne vaut rien avec la carte de coupe marque 19, et les pires cartes valent la peine.",
  "book.variant.no_discard":
    "Quatre cartes chacun, et on joue ce qu’on reçoit. Le donneur n’a pas de crib, seulement le valet et le dernier mot quand on étale.",
  "book.variant.lowball":
    "Le cribbage à l’envers\u00a0: chaque point fait mal, et le premier au bout de la planche a perdu. Les points gagnés doivent être marqués.",
  "book.variant.jokers":
    "Un joker est la carte que dit son joueur, même une qui est déjà là\u00a0: cinq pareilles sont possibles. Pendant le jeu, on dit son rang, qui reste jusqu’à la fin du compte; quand on étale, sa couleur aussi, si elle importe. À chaque compte, il peut être une autre carte. Un joker qui copie le valet de la couleur de la carte de coupe vaut 1 lui aussi, à côté de ce valet.",
  "book.variant.crash":
    "Tous les camps partagent une piste en forme de huit, chacun dans le sens qu’il a choisi. Qui arrive sur un trou où est la cheville d’un autre camp la chasse. La cheville de devant recule derrière l’autre cheville de son camp, de la distance qui les sépare; celle de derrière passe devant, d’autant. Un crash peut coûter des points, ou en donner. Le départ et l’arrivée sont un seul trou, les trous 30 et 91 aussi, là où la piste se croise. Au départ, on ne chasse personne.",
};
