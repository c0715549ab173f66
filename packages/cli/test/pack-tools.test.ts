import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { emptyFolder, exampleHome, filesIn } from "./binary.js";
import { chatexport } from "./in-process.js";
import { homeOf, messagesIn, storesIn } from "./packs.js";
import { expectValid } from "./schemas.js";

const fixture = (name: string) => fileURLToPath(new URL(`../../${name}/home`, import.meta.url));
const tasks = ".config/Code/User/globalStorage/saoudrizwan.claude-dev";

/** For each tool, a home with its sessions, what of it is used, and the beginning of an id. */
const sessions = [
  ["claude", exampleHome, ".claude", "2c116d2c"],
  ["codex", exampleHome, ".codex", "01a1f0c4"],
  ["copilot", exampleHome, ".copilot", "6d0b1f2e"],
  ["gemini", exampleHome, ".gemini", "c4e8a1d2"],
  ["pi", exampleHome, ".pi", "01a19c40-5d1e-7b0a-9c33-6f2d81e4a750"],
  ["qwen", exampleHome, ".qwen", "7d3f0c52-88a1-4e6b-b0d4-2f91c6a7e835"],
  ["kimi", exampleHome, ".kimi-code", "session_3c9b7d10"],
  ["cline", exampleHome, ".cline", "1793177400000"],
  ["cline", fixture("source-cline/fixtures/tasks"), tasks, "1767340800000"],
  [
    "continue",
    fixture("source-continue/fixtures/one-of-each"),
    ".continue",
    "5c000000-0000-4000-8000-000000000001",
  ],
  ["droid", exampleHome, ".factory", "c4b81f0e"],
  [
    "openhands",
    fixture("source-openhands/fixtures/one-of-each"),
    ".openhands",
    "0a000000-0000-4000-8000-000000000001",
  ],
  ["vibe", fixture("source-vibe/fixtures/one-of-each"), ".vibe", "aaaa1111"],
] as const;

it.each(sessions)(
  "a session of %s goes to another machine and back",
  async (tool, from, own, id) => {
    const here = homeOf(from, own);
    mkdirSync(join(here, own, "secrets"), { recursive: true });
    writeFileSync(join(here, own, "secrets", "auth.json"), "{}");
    const packed = await chatexport(here, "pack", id, "-o", "talk.tar.gz", "--no-redact", "--json");
    expectValid("pack", JSON.parse(packed.stdout));
    const bytes = readFileSync(join(here, "talk.tar.gz"));
    expect(gunzipSync(bytes).toString("latin1")).not.toMatch(/auth\.json|"api_key|"providers"/);

    const there = emptyFolder();
    const folder = join(there, "work", "my shop");
    mkdirSync(folder, { recursive: true });
    // An extension has a store where it is installed.
    if (own === tasks) mkdirSync(join(there, tasks, "tasks"), { recursive: true });
    writeFileSync(join(there, "talk.tar.gz"), bytes);
    const words = ["unpack", "talk.tar.gz", "--project", "work/my shop"];
    const dry = await chatexport(there, ...words, "--dry-run", "--json");
    expectValid("unpack", JSON.parse(dry.stdout));
    expect(JSON.parse(dry.stdout).plan.sessions).toMatchObject([{ tool }]);
    const { stderr, exitCode } = await chatexport(there, ...words);
    expect([stderr, exitCode]).toEqual([expect.stringContaining("checked by reading back"), 0]);
    const list = JSON.parse((await chatexport(there, "list", "--json")).stdout);
    expect(list).toMatchObject([{ source: tool, cwd: folder }]);
    const where = await chatexport(here, "list", "--session", id, "--json");
    const folders = [folder, JSON.parse(where.stdout)[0].cwd];
    expect(await messagesIn(there, [id], folders)).toEqual(await messagesIn(here, [id], folders));
    expect((await chatexport(there, ...words)).stderr).toContain("has the session already");

    const again = await chatexport(there, "pack", id, "-o", "back.tar.gz", "--no-redact");
    expect(again.exitCode).toBe(0);
    expect(gunzipSync(readFileSync(join(there, "back.tar.gz")))).toEqual(gunzipSync(bytes));
    expect((await chatexport(there, "undo", "--yes")).exitCode).toBe(0);
    expect(Object.keys(storesIn(there)).sort()).toEqual(["back.tar.gz", "talk.tar.gz"]);
  },
);

it("names the own file of a session of Cline where it lies there", async () => {
  const here = homeOf(exampleHome, ".cline");
  const own = ".cline/data/sessions/1793177400000_kq3vz/1793177400000_kq3vz";
  const about = readFileSync(join(here, `${own}.json`), "utf8");
  writeFileSync(join(here, `${own}.json`), about.replaceAll("/home/mira/.cline", `${here}/.cline`));
  await chatexport(here, "pack", "1793177400000", "-o", "talk.tar.gz");
  const there = emptyFolder();
  cpSync(join(here, "talk.tar.gz"), join(there, "talk.tar.gz"));
  await chatexport(there, "unpack", "talk.tar.gz");
  const { messages_path: path } = JSON.parse(readFileSync(join(there, `${own}.json`), "utf8"));
  expect(path).toBe(join(there, `${own}.messages.json`));
});

it("masks secrets, and packs sessions of several tools", async () => {
  const home = homeOf(exampleHome, ".pi");
  cpSync(join(exampleHome, ".qwen"), join(home, ".qwen"), { recursive: true });
  const secret = ["ghp", "Zq83LmTv0aXe5RkWnB7YpJ2cHdUf94GsVi1K"].join("_");
  const [name = ""] = filesIn(join(home, ".pi"));
  const path = join(home, ".pi", name);
  const line = (id: string, parentId: string | null, role: string, text: string) =>
    `${JSON.stringify({ type: "message", id, parentId, timestamp: "2026-10-22T07:00:00.000Z", message: { role, content: [{ type: "text", text }] } })}\n`;
  mkdirSync(dirname(path), { recursive: true });
  const [header = ""] = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, `${header}\n${line("a", null, "user", `Log in with ${secret}.`)}`);
  const pack = (...words: string[]) => chatexport(home, "pack", ...words, "-o", "talk.tar.gz");
  const { stderr } = await pack("01a19c40");
  expect(stderr).toContain("1 secret masked");
  const bytes = gunzipSync(readFileSync(join(home, "talk.tar.gz"))).toString("latin1");
  expect(bytes).toContain("Log in with");
  expect(bytes).not.toContain(secret);
  expect((await pack("01a19c40", "7d3f0c52")).stderr).toContain("pi: 1, Qwen Code: 1.");
  expect((await pack("01a19c40", "--from", "qwen")).stderr).toContain(
    ", a session of pi; this command takes those of Qwen Code",
  );
  expect((await pack("01a19c40", "--from", "zed")).stderr).toContain("pack takes sessions of");
});
