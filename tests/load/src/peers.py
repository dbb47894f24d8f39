"""The time to count a hand with libraries of Python, and the hands with another total. See tests/load/peers."""

import statistics
import sys
import time

from cribbage.card import Card
from cribbage.score import score_hand
from cribbage_scorer.cribbage_scorer import show_calc_score

RANKS = "A23456789TJQK"


def scorer(texts):
    cards = [(RANKS.index(text[0]) + 1, text[1]) for text in texts]
    return show_calc_score(cards[4], cards[:4])[0]


def cribbage(cards):
    return score_hand(cards[:4], cards[4])


def measure(name, count, hands):
    different = 0
    rounds = []
    for _ in range(5):
        start = time.perf_counter_ns()
        totals = [count(hand) for hand, _ in hands]
        rounds.append((time.perf_counter_ns() - start) / len(hands))
        different = sum(total != right for total, (_, right) in zip(totals, hands))
    print(f"{name:<27} {statistics.median(rounds):>9.1f} ns a hand, {different} of {len(hands)} totals differ")


with open(sys.argv[1], encoding="utf-8") as lines:
    fields = [line.split() for line in lines]
HANDS = [(texts, int(total)) for *texts, total in fields]
measure("cribbage-scorer, from texts", scorer, HANDS)
# The library shuffles a pack for each text that it reads.
PACK = {card.ascii_str.replace("10", "T").upper(): card for card in map(Card, range(52))}
measure("cribbage (pip), from cards", cribbage, [([PACK[text] for text in texts], total) for texts, total in HANDS])
