import { execFileSync } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { emptyFolder, homeWith } from "../binary.js";
import { chatexport } from "../in-process.js";
import { expectValid } from "../schemas.js";
import { conversation, defaultId } from "./conversation.js";
import { password } from "./private-home.js";

/** A repository of a session that wrote and committed a file; the next line is a person's. */
function shop(): string {
  const root = realpathSync(emptyFolder());
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", root, "-c", "user.name=Mira", "-c", "user.email=m@x", ...words], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", ...dates },
    }).trim();
  const dates = {
    GIT_AUTHOR_DATE: "2026-01-31T10:03:00Z",
    GIT_COMMITTER_DATE: "2026-01-31T10:03:00Z",
  };
  const path = join(root, "kiln.ts");
  const content = `const kilnHeat = ovenHeat + 300;\nconst password = "${password}";\n`;
  git("init", "--quiet", "--initial-branch=main");
  writeFileSync(path, content);
  git("add", "kiln.ts");
  git("commit", "--quiet", "-m", "Heat the kiln");
  const output = `[main ${git("rev-parse", "--short", "HEAD")}] Heat the kiln`;
  writeFileSync(path, `${content}// by hand, after the last commit\n`);
  conversation(
    (session) =>
      session
        .user(`Heat the kiln. My password is ${password}.`)
        .call("Write", { file_path: path, content }, "File created")
        .call("Bash", { command: "git commit -m 'Heat the kiln'" }, output),
    { home: root, cwd: root, title: "The kiln" },
  );
  return root;
}

it("says which session and prompt wrote a line, a file and a commit", async () => {
  const root = shop();
  const line = await chatexport(root, "why", "kiln.ts:1");
  expect(line).toMatchObject({ exitCode: 0, stderr: "" });
  expect(line.stdout).toMatch(
    /^kiln\.ts:1 {2}const kilnHeat = ovenHeat \+ 300;\n {2}✓ certain: The kiln$/m,
  );
  expect(line.stdout).toMatch(/^ {4}Prompt 1: Heat the kiln\./m);
  expect(line.stdout).toMatch(/had written this very line, and its own call made the commit/);
  expect(line.stdout).toMatch(/^ {4}→ chatexport show aaaaaaaa$/m);
  for (const word of ["kiln.ts:2", "kiln.ts", "HEAD"]) {
    const { stdout } = await chatexport(root, "why", word, "--json");
    const report = JSON.parse(stdout);
    expectValid("why", report);
    expect(report.authors[0]).toMatchObject({ level: "certain", session: defaultId });
    expect(stdout).not.toContain(password);
  }
  const { stdout } = await chatexport(root, "commits", "latest", "--json");
  expectValid("commits", JSON.parse(stdout));
  expect(JSON.parse(stdout).commits).toMatchObject([{ commit: { subject: "Heat the kiln" } }]);
});

it("says what was searched where nothing is known, and what can be done", async () => {
  const root = shop();
  const unknown = await chatexport(root, "why", "kiln.ts:3");
  expect(unknown.exitCode).toBe(0);
  expect(unknown.stdout).toContain("unknown: no session is known to have written this line");
  expect(unknown.stdout).toContain("not committed yet");
  expect(unknown.stdout).toMatch(/Searched 1 session of 2026-01-31 in /);
  const messages = async (folder: string, word: string) =>
    (await chatexport(folder, "why", word)).stderr;
  expect(await messages(root, "kiln.ts:4")).toContain("kiln.ts has no line 4: it has 3");
  expect(await messages(root, "nothing")).toContain("neither a file here nor a commit");
  expect(await messages(emptyFolder(), "HEAD")).toContain("is in no working tree of Git");
});

it("says where commits were looked for apart from the last of them", async () => {
  const home = homeWith({ id: "11111111-aaaa-4000-8000-000000000001", title: "Tea" });
  const { stdout } = await chatexport(home, "commits", "latest");
  expect(stdout.split("\n").slice(1)).toEqual([
    "  · No commit of this session is known.",
    "  · Its repository is not here, so only what its own calls committed is known.",
    "",
  ]);
});

it("says how to find the id of a session whose commits are asked for", async () => {
  const home = homeWith({ id: "11111111-aaaa-4000-8000-000000000001", title: "Tea" });
  const { stderr, exitCode } = await chatexport(home, "commits", "zzzz");
  expect(stderr).toContain("chatexport list shows all ids; latest is the newest session.");
  expect(exitCode).toBe(1);
});
