import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addedLines, blame, commitsOf, openRepository, readCommit, workOf } from "../src/index.js";
import { edit, scriptedRepository, session } from "./scripted.js";

it("runs nothing that a repository names", async () => {
  const { root, git, write, commit } = scriptedRepository();
  const trap = join(root, "trap");
  write("a.txt", ["The first line of all that were written."]);
  write(".gitattributes", ["* diff=trap filter=trap"]);
  commit("Begin", 0);
  const command = `touch ${trap}; false`;
  for (const name of [
    ...["core.fsmonitor", "core.pager", "core.sshCommand", "diff.external", "diff.trap.command"],
    ...["diff.trap.textconv", "filter.trap.clean", "filter.trap.smudge", "filter.trap.process"],
    ...["gpg.program", "pager.log", "pager.blame", "alias.log"],
  ])
    git(["config", name, command]);
  git(["config", "log.showSignature", "true"]);
  for (const hook of ["post-index-change", "reference-transaction"])
    writeFileSync(join(root, ".git/hooks", hook), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  const text = "Another line.\nThe first line of all that were written.\n";
  writeFileSync(join(root, "a.txt"), text);

  const repository = await openRepository(root);
  const { hash } = await readCommit(repository.git, "HEAD");
  await addedLines(repository.git, hash);
  const [, line] = await blame(repository, "a.txt", text);
  await commitsOf(workOf(session("s", root, edit(0, join(root, "a.txt"), ["x"]))), repository);
  expect(line?.origin?.hash).toBe(hash);
  expect(existsSync(trap)).toBe(false);
});
