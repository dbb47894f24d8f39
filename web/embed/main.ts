import type { League } from "pegout-api";
import "./language.ts";
import { send } from "../lib/api.ts";
import { addMessages, language, loadMessages, t } from "../lib/i18n.ts";
import { poll } from "../lib/retry.ts";
import { Frame, NightPart, SeasonPart } from "./standings.ts";

// Milliseconds between two looks whether the league still shows itself.
const INTERVAL = 30_000;

addMessages("shell", { en: () => import("../messages/en.js"), fr: () => import("../messages/fr.js") });
addMessages("embed", { en: () => import("./messages/en.js"), fr: () => import("./messages/fr.js") });

async function open() {
  await loadMessages("shell", "embed");
  document.documentElement.lang = language();
  const [kind, id] = location.pathname.split("/").slice(-2);
  const frame = new Frame(document.getElementById("main") as HTMLElement);
  const part = kind === "night" ? new NightPart(id, frame) : new SeasonPart(id, frame);
  frame.fill(part.node);
  const league = poll((signal) => send("GET", "/api/v1/league", { signal }), {
    interval: INTERVAL,
    whileVisible: true,
    onAnswer: ({ name, public: isPublic }: League) => {
      frame.name(name);
      if (isPublic) return;
      part.close();
      league.close();
      frame.end(t("embed.gone"));
    },
  });
}

// If its messages cannot be loaded, the page is empty: load the page again.
open().catch(() => setTimeout(() => location.reload(), INTERVAL));
