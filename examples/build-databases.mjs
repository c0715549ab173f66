// Builds the databases of the example home from the rows in `cursor/` and `opencode/`, each where its rows
// lie: `cursor/PATH.rows.json` becomes `home/PATH`. Run it after a change of the rows:
//
//   node examples/build-databases.mjs [FOLDER instead of examples/home]
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildDatabase } from "../scripts/cursor-store.mjs";
import { buildDatabase as buildOpenCode } from "../scripts/opencode-store.mjs";

const home = process.argv[2] ?? fileURLToPath(new URL("home/", import.meta.url));

for (const [folder, build] of Object.entries({ cursor: buildDatabase, opencode: buildOpenCode })) {
  const rows = fileURLToPath(new URL(`${folder}/`, import.meta.url));
  for (const file of readdirSync(rows, { recursive: true }))
    if (file.endsWith(".rows.json"))
      build(
        join(home, file.slice(0, -".rows.json".length)),
        JSON.parse(readFileSync(join(rows, file), "utf8")),
      );
}
