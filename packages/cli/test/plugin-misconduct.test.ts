import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { chatexport, documentsIn, emptyFolder, type Outcome, start } from "./binary.js";
import { chatexport as chatexportHere } from "./in-process.js";
import { sinkModule, sourceModule, writeFiles } from "./invented-plugins.js";

const whole = sourceModule("notes");
const loading = "async load({ id, title }) {";

/** Runs beside another source, with this module as the source `notes`. */
function runWith(source: string, ...words: string[]): Promise<Outcome> {
  const cwd = emptyFolder();
  writeFiles(cwd, { "notes.mjs": source, "good.mjs": sourceModule("good") });
  return chatexport(cwd, ...words, "--from", "./good.mjs", "--from", "./notes.mjs");
}

it.each([
  ["that is imported", `console.log("loud"); ${whole}`],
  [
    "that lists",
    whole.replace("async *list() {", 'async *list() { process.stdout.write("loud\\n");'),
  ],
])("what a plugin prints %s does not get among the data", async (_, module) => {
  const { stdout, stderr, exitCode } = await runWith(module, "list", "--json");
  expect(JSON.parse(stdout)).toHaveLength(4);
  expect(stderr).toBe("loud\n");
  expect(exitCode).toBe(0);
});

it.each([
  ["is imported", `process.exit(0); ${whole}`],
  ["loads", whole.replace(loading, `${loading} process.exit(0);`)],
])("a plugin that exits when it %s is named", async (_, module) => {
  const { stderr, exitCode } = await runWith(module, "stats");
  expect(stderr).toBe(
    "error: ./good.mjs or ./notes.mjs ended the program before its work was done.\n",
  );
  expect(exitCode).toBe(1);
});

it.each([
  ["when it is imported", `await new Promise(() => {}); ${whole}`],
  ["when it lists", whole.replace("for (const id", "await new Promise(() => {}); for (const id")],
  ["when it loads", whole.replace(loading, `${loading} await new Promise(() => {});`)],
])("a plugin that waits for ever %s is named", async (_, module) => {
  const { stderr, exitCode } = await runWith(module, "stats");
  expect(stderr).toBe("error: ./good.mjs or ./notes.mjs waits for what never comes.\n");
  expect(exitCode).toBe(1);
});

/**
 * Fails when the work is done: the program waits for that, here as long as it takes and not for a second. On a busy
 * machine it may fail during the work, which is told in the same way.
 */
const lateFailure = `
  const later = globalThis.setTimeout;
  globalThis.setTimeout = (work) => later(work, 600_000);
  later(() => { throw new Error("lost connection"); }, 600);`;

it.each([
  ["a promise", 'Promise.reject(new Error("lost connection"));'],
  ["a timer", 'setTimeout(() => { throw new Error("lost connection"); });'],
  ["a late timer", lateFailure],
])("what fails in %s that nobody waits for is told, and the work is done", async (_, statement) => {
  const { stdout, stderr, exitCode } = await runWith(statement + whole, "list");
  expect(stdout).toContain("Of good: one");
  expect(stderr).toBe(
    "4 sessions\nerror: ./good.mjs or ./notes.mjs failed where nobody waits for it: lost connection.\n",
  );
  expect(exitCode).toBe(1);
});

it.each([
  ["a timer", `setInterval(() => {}, 1000); ${whole}`],
  ["a source", whole.replace("async stores", "close: () => new Promise(() => {}), async stores")],
])("%s that is never closed keeps nobody waiting", async (_, module) => {
  const { stdout, exitCode } = await runWith(module, "list");
  expect(stdout).toContain("Of notes: one");
  expect(exitCode).toBe(0);
});

it.each([
  ["number", "yield 5"],
  ["nothing", "yield undefined"],
  ["list of numbers", "yield new Uint16Array([300])"],
])("a document with a %s in it is not written, wherever it goes", async (_, statement) => {
  const cwd = emptyFolder();
  writeFiles(cwd, {
    "notes.mjs": whole,
    "plain.mjs": sinkModule("plain").replace("yield title", `${statement}; yield title`),
  });
  const words = ["--from", "./notes.mjs", "--to", "./plain.mjs"];
  for (const line of ["export", "export --out x.txt", "export --out -", "show 1111"]) {
    const outcome = await chatexportHere(cwd, ...line.split(" "), ...words);
    expect(outcome.stdout).toBe("");
    expect(outcome.stderr).toMatch(/a piece of it is neither text nor bytes.*\[document-failed\]/);
    expect(outcome.exitCode).toBe(1);
  }
});

it("a document without an end can be ended", async () => {
  const cwd = emptyFolder();
  const sink = sinkModule("plain").replace("yield title", 'for (;;) yield "x"; yield title');
  writeFiles(cwd, { "notes.mjs": whole, "plain.mjs": sink });
  const run = start(
    cwd,
    "export",
    "--from",
    "./notes.mjs",
    "--to",
    "./plain.mjs",
    "--out",
    "x.txt",
  );
  const ended = new Promise((resolve) => run.on("close", resolve));
  // What it writes has another name until it is whole.
  await expect.poll(() => readdirSync(cwd), { interval: 10 }).toHaveLength(3);
  run.kill("SIGINT");
  expect(await ended).toBe(130);
});

it("a plugin that goes on for ever is ended by a second signal", async () => {
  const cwd = emptyFolder();
  const endless = `${loading} setInterval(() => {}, 1000); console.log("loads"); await new Promise(() => {});`;
  writeFiles(cwd, { "notes.mjs": whole.replace(loading, endless) });
  const run = start(cwd, "stats", "--from", "./notes.mjs");
  const ended = new Promise((resolve) => run.on("close", resolve));
  await new Promise((resolve) => run.stderr?.on("data", resolve));
  run.kill("SIGTERM");
  // Two of a kind may arrive as one.
  run.kill("SIGINT");
  expect(await ended).toBe(130);
});

it("an archive is whole again after a plugin that ended the program", async () => {
  const cwd = emptyFolder();
  const leaving = whole.replace(loading, `${loading} if (id[0] === "2") process.exit(0);`);
  writeFiles(cwd, { "notes.mjs": leaving, "good.mjs": sourceModule("good") });
  const words = ["--from", "./good.mjs", "--from", "./notes.mjs"];
  expect((await chatexport(cwd, ...words)).exitCode).toBe(1);
  const without = await chatexport(cwd, "--from", "./good.mjs");
  expect(without.stderr).not.toMatch(/vanished|not in the store|error/);
  expect(without.exitCode).toBe(0);
  writeFiles(cwd, { "notes.mjs": whole });
  expect((await chatexport(cwd, ...words)).exitCode).toBe(0);
  expect(documentsIn(join(cwd, "chat-export"))).toHaveLength(4);
});
