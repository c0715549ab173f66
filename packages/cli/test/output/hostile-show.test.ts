import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { emptyFolder } from "../binary.js";
import { chatexport } from "../in-process.js";
import { endlessSourceModule, writeFiles } from "../invented-plugins.js";
import { terminal } from "../terminal.js";
import { conversation } from "./conversation.js";

/** A home with a session in which a call has data nested so deep that no recursion comes to its end. */
function homeWithEndlessData(): string {
  const home = conversation((it) => it.user("kiln").call("Paint", { deep: "here" }, "done"), {
    id: "deep",
  });
  const path = join(home, ".claude/projects/-home-mira-shop/deep.jsonl");
  const depth = 100_000;
  const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
  writeFileSync(path, readFileSync(path, "utf8").replace('"here"', deep));
  return home;
}

it.each([
  [["--detail", "full"]],
  [["--detail", "full", "--no-redact"]],
  [["--detail", "full", "--no-redact", "--to", "html"]],
  [["--no-redact", "--json"]],
])("cuts data that is nested without end, and says where: %j", async (words) => {
  const shown = await chatexport(homeWithEndlessData(), "show", "deep", ...words);
  expect(shown.stdout).toContain("Cut here: nested more than 200 levels deep");
  expect(shown).toMatchObject({ stderr: "", exitCode: 0 });
});

/** A folder with a source that cuts nothing. */
function folderWithEndlessSource(): string {
  const folder = emptyFolder();
  writeFiles(folder, { "notes.mjs": endlessSourceModule("notes") });
  return folder;
}

const words = ["show", "2222", "--from", "./notes.mjs"];

it.each([
  [["--no-redact"], "document-failed"],
  [["--no-redact", "--to", "html"], "document-failed"],
  [["--no-redact", "--json"], "document-failed"],
  [[], "session-failed"],
])("says that a session cannot be shown: %j", async (further, code) => {
  const { stderr, exitCode } = await chatexport(folderWithEndlessSource(), ...words, ...further);
  expect(stderr).toMatch(new RegExp(`^error: The session could not be .* \\[${code}\\]\\n`));
  expect(exitCode).toBe(1);
});

it("says it when the pager has been left", async () => {
  const env = { PAGER: "cat -" };
  const { ended, lines } = terminal(folderWithEndlessSource(), [...words, "--no-redact"], { env });
  expect(await ended).toBe(1);
  expect(lines()[0]).toBe("Of notes: two");
  expect(lines().join(" ")).toMatch(/error: .* \[document-failed\]/);
});
