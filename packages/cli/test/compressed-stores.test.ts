import {
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { expect, test } from "vitest";
import { emptyFolder, exampleHome } from "./binary.js";
import { chatexport } from "./in-process.js";

// Node writes zstd from 22.15 on.
const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: Uint8Array) => Buffer };

const compressors = { gz: zlib.gzipSync, zst: zstdCompressSync };
const known = Object.entries(compressors).flatMap(([ending, compress]) =>
  compress ? [{ ending, compress }] : [],
);

/** Each session as a line, without what tells of the file that it lies in. */
async function sessionsIn(home: string): Promise<string[]> {
  const { stdout } = await chatexport(home, "--home", home, "--to", "jsonl", "--out", "-");
  return stdout
    .replaceAll(/\.jsonl\.(?:gz|zst)"/g, '.jsonl"')
    .replaceAll(home, "HOME")
    .split("\n")
    .sort();
}

test.each(known)(
  "transcripts in .jsonl.$ending of all tools are read as the plain ones are",
  async ({ ending, compress }) => {
    const [plain, compressed] = [emptyFolder(), emptyFolder()];
    for (const home of [plain, compressed])
      cpSync(exampleHome, home, { recursive: true, preserveTimestamps: true });
    const names = readdirSync(compressed, { recursive: true, encoding: "utf8" });
    const transcripts = names.filter(
      (name) => /\.jsonl$/.test(name) && !/history|index/.test(name),
    );
    expect(transcripts.length).toBeGreaterThan(10);
    for (const path of transcripts.map((name) => join(compressed, name))) {
      const { atime, mtime } = statSync(path);
      writeFileSync(`${path}.${ending}`, compress(readFileSync(path)));
      utimesSync(`${path}.${ending}`, atime, mtime);
      rmSync(path);
    }
    const sessions = await sessionsIn(compressed);
    expect(sessions.length).toBeGreaterThan(20);
    expect(sessions).toEqual(await sessionsIn(plain));
  },
);
