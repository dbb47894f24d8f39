// Records the newest edition on the day of its release: every file of its page, and a phone's storage.
//
//     npm run freeze -- --binary PATH --to data/0.2.0
import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { Service } from "../browser/service.js";
import { recordPage } from "./record-page.js";
import { recordPhone } from "./record-phone.js";

const { binary, to } = parseArgs({ options: { binary: { type: "string" }, to: { type: "string" } } }).values;
if (!binary || !to) throw new Error("Give the program with --binary, and the folder of the edition with --to.");

const files = { page: join(to, "page.json.gz"), phone: join(to, "phone.json") };
for (const file of Object.values(files)) {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new Error(`${file} is there. Delete it only if this edition is not out yet.`);
}
await mkdir(to, { recursive: true });
const service = new Service({ binary });
await service.start();
try {
  const page = await recordPage(service.url);
  const phone = await recordPhone(service.url);
  await writeFile(files.page, gzipSync(JSON.stringify(page), { level: 9 }));
  await writeFile(files.phone, `${JSON.stringify(phone, null, 2)}\n`);
} finally {
  await service.close();
}
