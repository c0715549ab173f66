import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { homes, type Mark } from "../src/homes.computed.js";
import { kinds } from "../src/kinds.js";
import { measure, ownCase } from "../src/measure.js";

const program = fileURLToPath(new URL("../dist/main.js", import.meta.url));
const tools = Object.keys(homes);
const [home] = tools.flatMap((tool) => (tool === "codex" ? (homes[tool] ?? []) : []));
if (!home) throw new Error("There is no home of Codex.");
const marks = home.marks;
const [markdown, html, json] = [
  (role: string, text: string) => `### ${role}\n\nThen ${text} was said.\n`,
  (role: string, text: string) => `<div class="message ${role}"><p>${text}</p></div>`,
  (role: string, text: string) =>
    `${JSON.stringify({ role, content: [{ type: "text", text }] })}\n`,
];

/** A command that prints a text, or runs code of Node for a home. */
function exporter({ prints, code }: { prints?: string; code?: string }): string {
  const folder = emptyFolder();
  const file = join(folder, "exporter.mjs");
  writeFileSync(
    file,
    `import * as fs from "node:fs"; import { spawn } from "node:child_process"; const [,, home, out] = process.argv;
    ${code ?? `fs.writeFileSync(out + "/all.txt", ${JSON.stringify(prints)})`}`,
  );
  return `"${process.execPath}" "${file}" {home} {out}`;
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-fidelity-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A document with each text under its role, and what was left at the end. */
function documentOf(all: readonly Mark[], write = markdown): string {
  const conversation = all.filter(({ kind }) => kind !== "rewind" && kind !== "injected");
  const said = conversation.map(({ id, kind }) => write(kinds[kind]?.role ?? "tool", id));
  const left = all.filter(({ kind }) => kind === "rewind").map(({ id }) => write("user", id));
  return [...said, write("tool", "a branch that was rewound"), ...left].join("");
}

const run = (command: string, seconds = 60) => measure(command, ownCase("codex", home), seconds);

/** The outcomes of the texts of a kind that are not kept. */
async function flawsOf(prints: string, kind: string): Promise<string[]> {
  const { flaws } = await run(exporter({ prints }));
  return flaws.filter((flaw) => flaw.kind === kind).map(({ outcome }) => outcome);
}

test.each([
  ["Markdown", markdown],
  ["HTML", html],
  ["JSON", json],
] as const)("an exporter that writes all as %s keeps all", async (_, write) => {
  const report = await run(exporter({ prints: documentOf(marks, write) }));
  expect(report).toMatchObject({ tool: "codex", ending: "done", flaws: [] });
  expect(report.all).toEqual({ kept: marks.length });
});

test.each(tools)("each text of the home of %s stands in its files", async (tool) => {
  const copies = exporter({ code: `fs.cpSync(home, out, { recursive: true })` });
  const { flaws, all } = await measure(copies, ownCase(tool, homes[tool] ?? home), 60);
  expect(flaws.filter(({ outcome }) => outcome === "lost")).toEqual([]);
  expect(all.kept).toBeGreaterThan(0);
});

test("what is lost is told, and whether the exporter says so", async () => {
  const prints = documentOf(marks.filter(({ kind }) => kind !== "reasoning"));
  expect(await flawsOf(prints, "reasoning")).toEqual(["lost", "lost"]);
  expect(await flawsOf(`${prints}\n(2 thoughts are not shown)`, "reasoning")).toEqual([
    "said",
    "said",
  ]);
  const code = `console.error("2 reasoning blocks were skipped"); fs.writeFileSync(out + "/a", "You: hello")`;
  const { kinds: counted } = await run(exporter({ code }));
  expect(counted).toMatchObject({ reasoning: { said: 2 }, answer: { lost: 4 } });
});

test("a text out of order is told, and no other one", async () => {
  const [first, second, ...others] = marks.filter(({ kind }) => kind === "answer");
  if (!first || !second) throw new Error("There are no answers.");
  const moved = [...marks.filter(({ id }) => id !== first.id)];
  moved.splice(moved.indexOf(second) + 1, 0, first);
  const { flaws } = await run(exporter({ prints: documentOf(moved) }));
  expect(flaws.map(({ id, outcome }) => [id, outcome])).toEqual([[first.id, "order"]]);
  expect(others.length).toBeGreaterThan(0);
});

test("an index of titles and prompts before the conversation puts nothing out of order", async () => {
  const index = marks.filter(({ kind }) => kind === "prompt" || kind === "title");
  const prints = `${index.map(({ id }) => `- ${id}\n`).join("")}${documentOf(marks)}`;
  expect((await run(exporter({ prints }))).flaws).toEqual([]);
});

test("a text under the role of another one is told", async () => {
  const document = documentOf(marks);
  const prints = document.replaceAll("### assistant", "### user");
  expect(await flawsOf(prints, "answer")).toEqual(["role", "role", "role", "role"]);
  expect(await flawsOf(document.replaceAll(/^###.*/gm, ""), "answer")).toEqual([]);
});

test("a turn that was taken back belongs apart", async () => {
  const prints = marks.map(({ id }) => markdown("user", id)).join("");
  expect(await flawsOf(prints, "rewind")).toEqual(["mixed", "mixed"]);
  expect(await flawsOf(documentOf(marks), "rewind")).toEqual([]);
});

test("a text that nobody typed does not belong among the prompts", async () => {
  const [injected] = marks.filter(({ kind }) => kind === "injected");
  const text = injected?.id ?? "";
  expect(await flawsOf(markdown("User", text) + documentOf(marks), "injected")).toEqual(["mixed"]);
  expect(await flawsOf(markdown("System", text) + documentOf(marks), "injected")).toEqual([]);
});

test("an image counts where its data is in a page, or in a file beside it", async () => {
  const claude = homes.claude ?? home;
  const [image] = claude.marks.filter(({ kind }) => kind === "image");
  const data = `${image?.id}AAAA`;
  const ofImage = async (code: string) =>
    (await measure(exporter({ code }), ownCase("claude", claude), 60)).kinds.image;
  expect(
    await ofImage(`fs.writeFileSync(out + "/a.html", '<img src="data:;base64,${data}">')`),
  ).toEqual({ kept: 1 });
  expect(
    await ofImage(`fs.writeFileSync(out + "/a.png", Buffer.from("${data}", "base64"))`),
  ).toEqual({ kept: 1 });
  expect(await ofImage(`fs.writeFileSync(out + "/a.md", "[image omitted]")`)).toEqual({ said: 1 });
});

test("an exporter that crashes is judged by what it has written", async () => {
  const [prompt] = marks.filter(({ kind }) => kind === "prompt");
  const code = `fs.writeFileSync(out + "/a.md", "# You\\n\\n${prompt?.id}"); throw new Error("broken")`;
  const report = await run(exporter({ code }));
  expect(report.ending).toBe("failed");
  expect(report.kinds.prompt).toMatchObject({ kept: 1 });
  expect(await run("no-such-exporter-anywhere {out}")).toMatchObject({ ending: "failed" });
});

test("an exporter that hangs is ended, and so is what it has started", async () => {
  const endless = `process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);`;
  const code = `spawn(process.execPath, ["-e", ${JSON.stringify(endless)}], { stdio: "inherit" }); ${endless}`;
  expect(await run(exporter({ code }), 0.5)).toMatchObject({ ending: "out of time" });
});

test("an exporter that writes nothing is told from one that loses all", async () => {
  expect(await run(exporter({ code: "" }))).toMatchObject({ ending: "wrote nothing" });
  const empty = exporter({ code: `fs.writeFileSync(out + "/a.md", "\\n")` });
  expect(await run(empty)).toMatchObject({ ending: "wrote nothing" });
  expect(await run(exporter({ prints: "# No sessions" }))).toMatchObject({ ending: "done" });
});

test("a link to the home is no document", async () => {
  const code = `fs.symlinkSync(home, out + "/all"); fs.writeFileSync(out + "/a.md", "hello")`;
  const { all } = await run(exporter({ code }));
  expect(all.lost).toBe(marks.filter(({ kind }) => !/rewind|injected/.test(kind)).length);
});

test("an exporter sees the home as its own, and can spoil nothing", async () => {
  const code = `fs.writeFileSync(out + "/a.md", process.env.HOME === home && !process.env.CODEX_HOME ? "own" : "other");
    console.log("reasoning lost"); fs.rmSync(home, { recursive: true })`;
  process.env.CODEX_HOME = tmpdir();
  onTestFinished(() => void delete process.env.CODEX_HOME);
  const first = await run(exporter({ code }));
  const copies = await run(exporter({ code: `fs.cpSync(home, out, { recursive: true })` }));
  expect(first).toMatchObject({ ending: "done", kinds: { reasoning: { said: 2 } } });
  expect(copies.kinds.prompt).toEqual({ kept: 3 });
});

test("the program prints a table, or the report as JSON", () => {
  const call = (...words: string[]) =>
    spawnSync(process.execPath, [program, ...words], { encoding: "utf8" });
  const all = exporter({ prints: documentOf(marks) });
  const perfect = call("--run", all, "--tool", "codex");
  expect(perfect).toMatchObject({ status: 0, stderr: "" });
  expect(perfect.stdout).toContain(`all        ${marks.length}/${marks.length}\n`);
  const drops = exporter({ prints: documentOf(marks.filter(({ kind }) => kind !== "edit")) });
  const lossy = call("--run", drops, "--tool", "codex", "--json");
  expect(lossy.status).toBe(1);
  expect(JSON.parse(lossy.stdout)).toMatchObject([{ tool: "codex", kinds: { edit: { lost: 3 } } }]);
  const silent = call("--run", exporter({ code: "" }), "--tool", "pi", "--tool", "kimi");
  expect(silent.stdout).toMatch(
    /pi: the exporter wrote nothing\.\nkimi: the exporter wrote nothing\.\n$/,
  );
});

test("the program takes a home of one's own", () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "home"));
  writeFileSync(join(folder, "home", "log.txt"), "MarkOne MarkTwo");
  const said = [
    { id: "MarkOne", kind: "prompt", expect: "shown" },
    { id: "MarkThree", kind: "tool-input", expect: "shown" },
    { id: "MarkFour", kind: "prompt", expect: "hidden" },
  ];
  writeFileSync(join(folder, "said.json"), JSON.stringify({ client: "mine", said }));
  const words = [
    program,
    "--case",
    folder,
    "--run",
    exporter({ code: `fs.cpSync(home, out, { recursive: true })` }),
  ];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stdout).toContain("mine\nprompt      1/1\ntool-input  0/1 1l\nall         1/2 1l\n");
});

test.each([
  [[], "--run says"],
  [["--run", "true", "--tool", "constructor"], 'no home of "constructor"'],
  [["--run", "true", "--seconds", "soon"], '"soon"'],
  [["--run", "true", "--case", "/nowhere"], "said.json"],
  [["--fast"], "--fast"],
])("%j is refused", (words, reason) => {
  const { status, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toContain(reason);
  expect(stderr).toContain("Usage: chatexport-fidelity");
});
