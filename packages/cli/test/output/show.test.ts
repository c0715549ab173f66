import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emptyFolder, homeWith } from "../binary.js";
import { chatexport } from "../in-process.js";
import { expectValid } from "../schemas.js";
import { first, second } from "../small-archive.js";
import { called } from "./spoken.js";

/** The first line that a session shows is its title. */
async function titleShownFor(...words: string[]): Promise<string | undefined> {
  const { stdout, exitCode } = await chatexport(homeWith(first, second), "show", ...words);
  expect(exitCode).toBe(0);
  return stdout.split("\n")[0];
}

describe("chatexport show", () => {
  it.each([
    ["latest"],
    [second.id],
    ["22222222"],
    ["00000002"],
    ["latest", "--since", "2026-02-01"],
    ["latest", "--project", "blog"],
    ["000000002", "--from", "claude"],
  ])("shows the newer session for %s %s %s", async (...words) => {
    expect(await titleShownFor(...words)).toBe(second.title);
  });

  it.each([["11111111"], ["latest", "--until", "2026-01-31"], ["latest", "--project", "shop"]])(
    "shows the older session for %s %s %s",
    async (...words) => {
      expect(await titleShownFor(...words)).toBe(first.title);
    },
  );

  it("names an id that no session has, or several have, and shows nothing", async () => {
    const home = homeWith(first, second);
    const hint = "chatexport list shows all ids; latest is the newest session.\n";
    expect(await chatexport(home, "show", "xyz")).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `error: xyz: no session has an id that begins or ends like this.\n${hint}`,
    });
    const copied = await chatexport(home, "show", "xyz", "--root", ".claude");
    expect(copied.stderr).toContain("\nchatexport list --root .claude shows all ids; ");
    const twin = homeWith(first, { id: "11111111-cccc-4000-8000-000000000003" });
    const several = await chatexport(twin, "show", "1111");
    expect(several).toMatchObject({ exitCode: 1, stdout: "" });
    expect(several.stderr).toMatch(/^error: 1111: 2 sessions match; choose one\.$/m);
    const copy = homeWith(first);
    mkdirSync(join(copy, ".qwen/projects/shop/chats"), { recursive: true });
    const id = first.id;
    const record = { uuid: "a", sessionId: id, type: "user", timestamp: "2026-01-30T10:00:00Z" };
    const message = { role: "user", parts: [{ text: "Fix the till" }] };
    writeFileSync(
      join(copy, `.qwen/projects/shop/chats/${id}.jsonl`),
      `${JSON.stringify({ ...record, cwd: "/work/shop", message })}\n`,
    );
    const both = await chatexport(copy, "show", id);
    expect(both.stderr).toContain(
      "2 sessions match; choose one with --from claude or --from qwen.",
    );
    const elsewhere = await chatexport(home, "show", "22222222", "--project", "shop");
    expect(elsewhere).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "error: None of 2 sessions matches 22222222 and --project together.\n",
    });
  });

  it("explains that there is no session, as list does", async () => {
    const home = emptyFolder();
    const [shown, listed] = [
      await chatexport(home, "show", "latest"),
      await chatexport(home, "list"),
    ];
    expect(listed.stderr).toMatch(/^No sessions found: /);
    expect(shown).toEqual({ ...listed, stderr: `error: ${listed.stderr}`, exitCode: 1 });
    const none = await chatexport(homeWith(first), "show", "latest", "--since", "2026-03-01");
    expect(none).toEqual({
      exitCode: 1,
      stdout: "",
      stderr:
        "error: The only session does not match --since. The last one ended on 2026-01-31 (UTC).\n",
    });
  });

  it.each([
    [["latest", "--to", "html", "--to", "jsonl"], "show writes one document"],
    [["latest", "--to", "html", "--json"], "leave out --to"],
    [
      ["latest", "--to", "pdf"],
      "--to pdf: chatexport writes no PDF. Write --to html, open the page and print it.",
    ],
    [["latest", "--option", "markdown.detail=full"], "markdown is not part of this run"],
    [[""], "names no session"],
    [[], "show needs <id>"],
  ])("refuses %j", async (words, message) => {
    const { exitCode, stdout, stderr } = await chatexport(homeWith(first), "show", ...words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("writes the document of a sink", async () => {
    const home = homeWith(first, second);
    for (const sink of ["markdown", "html", "jsonl"]) {
      const shown = await chatexport(home, "show", "latest", "--to", sink);
      const words = ["--session", second.id, "--to", sink, "--out", "-", "--quiet"];
      const exported = await chatexport(home, "export", ...words);
      expect(shown).toEqual({ exitCode: 0, stdout: exported.stdout, stderr: "" });
      expect(shown.stdout).toContain(`The answer for ${second.id}`);
    }
  });

  it("reads sessions as text when a file of options says how archives are written", async () => {
    const home = homeWith(second);
    writeFileSync(join(home, "chatexport.config.json"), '{ "to": ["html", "jsonl"] }');
    const { stdout, exitCode } = await chatexport(home, "show", "latest");
    expect({ exitCode, title: stdout.split("\n")[0] }).toEqual({
      exitCode: 0,
      title: second.title,
    });
  });

  it("prints the session as JSON", async () => {
    const { id } = second;
    const input = { command: "ls", description: "Look\u001b[31m\u202e" };
    const call = called(id, { uuid: "c1", after: "u1" }, { name: "Bash", input, output: "a.ts" });
    const home = homeWith({ ...second, lines: call, answers: "c1" });
    const { stdout, stderr, exitCode } = await chatexport(home, "show", "latest", "--json");
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(stdout.endsWith("}\n")).toBe(true);
    expect(stdout.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    const session = JSON.parse(stdout);
    expectValid("show", session);
    expect(session).toMatchObject({
      id,
      title: second.title,
      messages: [{ role: "user" }, {}, {}],
    });
    expect(stdout).toContain('"kind":"execute"');
    const detailed = await chatexport(home, "show", "latest", "--json", "--detail", "full");
    expect(detailed.stdout).toBe(stdout);
    expect(detailed.stderr).toBe("warning: --detail has no effect: --json is always whole.\n");
  });

  it("masks secrets unless told otherwise", async () => {
    const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    const home = homeWith({ ...second, title: `Use ${secret}` });
    for (const form of [[], ["--json"], ["--to", "markdown"]]) {
      const masked = await chatexport(home, "show", "latest", ...form);
      expect(masked.stdout).not.toContain(secret);
      expect(masked.stdout).toContain("[redacted: ");
      const { stdout } = await chatexport(home, "show", "latest", ...form, "--no-redact");
      expect(stdout).toContain(secret);
    }
  });
});
