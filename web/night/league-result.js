/** @import { TitledView } from "../lib/router.js" */
import result from "../end/result.js";
import { hasPendingResult } from "../game/results.js";
import { hasResult } from "../game/rules.js";
import { savedGames } from "../game/saved-games.js";
import { leaveFor } from "../lib/router.js";
import { joinedNight } from "./joined.js";
import { NightStore } from "./night-store.js";
import { newestRound, seatOf } from "./seats.js";

/** The result of a game of a night. After the next draw a joined phone goes to its card, which has the new seat. State in the hash: as of the result. @type {TitledView} */
export default {
  title: "result.title",
  mount(place) {
    const end = result.mount(place);
    const id = place.query.get("id") ?? "";
    const { night = null } = savedGames.get(id) ?? {};
    const store = new NightStore(night);
    let isLeft = false;
    const follow = async () => {
      const round = store.night && newestRound(store.night);
      const saved = savedGames.get(id);
      const isEntered = saved && hasResult(saved.game) && !hasPendingResult(id);
      if (!round || !isEntered || round.tables.some((table) => table.game_id === id)) return;
      const joined = await joinedNight(night);
      if (isLeft || !joined || !seatOf(round, joined)) return;
      isLeft = true;
      leaveFor(`#/card?id=${night}&drawn=${round.number}`);
    };
    store.addEventListener("change", follow);
    savedGames.addEventListener("change", follow);
    return () => {
      isLeft = true;
      savedGames.removeEventListener("change", follow);
      store.close();
      end?.();
    };
  },
};
