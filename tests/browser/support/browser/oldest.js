import { KNOWN, missingIn } from "../../house/oldest.js";
import { Proxy } from "./proxy.js";

/** The parts of browsers that are younger than the oldest browsers: members `of` an interface, and then globals. @type {{of: string, name: string}[]} */
export const YOUNG = youngOnes();

function youngOnes() {
  const { Intl, ...builtins } = KNOWN.javascript.builtins;
  const all = [KNOWN.api, builtins, Intl].flatMap((interfaces) => Object.entries(interfaces));
  const members = all.flatMap(([of, one]) =>
    Object.entries(one)
      .filter(([, member]) => missingIn(member))
      .map(([name]) => ({ of, name: name.replace(/_static$/, "") })),
  );
  const globals = all.filter(([, one]) => missingIn(one)).map(([name]) => ({ of: "Window", name }));
  return [...members, ...globals];
}

/** Deletes parts of the browser in a page, before each of its scripts. @param {import("@playwright/test").Page} page @param {{of: string, name: string}[]} forgotten */
export async function forget(page, forgotten) {
  await page.addInitScript((all) => {
    for (const { of, name } of all) {
      const owner = of === "Window" ? globalThis : (globalThis[of] ?? Intl[of]);
      for (const place of [owner, owner?.prototype]) if (place) Reflect.deleteProperty(place, name);
    }
  }, forgotten);
}

/** A proxy whose browsers know no containers, as Safari 15.6 does not. */
export class WithoutContainers extends Proxy {
  serve(asked, answer) {
    const alter = this.pathOf(asked).endsWith(".css") ? withoutContainers : undefined;
    this.pass(asked, answer, { alter });
  }
}

// No browser knows the new names.
function withoutContainers(sheet) {
  return sheet
    .replaceAll("@container", "@unknown")
    .replaceAll(/\bcontainer(-\w+)?:/g, "unknown$1:")
    .replaceAll(/\dcq(?=[ib]\b)/g, "$&unknown");
}
