import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { expect } from "@playwright/test";
import { importScript } from "../support/browser/modules.js";

const { alikeKey } = await importScript("/lib/alike-key.ts");

// The service's test runs the same list: api/model/src/name_key.rs.
test("A name has the key that the service gives it", async () => {
  const names = JSON.parse(await readFile(new URL("../../http/data/alike-names.json", import.meta.url), "utf8"));
  expect(names.length).toBeGreaterThan(50);
  expect(names.map(([name]) => [name, alikeKey(name)])).toEqual(names);
});
