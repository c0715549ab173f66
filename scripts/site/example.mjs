// The program and the invented home folder that the site shows, in a folder of their own.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const program = join(root, "packages/cli/bin/chatexport.js");

/** A copy of `examples/home` in which `chatexport` is a command. Gives its path and environment. */
export function exampleHome() {
  const home = mkdtempSync(join(tmpdir(), "chatexport-site-"));
  cpSync(join(root, "examples/home"), home, { recursive: true });
  const bin = join(home, ".bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "chatexport"),
    `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`,
  );
  chmodSync(join(bin, "chatexport"), 0o755);
  const env = {
    HOME: home,
    PATH: `${bin}:${process.env.PATH}`,
    PAGER: "cat",
    TERM: "xterm-256color",
  };
  return { home, env };
}

/** Runs `chatexport` in the home; gives what it prints, and throws when it fails. */
export function run({ home, env }, ...words) {
  const options = { cwd: home, env, encoding: "utf8" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], options);
  if (status !== 0) throw new Error(`chatexport ${words.join(" ")} failed: ${stderr}`);
  return stdout;
}

/** Exports the home into a folder of it; gives a function that finds a document by its beginning. */
export function exported(example, sink, folder = join(example.home, sink)) {
  run(example, "--to", sink, "--out", folder, "--quiet");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return (beginning) =>
    join(
      folder,
      names.find((name) => name.startsWith(beginning)),
    );
}
