// Photographs every view of the page, and compares two sets of pictures.
//
//   node shots.js --binary PATH --prepare FILE
//   node shots.js --binary PATH --to FOLDER --database FILE
//   node shots.js --compare FOLDER FOLDER
import { parseArgs } from "node:util";
import { photograph } from "./shots/album.js";
import { compare } from "./shots/comparison.js";
import { prepare } from "./shots/database.js";

const USAGE = `Usage:
  shots.js --binary PATH --prepare FILE               makes the database that is photographed
  shots.js --binary PATH --to FOLDER --database FILE  photographs every view; --only WORD: those with WORD in their names
  shots.js --compare FOLDER FOLDER                    lists the pictures that differ`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    binary: { type: "string" },
    compare: { type: "boolean" },
    database: { type: "string" },
    only: { type: "string", default: "" },
    prepare: { type: "string" },
    to: { type: "string" },
  },
});

if (values.compare && positionals.length === 2) {
  process.exitCode = (await compare(...positionals)) ? 1 : 0;
} else if (values.prepare) {
  await prepare(values.binary, values.prepare);
} else if (values.to && values.database) {
  await photograph(values);
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
