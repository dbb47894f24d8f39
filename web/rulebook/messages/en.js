/** English messages of the rules of cribbage, by key. `{name}` is filled in. */
export default {
  "book.contents": "On this page",
  "book.part.force": "In force here",
  "book.part.game": "The game",
  "book.part.aid": "What scores",
  "book.part.fifteens": "Fifteens",
  "book.part.variants": "Variants",

  "book.force.club": "{name} plays by these rules.",
  "book.force.nobody": "Games at this address are played by these rules.",
  "book.force.table": "Your table plays by these rules.",
  "book.force.day": "As they stand on {day}.",
  "book.force.away": "The club’s rules come with the connection. Everything below is here already.",

  "book.aim": "The aim",
  "book.aim.1":
    "Cribbage is a race around a board. Two can play, three, or four as two pairs; five and six find a place too. The first to reach the last hole wins, at that very moment.",
  "book.aim.2":
    "There are three ways to earn points: with the cards as they are played, with the hands when they are shown, and with the crib, a spare hand that belongs to the dealer.",
  "book.cards": "The cards",
  "book.cards.1":
    "One pack of 52. In a count the ace is 1, jack, queen and king are 10, and any other card is its number. The ace is the lowest card: queen, king, ace is no run.",
  "book.deal": "Deal and crib",
  "book.deal.1":
    "Each side cuts a card; the lowest deals first. After every deal the pack goes to the player on the left.",
  "book.deal.2":
    "Two players get six cards each and lay two away. Three get five and lay one away, and the pack gives one more. Four get five and lay one away. These four cards are the crib. It stays face down until the show.",
  "book.deal.3": "With five or six players everybody lays away one of five cards, so the crib has five cards or six.",
  "book.deal.4": "Lay away with its owner in mind: good company for your own crib, strangers for theirs.",
  "book.starter": "The starter",
  "book.starter.1":
    "The player on the dealer’s left cuts the pack, and the dealer turns up the card that is then on top: the starter. It is never played, but it counts with every hand and with the crib.",
  "book.starter.2": "If it is a jack, the dealer pegs 2 at once, for his heels.",
  "book.play": "The play",
  "book.play.1":
    "The player on the dealer’s left lays the first card and says its value. Around the table everybody adds one card and says the sum so far. It never goes above 31.",
  "book.play.2":
    "Peg at once what your card makes: 2 when the count is 15 or 31, 2 for the second card of a rank in a row, 6 for the third, 12 for the fourth, and a point a card when the last three or more make a run, in whatever order they fell.",
  "book.play.3":
    "If none of your cards fits below 31, say go. A card that fits has to be played. The others go on while they can; whoever lays the last card of the count pegs 1 for it, or the 2 for 31. The next player who still holds a card begins a new count.",
  "book.play.4": "Four cards each, and the play is over. The very last card pegs 1 as well, unless it makes 31.",
  "book.show": "The show",
  "book.show.1":
    "Now everybody counts their four cards together with the starter. The player on the dealer’s left is first, the dealer last, and after the dealer’s hand comes the crib. When both are close to the end, this order decides.",
  "book.show.2":
    "A card may count in as many ways as it fits: in several fifteens, in a pair and in a run. The list below has everything that scores, each with a hand that has been counted.",
  "book.show.3":
    "In the hand four cards of a suit are a flush, and the starter may be the fifth. In the crib all five have to be of that suit.",
  "book.show.4":
    "No hand is worth 19, 25, 26 or 27, and none more than 29. So players who hold nothing at all say “nineteen”.",
  "book.board": "The board",
  "book.board.1":
    "Each side has a lane and two pegs. The rear peg jumps over the front one by the points that are earned, so the board shows the last peg too, and a doubt can be settled.",
  "book.board.2":
    "The game hole is the end. Points beyond it are lost, and nothing is counted after it: with 118, a hand of 8 stops at 121.",
  "book.skunk": "Skunks and matches",
  "book.skunk.1":
    "A loser who is still behind the skunk line is skunked, and behind the line before it, skunked twice. In a match such a win is worth more than one game.",
  "book.skunk.2": "The rules in force say where the lines are, what a skunk is worth, and who deals the next game.",
  "book.manners": "Mistakes",
  "book.manners.1":
    "Whoever says go with a card that fits has reneged, and a dealer may forget to offer the cut: the points for it go to the other side. A card that is turned over during the deal means a new deal by the same dealer.",
  "book.manners.2":
    "Points that nobody counted are lost to their owner. Where muggins is played, an opponent may then claim them.",

  "book.words": "Words",
  "book.word.pone": "Pone",
  "book.word.pone.is": "the player on the dealer’s left",
  "book.word.starter": "Starter",
  "book.word.starter.is": "the card that is turned up after the deal",
  "book.word.crib": "Crib, or box",
  "book.word.crib.is": "the spare hand; the dealer counts it",
  "book.word.go": "Go",
  "book.word.go.is": "“I have no card that fits below 31”",
  "book.word.heels": "His heels",
  "book.word.heels.is": "2 for the dealer when the starter is a jack",
  "book.word.nobs": "His nob",
  "book.word.nobs.is": "1 for a jack in the hand or the crib, of the starter’s suit",
  "book.word.muggins": "Muggins",
  "book.word.muggins.is": "taking the points that another player missed",
  "book.word.renege": "Renege",
  "book.word.renege.is": "a go with a card that fits",
  "book.word.skunk": "Skunk",
  "book.word.skunk.is": "to win while the other is behind the skunk line",
  "book.word.stink_hole": "Stink hole",
  "book.word.stink_hole.is": "the hole before the last, a sad place to lose",

  "book.aid.how": "Pegout counts every example below. The card after the + is the starter.",
  "book.aid.away": "The examples come with the connection.",
  "book.aid.print": "Print as a card to fold",
  "book.aid.show": "In the show",
  "book.aid.play": "In the play",
  "book.aid.count": "Count {n}:",
  "book.aid.fifteen": "Fifteen",
  "book.aid.pair": "Pair",
  "book.aid.pair_royal": "Pair royal, three of a rank",
  "book.aid.double_pair_royal": "Double pair royal, all four",
  "book.aid.run_of_three": "Run of three",
  "book.aid.run_of_four": "Run of four",
  "book.aid.run_of_five": "Run of five",
  "book.aid.double_run_of_three": "Double run of three",
  "book.aid.double_run_of_four": "Double run of four",
  "book.aid.triple_run": "Triple run",
  "book.aid.double_double_run": "Double double run",
  "book.aid.flush": "Flush in the hand",
  "book.aid.flush_of_five": "Flush with the starter",
  "book.aid.nobs": "His nob",
  "book.aid.twenty_nine": "The best hand",
  "book.aid.nothing": "Nothing, “nineteen”",
  "book.aid.crib_flush": "Flush in the crib",
  "book.aid.crib_no_flush": "No flush in the crib",
  "book.aid.heels": "His heels",
  "book.aid.heels.how": "The starter is a jack: the dealer’s.",
  "book.aid.play.fifteen": "Fifteen",
  "book.aid.play.thirty_one": "Thirty-one",
  "book.aid.play.pair": "Pair",
  "book.aid.play.pair_royal": "Pair royal",
  "book.aid.play.double_pair_royal": "Double pair royal",
  "book.aid.play.run": "Run, a point a card",
  "book.aid.play.go": "Go: the last card of a count",
  "book.aid.play.last": "The last card of the deal",

  "book.fifteens.how": "There are {n} ways to make fifteen. 10 stands for ten, jack, queen and king; A is the ace, 1.",
  "book.fifteens.cards": "{n} cards",

  "book.variants":
    "Choose any of these when a game begins, or put your own together. A game goes by the usual rules of the first but for what is said here.",
  "book.variants.away": "The list comes with the connection.",
  "book.variant.auclair": "The usual game, as clubs play it: twice around the board, with a skunk and a double skunk.",
  "book.variant.once_around": "A short game, once around the board, for when time is short.",
  "book.variant.lurch": "The one line is half way: a loser who has not turned it is lurched.",
  "book.variant.double_game": "The further behind the loser is, the more the game is worth.",
  "book.variant.tournament": "Match points as in tournaments, and nobody tells you what you missed: they take it.",
  "book.variant.classy": "The last card of the deal is only a card.",
  "book.variant.once_around_double": "Once around, with lines at half and at three quarters of the way.",
  "book.variant.muggins": "Count with care: points that you miss, an opponent may take.",
  "book.variant.nineteen":
    "The joke comes true: a hand that counts nothing with the starter scores 19, so the worst cards are worth keeping.",
  "book.variant.no_discard":
    "Four cards each, and you play what you are dealt. The dealer has no crib, only heels and the last word in the show.",
  "book.variant.lowball":
    "Cribbage turned around: every point hurts, and whoever comes to the end of the board first has lost. Points that are earned have to be pegged.",
  "book.variant.jokers":
    "A joker is any card its holder says, even a copy of a card that is there, so five of a kind are possible. In the play its rank is said and holds until the count ends. In the show its suit is said too if it matters. It may be another card in each count. A copy of the jack of the starter’s suit scores his nob a second time.",
  "book.variant.crash":
    "All sides share one track in the shape of an eight, each in the direction it chose. Whoever lands on a hole where another’s peg stands crashes it: a front peg is thrown behind its partner by their distance, a rear peg ahead of it. So a crash can cost points or give them. Start and game are one hole, and so are holes 30 and 91, where the track crosses itself; on the start nobody crashes.",
};
