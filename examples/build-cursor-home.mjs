// Builds the databases of the example home from the rows in `cursor/`, each where its rows lie:
// `cursor/PATH.rows.json` becomes `home/PATH`. Run it after a change of the rows:
//
//   node examples/build-cursor-home.mjs [FOLDER instead of examples/home]
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildDatabase } from "../scripts/cursor-store.mjs";

const rows = fileURLToPath(new URL("cursor/", import.meta.url));
const home = process.argv[2] ?? fileURLToPath(new URL("home/", import.meta.url));

for (const file of readdirSync(rows, { recursive: true }))
  if (file.endsWith(".rows.json"))
    buildDatabase(
      join(home, file.slice(0, -".rows.json".length)),
      JSON.parse(readFileSync(join(rows, file), "utf8")),
    );
