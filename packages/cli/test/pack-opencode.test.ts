import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { buildDatabase, buildStore } from "../../../scripts/opencode-store.mjs";
import { openDatabase } from "../../sqlite/src/index.js";
import { createDatabase } from "../../sqlite/test/support/databases.js";
import { emptyFolder, exampleHome } from "./binary.js";
import { chatexport } from "./in-process.js";
import { kill } from "./killed.js";
import { homeOf, messagesIn, rowsIn, storesIn } from "./packs.js";

const fixtures = fileURLToPath(new URL("../../source-opencode/fixtures", import.meta.url));
const data = ".local/share/opencode";

/** A home in which OpenCode has run, and the file of a pack lies. */
function homeWith(pack: string, tables: Record<string, object[]> = {}): string {
  const there = emptyFolder();
  buildDatabase(join(there, data, "opencode.db"), { tables });
  mkdirSync(join(there, "work"));
  cpSync(pack, join(there, "all.tar.gz"));
  return there;
}

const optional = { session_v2: [], session_input: [], session_inbox: [] };
const pack = ["pack", "--project", "*", "--from", "opencode", "-o", "all.tar.gz", "--no-redact"];
const unpack = ["unpack", "all.tar.gz", "--project", "work"];

it.each(readdirSync(fixtures))("all sessions of %s come out of one file", async (name) => {
  const here = homeOf(join(fixtures, name, "store"));
  buildStore(here);
  const packed = await chatexport(here, ...pack, "--json");
  if (name === "kilo") return expect(existsSync(join(here, "all.tar.gz"))).toBe(false);
  const { sessions } = JSON.parse(packed.stdout);
  const there = homeWith(join(here, "all.tar.gz"), optional);
  const before = storesIn(there);
  const { stderr, exitCode } = await chatexport(there, ...unpack);
  expect([stderr, exitCode]).toEqual([expect.stringContaining("checked by reading back"), 0]);
  const ids = sessions.map(({ id }: { id: string }) => id);
  const folders = [there, here, ...(await rowsIn(here)).flatMap(({ cwd }) => cwd ?? [])];
  // Files have other origins than rows, and a part without its message no place among these.
  const said = async (home: string) =>
    (await messagesIn(home, ids, folders))
      .map((line) => line.replace(/"origin":\{(?:"at":"[^"]+")?\}/, ""))
      .filter((line) => !line.includes("Left behind without its message."));
  expect(await said(there)).toEqual(await said(here));
  expect((await chatexport(there, "undo", "--yes")).exitCode).toBe(0);
  expect(storesIn(there)).toEqual(before);
});

/** A pack of the session of the example. */
async function packedExample(...words: string[]) {
  const here = homeOf(exampleHome, data);
  await chatexport(here, ...pack.slice(0, -1), ...words);
  return { here, file: join(here, "all.tar.gz") };
}

it("lists a session in the project around the folder, and else in that of all folders", async () => {
  const { file } = await packedExample("--no-redact");
  for (const projects of [[], [{ id: "prj", worktree: "", time_created: 1 }]]) {
    const there = homeWith(file);
    const path = join(there, data, "opencode.db");
    const project = projects.map((each) => ({ ...each, worktree: there }));
    buildDatabase(path, { tables: { project } });
    await chatexport(there, ...unpack);
    const database = openDatabase(path);
    const [session] = database.all("SELECT project_id, path, permission FROM session");
    const known = database.all("SELECT id FROM project").map(({ id }) => id);
    database.close();
    const isKnown = project.length > 0;
    expect(session).toEqual({
      ...{ project_id: isKnown ? "prj" : "global", path: null, permission: null },
    });
    expect(known).toEqual([isKnown ? "prj" : "global"]);
  }
});

it("packs no account and no link, and gives the same bytes again", async () => {
  const { here, file } = await packedExample("--no-redact");
  const text = gunzipSync(readFileSync(file)).toString("latin1");
  expect(text).not.toMatch(/"(?:credential|account|session_share|workspace)"/);
  const there = homeWith(file);
  await chatexport(there, ...unpack);
  expect((await chatexport(there, ...unpack)).stderr).toContain("has the session already");
  await chatexport(there, ...pack);
  expect(gunzipSync(readFileSync(join(there, "all.tar.gz"))).toString("latin1")).toEqual(text);
  expect(await rowsIn(here)).toMatchObject((await rowsIn(there)).map(({ id }) => ({ id })));
});

it("masks what is secret in rows, and leaves out reasoning that has some of it", async () => {
  const secret = ["ghp", "Zq83LmTv0aXe5RkWnB7YpJ2cHdUf94GsVi1K"].join("_");
  const here = emptyFolder();
  const row = (id: string, at: number, of: object) => ({
    ...{ id, session_id: "ses_1", time_created: at },
    ...of,
  });
  buildDatabase(join(here, data, "opencode.db"), {
    tables: {
      session: [{ id: "ses_1", directory: "/home/mira", title: "Log in", time_created: 1 }],
      message: [
        row("msg_1", 1, { data: { role: "user", time: { created: 1 } } }),
        row("msg_2", 2, { data: { role: "assistant", time: { created: 2 } } }),
      ],
      part: [
        row("prt_1", 1, { message_id: "msg_1", data: { type: "text", text: `Use ${secret}.` } }),
        row("prt_2", 2, { message_id: "msg_2", data: { type: "reasoning", text: secret } }),
        row("prt_3", 3, { message_id: "msg_2", data: { type: "reasoning", text: "I log in." } }),
        row("prt_4", 4, { message_id: "msg_2", data: { type: "text", text: "Done." } }),
      ],
    },
  });
  const { stderr } = await chatexport(here, ...pack.slice(0, -1));
  expect(stderr).toContain("1 secret masked");
  const there = homeWith(join(here, "all.tar.gz"));
  await chatexport(there, ...unpack);
  const database = openDatabase(join(there, data, "opencode.db"));
  const parts = database.all("SELECT id, data FROM part ORDER BY id");
  database.close();
  expect(parts.map(({ id }) => id)).toEqual(["prt_1", "prt_3", "prt_4"]);
  expect(JSON.parse(String(parts[0]?.data)).text).toMatch(/^Use \[/);
});

it("refuses where OpenCode has not run, or is older than the one that was packed", async () => {
  const { file } = await packedExample("--no-redact");
  const none = emptyFolder();
  mkdirSync(join(none, "work"));
  cpSync(file, join(none, "all.tar.gz"));
  const { stderr } = await chatexport(none, ...unpack);
  expect(stderr.replace(/\s+/g, " ")).toContain("OpenCode has no database on this machine");
  const converted = await chatexport(none, ...unpack, "--in", "claude");
  expect(converted.exitCode).toBe(0);
  const there = homeWith(file);
  const path = join(there, data, "opencode.db");
  createDatabase(path, ["ALTER TABLE part DROP COLUMN time_updated"]);
  const before = readFileSync(path);
  const older = await chatexport(there, ...unpack);
  expect(older.stderr.replace(/\s+/g, " ")).toContain("it has no part.time_updated");
  expect(readFileSync(path)).toEqual(before);
});

it.runIf(process.platform === "linux")(
  "refuses while a program has the database open",
  async () => {
    const { file } = await packedExample("--no-redact");
    const there = homeWith(file);
    const open = openSync(join(there, data, "opencode.db"), "r");
    const holder = spawn("sleep", ["600"], { stdio: [open, "ignore", "ignore"] });
    onTestFinished(() => {
      holder.kill();
      closeSync(open);
    });
    await once(holder, "spawn");
    const { stderr } = await chatexport(there, ...unpack);
    expect(stderr.replace(/\s+/g, " ")).toContain("end it and try again");
  },
);

it.each([1, 2, 3, 4])("leaves all as it was, or undo does, when it is killed (%i)", async (n) => {
  const { file } = await packedExample("--no-redact");
  const there = homeWith(file);
  const before = storesIn(there);
  kill(n, there, ...unpack);
  await chatexport(there, "undo", "--yes");
  expect(storesIn(there)).toEqual(before);
  expect((await chatexport(there, ...unpack)).exitCode).toBe(0);
});
