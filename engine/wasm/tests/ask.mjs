// Asks the file the questions of the standard input, one JSON line each: the function, its numbers, the text. Prints the answers.
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const engine = instance.exports;
for (const line of readFileSync(0, "utf8").split("\n")) {
  const [name, numbers, text] = JSON.parse(line);
  const bytes = new TextEncoder().encode(text);
  const address = engine.question(bytes.length);
  new Uint8Array(engine.memory.buffer).set(bytes, address);
  const length = engine[name](...numbers);
  console.log(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, engine.answer(), length)));
}
