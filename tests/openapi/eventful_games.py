"""The games of an eventful night: results entered, corrected, confirmed and contested, games called off and brought back."""


class Games:
    def scores(self, table):
        sides = len(self.sides(table)) if table in self.tables() else len(table.scores or [0, 0])
        winner = self.chance.randrange(sides)
        lost = self.chance.choice([(1, 61), (61, 91), (91, 121), (91, 121)])
        return [121 if side == winner else self.chance.randrange(*lost) for side in range(sides)]

    def tables(self):
        return [table for tables in self.rounds for table in tables]

    def phone(self, player):
        """The token of a phone that joins for a player."""
        secret = self.told()["join_secret"]
        status, joined = self.call("joinNight", {"secret": secret, "player_id": player})
        assert status == 201, joined
        return joined["token"]

    def enter_result(self):
        """The result of an open game, from a helper or from the phone of a player at the table."""
        table = self.some(self.newest(lambda table: table.is_open))
        if table:
            player = self.some(self.players(table))
            phone = self.phone(player) if self.chance.random() < 0.3 else None
            table.scores, table.began, table.verdicts = self.scores(table), True, {}
            table.entered_by = (phone, player) if phone else None
            self.change("putResult", {"scores": table.scores}, id=table.game, by=phone)

    def correct_result(self):
        table = self.some(table for table in self.tables() if table.scores and not table.is_void)
        if table:
            scores = self.scores(table)
            if scores == table.scores:
                return
            self.refused(422, "putResult", {"scores": scores}, id=table.game)
            table.scores, table.entered_by, table.verdicts = scores, None, {}
            self.change("putResult", {"scores": scores, "reason": "It was read wrong."}, id=table.game)

    def judge_result(self):
        """A player's phone confirms or contests a result; a side's newest word counts."""
        table = self.some(table for table in self.tables() if table.scores and not table.is_void)
        if table is None:
            return
        side = self.chance.randrange(len(table.scores))
        player = self.some(self.sides(table)[side])
        if self.finish_id:
            return self.refused(409, "joinNight", {"secret": self.told()["join_secret"], "player_id": player})
        phone = self.phone(player)
        agrees = self.chance.random() < 0.5
        body = {"id": self.new_id(), "side": side, "agrees": agrees}
        body |= {} if agrees else {"scores": self.scores(table)}
        if table not in self.newest():
            return self.refused(409, "putResultConfirmation", body, id=table.game, by=phone)
        if table.entered_by:
            own_phone, own = table.entered_by
            if own in self.sides(table)[side]:
                self.refused(409, "putResultConfirmation", body, id=table.game, by=own_phone)
        self.refused(403, "putResultConfirmation", body, id=table.game, by=self.some(self.tokens))
        other_side = body | {"id": self.new_id(), "side": (side + 1) % len(table.scores)}
        self.refused(403, "putResultConfirmation", other_side, id=table.game, by=phone)
        self.refused(409, "putResult", {"scores": other_scores(table.scores)}, id=table.game, by=phone)
        self.change("putResultConfirmation", body, id=table.game, by=phone)
        table.verdicts[side] = agrees

    def tell_first_dealer(self):
        """Sets the first dealer of a table, or changes the first dealer."""
        table = self.some(self.newest(lambda table: table.is_open))
        if table:
            seats = len(self.players(table))
            self.refused(422, "changeGame", {"first_dealer": seats, "id": self.new_id()}, id=table.game)
            table.dealer = self.chance.randrange(seats)
            self.change("changeGame", {"first_dealer": table.dealer, "id": self.new_id()}, id=table.game)

    def call_off(self):
        table = self.some(table for table in self.tables() if not table.is_void)
        if table:
            table.is_void, table.verdicts = True, {}
            self.change("putVoid", {"reason": "The lights went out.", "id": self.new_id()}, id=table.game)

    def bring_back(self):
        table = self.some(table for table in self.tables() if table.is_void)
        if table:
            table.is_void = False
            self.change("deleteVoid", id=table.game)

    def check_game(self, table):
        """The first dealer at a table, and what the sides say of its result."""
        game = self.call("getGame", id=table.game)[1]
        assert game["dealer"] == (table.dealer or 0), (game["dealer"], table.dealer)
        assert game["first_dealer_known"] == (table.dealer is not None)
        result = game["result"]
        assert (result is None) == (table.scores is None or table.is_void), (result, table.scores)
        confirmed = sorted(side for side, agrees in table.verdicts.items() if agrees)
        contested = sorted(side for side, agrees in table.verdicts.items() if not agrees)
        if result:
            told = result["confirmed"], [contest["side"] for contest in result["contested"]]
            assert told == (confirmed, contested), (told, table.verdicts)
            assert [side["score"] for side in game["sides"]] == table.scores


def other_scores(scores):
    """A result that is not this one."""
    return [score if score == 121 else score % 120 + 1 for score in scores]
