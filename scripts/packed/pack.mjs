import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";

/** Packs every package as `pnpm publish` would: the bytes of each archive and what is in it. */
export async function packAll(stage, root) {
  const folder = join(stage.folder, "archives");
  await run(stage, ["pnpm", "-r", "pack", "--pack-destination", folder], { cwd: root });
  const archives = readdirSync(folder).sort();
  return Promise.all(archives.map((archive) => open(stage, folder, archive)));
}

async function open(stage, folder, archive) {
  const path = join(folder, archive);
  const unpacked = join(stage.folder, "unpacked", archive);
  mkdirSync(unpacked, { recursive: true });
  await run(stage, ["tar", "-xzf", path, "-C", unpacked, "--strip-components=1"]);
  const manifest = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8"));
  const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(unpacked.length + 1));
  return { name: manifest.name, archive, bytes: readFileSync(path), manifest, unpacked, files };
}
