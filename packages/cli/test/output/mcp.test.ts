import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { listSessions } from "@chatexport/core";
import { expect, it, vi } from "vitest";
import { historyOf } from "../../src/commands/mcp/history.js";
import { touching } from "../../src/commands/mcp/touching.js";
import { withSources } from "../../src/host/plugins/load-plugins.js";
import { startRun } from "../../src/host/run.js";
import { emptyFolder, homeWith } from "../binary.js";
import { chatexport } from "../in-process.js";
import { conversation } from "./conversation.js";

const id = "11111111-aaaa-4000-8000-000000000001";

/** The history of a home, as an agent asks about it. */
async function historyIn(home: string) {
  const options = { home, redact: true, color: false };
  return historyOf(options, await startRun({ ...options, findConfig: false, quiet: true }));
}

/** A module that leaves a file when it is loaded. */
function writeProgram(folder: string, name: string): string {
  const trace = join(folder, "it-ran");
  writeFileSync(
    join(folder, name),
    `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(trace)}, "");\nexport default {};\n`,
  );
  return trace;
}

it("an agent cannot have a program loaded by naming it as a source", async () => {
  const home = homeWith({ id });
  const trace = writeProgram(home, "source.mjs");
  const history = await historyIn(home);
  for (const name of [join(home, "source.mjs"), "./source.mjs", "nothing", "constructor"]) {
    await expect(history.sessions({ from: [name], skip: 0, limit: 1 })).rejects.toThrow(/source/);
    expect(await history.load(name, id)).toBeUndefined();
  }
  expect(existsSync(trace)).toBe(false);
  expect((await history.load("claude", id))?.id).toBe(id);
});

it("a file of options in the folder where an agent starts the server is not read", async () => {
  const folder = emptyFolder();
  const trace = writeProgram(folder, "chatexport.config.mjs");
  const input = vi.spyOn(process, "stdin", "get");
  input.mockImplementation(() => Readable.from([]) as never);
  const { exitCode, stderr } = await chatexport(folder, "mcp");
  input.mockRestore();
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(existsSync(trace)).toBe(false);
});

it("a root where nothing is ends the server before it begins", async () => {
  const { exitCode, stderr } = await chatexport(emptyFolder(), "mcp", "--root", "nowhere");
  expect(stderr).toContain("nowhere: not found.");
  expect(exitCode).toBe(1);
});

/** A line of a transcript in which a tool is called. */
function called(name: string, input: Record<string, string>, at = 1): string {
  return JSON.stringify({
    type: "assistant",
    uuid: `a${at}`,
    parentUuid: at === 1 ? "u1" : `a${at - 1}`,
    timestamp: `2026-01-31T10:0${at}:00.000Z`,
    message: {
      id: `m${at}`,
      role: "assistant",
      content: [{ type: "tool_use", id: `t${at}`, name, input }],
    },
  });
}

it("says of a file from the index what the sessions themselves say", async () => {
  const home = homeWith({
    id,
    lines: [
      called("Read", { file_path: "/w/src/cart.ts" }, 1),
      called("Edit", { file_path: "/w/src/cart.ts", old_string: "a", new_string: "b" }, 2),
      called("Read", { file_path: "/w/src/cart.ts" }, 3),
      called("Read", { file_path: "/w/lib/My File.ts" }, 4),
      called("Bash", { command: "cat /w/src/seen.ts" }, 5),
    ],
  });
  const history = await historyIn(home);
  const options = { home, redact: true, color: false, findConfig: false, quiet: true };
  const run = await startRun(options);
  const listed = await withSources(options, (sources) => listSessions(sources, run));
  const found: number[] = [];
  for (const path of [
    "cart.ts",
    "./src/cart.ts",
    "w\\src\\cart.ts",
    "My File.ts",
    "seen.ts",
    "src/",
    "",
  ]) {
    const { files } = await history.sessionsOfFile(path, {});
    expect(files).toEqual(await touching(path, listed, undefined, run));
    found.push(files.length);
  }
  expect(found).toEqual([1, 1, 1, 1, 0, 0, 0]);
});

it("the path of a file is given without the secret that is in it", async () => {
  const secret = ["ghp", "Zq83LmTv0aXe5RkWnB7YpJ2cHdUf94GsVi1K"].join("_");
  const call = called("Read", { file_path: `/w/${secret}/cart.ts` });
  const history = await historyIn(homeWith({ id, lines: [call] }));
  const { files } = await history.sessionsOfFile("cart.ts", {});
  expect(files).toHaveLength(1);
  expect(files[0]).toMatchObject({ isChanged: false });
  expect(files[0]?.path).toMatch(/cart\.ts$/);
  expect(JSON.stringify(files)).not.toContain(secret);
});

it("one of the texts between which OR is has to be there", async () => {
  const home = conversation((it) => it.user("a cold kiln").assistant("a warm shelf"));
  const history = await historyIn(home);
  const found = async (query: string) => {
    const { found, isOfWords } = await history.search(query, { everything: false, limit: 5 });
    return { texts: found.flatMap(({ hits }) => hits.map(({ text }) => text)), isOfWords };
  };
  expect(await found("warm shelf OR no such")).toEqual({
    texts: ["a warm shelf"],
    isOfWords: false,
  });
  expect(await found("shelf kiln OR no such")).toMatchObject({ isOfWords: true });
  expect((await found("/kiln OR shelf/")).texts).toEqual([]);
});
