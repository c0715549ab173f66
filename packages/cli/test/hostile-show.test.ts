import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { conversation } from "./conversation.js";
import { chatexport } from "./in-process.js";
import { terminal } from "./terminal.js";

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
  [["--no-redact"], "document-failed"],
  [["--no-redact", "--to", "html"], "document-failed"],
  [["--no-redact", "--json"], "document-failed"],
  [[], "session-failed"],
])("says that a session cannot be shown: %j", async (words, code) => {
  const { stderr, exitCode } = await chatexport(homeWithEndlessData(), "show", "deep", ...words);
  expect(stderr).toMatch(new RegExp(`^error: ${code}: The session could not be `));
  expect(exitCode).toBe(1);
});

it("says it when the pager has been left", async () => {
  const words = ["show", "deep", "--no-redact"];
  const { ended, lines } = terminal(homeWithEndlessData(), words, { env: { PAGER: "cat -" } });
  expect(await ended).toBe(1);
  expect(lines()[0]).toBe("kiln");
  expect(lines().join(" ")).toContain("error: document-failed: ");
});
