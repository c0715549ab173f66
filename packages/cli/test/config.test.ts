import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { documentsIn, emptyFolder, homeWith, outcomeOf, start, writeTranscript } from "./binary.js";
import { chatexport } from "./in-process.js";

/** A working directory with a home of two sessions, and a file of options. */
function folderWith(config: unknown, fileName = "chatexport.config.json"): string {
  const cwd = homeWith(
    { id: "session-a", title: "Alpha", startedAt: "2026-01-01T10:00:00.000Z" },
    { id: "session-b", title: "Beta", startedAt: "2026-01-02T10:00:00.000Z" },
  );
  const text = typeof config === "string" ? config : JSON.stringify(config);
  writeFileSync(join(cwd, fileName), text);
  return cwd;
}

describe("a file of options", () => {
  it("in the working directory holds for every command, and the command line wins", async () => {
    const cwd = folderWith({ from: "claude", limit: 1, to: ["jsonl"], out: "history" });
    expect((await chatexport(cwd)).exitCode).toBe(2);
    const { stdout, stderr } = await chatexport(cwd, "list");
    expect(stdout).toMatch(/^[^\n]*Beta\n$/);
    expect(stderr).toContain("Options from chatexport.config.json.\n");
    expect((await chatexport(cwd, "export", "--from", "claude")).exitCode).toBe(0);
    expect(documentsIn(join(cwd, "history"))).toEqual([
      "claude/shop/2026-01-02-1000-beta-sessionb.jsonl",
    ]);
    await chatexport(cwd, "export", "--limit", "2", "--out", "other");
    expect(documentsIn(join(cwd, "other"))).toHaveLength(2);
  });

  it("can be a program", async () => {
    const cwd = folderWith(
      "export default { from: ['claude'], limit: 1 };",
      "chatexport.config.mjs",
    );
    expect((await chatexport(cwd, "list")).stdout).toMatch(/^[^\n]*Beta\n$/);
  });

  it("can have its options checked by an editor", async () => {
    const program = [
      'import { defineConfig } from "chatexport/config";',
      "export default defineConfig({ from: 'claude', limit: 1 });",
    ];
    const cwd = folderWith(program.join("\n"), "chatexport.config.mjs");
    mkdirSync(join(cwd, "node_modules"));
    const own = fileURLToPath(new URL("..", import.meta.url));
    symlinkSync(own, join(cwd, "node_modules/chatexport"), "junction");
    // The package is loaded as it was built, which the test runner would not do.
    expect((await outcomeOf(start(cwd, "list"))).stdout).toMatch(/^[^\n]*Beta\n$/);
  });

  it("may name places below the home folder, as the command line may behind =", async () => {
    const cwd = folderWith({ from: "claude", out: "~/history", report: "~/report.json" });
    expect((await chatexport(cwd, "export")).exitCode).toBe(0);
    expect(documentsIn(join(cwd, "history"))).toHaveLength(2);
    await chatexport(cwd, "export", "--out=~/other", "--config=~/chatexport.config.json");
    expect(documentsIn(join(cwd, "other"))).toHaveLength(2);
    expect(readdirSync(cwd)).toContain("report.json");
    expect(readdirSync(cwd)).not.toContain("~");
  });

  it("has another name with --config", async () => {
    const cwd = folderWith({ limit: 1 }, "mine.json");
    expect((await chatexport(cwd, "list", "--config", "mine.json")).stdout).not.toContain("Alpha");
    expect((await chatexport(cwd, "list")).stdout).toContain("Alpha");
  });

  it("is left alone with --no-config", async () => {
    const cwd = folderWith("throw new Error('it ran')", "chatexport.config.mjs");
    const { exitCode, stdout, stderr } = await chatexport(cwd, "list", "--no-config");
    expect([exitCode, stderr]).not.toContain("Options from");
    expect(stdout).toContain("Alpha");
    expect((await chatexport(cwd, "list")).stderr).toContain("it ran");
  });

  it("is one: two are an error", async () => {
    const cwd = folderWith({ limit: 1 });
    writeFileSync(join(cwd, "chatexport.config.cjs"), "module.exports = { limit: 2 };");
    expect(await chatexport(cwd, "list")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(
        "chatexport.config.cjs and chatexport.config.json are both here: remove one, or name one with --config.",
      ),
    });
    const { stdout } = await chatexport(cwd, "list", "--config", "chatexport.config.cjs");
    expect(stdout).toContain("Alpha");
  });

  it.each([
    ["chatexport.config.ts", "export default {};", "chatexport.config.ts"],
    ["chatexport.config.yaml", "limit: 1", "chatexport.config.yaml"],
    ["package.json", '{ "chatexport": { "limit": 1 } }', '"chatexport" in package.json'],
  ])("is named when it is in a place that is not read: %s", async (file, text, name) => {
    const cwd = folderWith(text, file);
    const warning = `warning: ${name} is not read: move its options to chatexport.config.json.`;
    const { stdout, stderr } = await chatexport(cwd, "list");
    expect(stderr).toContain(warning);
    expect(stdout).toContain("Alpha");
    expect((await chatexport(cwd, "list", "--no-config")).stderr).not.toContain(warning);
  });

  it("is not missed in a package.json that only names the package", async () => {
    const cwd = folderWith('{ "devDependencies": { "chatexport": "1" } }', "package.json");
    expect((await chatexport(cwd, "list")).stderr).not.toContain("is not read");
  });

  it("sets options of plugins, also of those that take no part", async () => {
    const option = { markdown: { detail: "conversation" }, cursor: {}, "my-sink": { depth: 3 } };
    const cwd = folderWith({ from: "claude", option });
    const { exitCode, stderr } = await chatexport(
      cwd,
      "export",
      "--out",
      "out",
      "--to",
      "markdown",
    );
    expect(stderr).not.toContain("error");
    expect(exitCode).toBe(0);
    const wrong = folderWith({ option: { markdown: { detail: "ful" } } });
    expect((await chatexport(wrong, "export")).stderr).toContain(
      "unknown value of markdown.detail 'ful' (did you mean 'full'?)",
    );
  });

  it("gives way to the shorthand of an option of sinks", async () => {
    const cwd = folderWith({ from: "claude", option: { markdown: { detail: "full" } } });
    const command = { type: "tool_use", id: "t", name: "Bash", input: { command: "make test" } };
    const call = { uuid: "c1", parentUuid: "u1", sessionId: "session-a", type: "assistant" };
    const message = { id: "msg_0", role: "assistant", content: [command] };
    const lines = [JSON.stringify({ ...call, message })];
    writeTranscript(cwd, { id: "session-a", lines, answers: "c1" });
    const shown = async (...words: string[]) =>
      (await chatexport(cwd, "export", "--session", "session-a", "--out", "-", ...words)).stdout;
    expect(await shown("--detail", "conversation")).not.toContain("Run (Bash)");
    expect(await shown()).toContain("Run (Bash)");
  });

  it("masks what its own rules say, and leaves what it allows", async () => {
    const redact = { rule: ["ticket=SHOP-\\d+"], allow: ["SHOP-1"] };
    const cwd = folderWith({ from: "claude", option: { redact } });
    const title = "SHOP-1 and SHOP-22";
    writeFileSync(
      join(cwd, ".claude/projects/-home-mira-shop/session-b.jsonl"),
      `${JSON.stringify({ type: "custom-title", customTitle: title, sessionId: "session-b" })}\n`,
      { flag: "a" },
    );
    const { stdout } = await chatexport(cwd, "list");
    expect(stdout).toContain("SHOP-1 and [redacted: ticket]");
  });

  it("is read with the mark that some editors put first, and with its schema", async () => {
    const schema = "./node_modules/chatexport/schemas/config.schema.json";
    const text = JSON.stringify({ $schema: schema, from: "claude", limit: 1 });
    const { stdout } = await chatexport(folderWith(`\ufeff${text}`), "list");
    expect(stdout).toMatch(/^[^\n]*Beta\n$/);
  });

  it("gives way to the command line, also where that takes a switch back", async () => {
    const cwd = folderWith({ from: "claude", redact: false, quiet: true });
    const secret = `ghp_${"A1b2C3d4E5f6G7h8I9j0".repeat(2).slice(0, 36)}`;
    writeTranscript(cwd, { id: "session-b", title: `The key ${secret}` });
    const left = await chatexport(cwd, "list");
    expect(left.stdout).toContain(secret);
    expect(left.stderr).toBe("");
    const masked = await chatexport(cwd, "list", "--redact", "--no-quiet");
    expect(masked.stdout).not.toContain(secret);
    expect(masked.stderr).toContain("2 sessions");
    const other = folderWith({ from: "claude", redact: true });
    writeTranscript(other, { id: "session-b", title: `The key ${secret}` });
    expect((await chatexport(other, "list", "--no-redact")).stdout).toContain(secret);
  });

  it("gives options to a source and a sink of the same name", async () => {
    const cwd = folderWith({
      from: "claude",
      to: "jsonl",
      option: { jsonl: { dialect: "openai" } },
    });
    expect((await chatexport(cwd, "export", "--out", "archive")).exitCode).toBe(0);
    const words = ["--from", "jsonl", "--root", "archive", "--limit", "1", "--out", "-"];
    const lossless = ["--option", "jsonl.dialect=chatexport"];
    await chatexport(cwd, "export", "--out", "archive", "--force", ...lossless);
    const { stdout, exitCode } = await chatexport(cwd, "export", ...words);
    expect(JSON.parse(stdout)).toHaveProperty("messages");
    expect(exitCode).toBe(0);
    expect((await chatexport(cwd, "list", "--from", "jsonl", "--root", "archive")).exitCode).toBe(
      0,
    );
  });

  it.each([
    [{ limt: 3 }, "chatexport.config.json: unknown option 'limt' (did you mean 'limit'?).\n"],
    [{ limit: "many" }, "chatexport.config.json: limit is not a number."],
    [{ limit: 0 }, "chatexport.config.json: limit: --limit takes a whole number above 0, not '0'."],
    [{ limit: [1, 2] }, "chatexport.config.json: limit is not a number."],
    [{ out: [] }, "chatexport.config.json: out is not a text."],
    [{ out: ["a", "b"] }, "chatexport.config.json: out is not a text."],
    [{ out: { a: 1 } }, "chatexport.config.json: out is not a text."],
    [{ project: 3 }, "chatexport.config.json: project is not a text."],
    [{ to: ["html", 3] }, "chatexport.config.json: to is not a text or a list of texts."],
    [{ to: [] }, "chatexport.config.json: to is not a text or a list of texts."],
    [
      { detail: "ful" },
      "chatexport.config.json: detail: unknown value of --detail 'ful' (did you ",
    ],
    [{ since: "soon" }, "chatexport.config.json: since: 'soon' is not a time; "],
    [{ redact: "no" }, "chatexport.config.json: redact is not true or false."],
    [{ option: ["a"] }, "chatexport.config.json: option is not an object."],
    [{ option: { html: 3 } }, "chatexport.config.json: option.html is not an object."],
    [
      { option: { markdown: { layout: {} } } },
      "chatexport.config.json: option.markdown.layout is not a text, a number, true, false, or a list",
    ],
    [
      { option: { markdown: { detail: ["full", "standard"] } } },
      "chatexport.config.json: option.markdown.detail takes one value.",
    ],
    [
      { option: { markdown: { detial: "full" } } },
      "unknown markdown option 'detial' (did you mean 'detail'?)",
    ],
    [
      { option: { markdwon: { detail: "full" } } },
      "unknown source or sink under option in chatexport.config.json 'markdwon' (did you mean 'markdown'?)",
    ],
    [
      { config: "x.json" },
      "chatexport.config.json: unknown option 'config'; choose from project, ",
    ],
    [["claude"], "chatexport.config.json holds no object of options."],
    [
      "{",
      "chatexport.config.json cannot be read: line 1, column 2: expected a comma or }, but the file ends.",
    ],
    [
      '{\n  "from": "claude",\n  "limit": 3,\n}',
      "chatexport.config.json cannot be read: line 4, column 1: expected a name in double quotes, but there is }.",
    ],
  ])("like %j ends with 2 and says what is wrong", async (config, sentence) => {
    const { exitCode, stderr, stdout } = await chatexport(folderWith(config), "export");
    expect(stderr).toContain(`error: ${sentence}`);
    expect(stdout).toBe("");
    expect(exitCode).toBe(2);
  });

  it("that is no program says how to find out why", async () => {
    const cwd = folderWith("export default { a: 1,, };", "chatexport.config.mjs");
    const { exitCode, stderr } = await chatexport(cwd, "list");
    expect(stderr).toContain(
      "error: chatexport.config.mjs cannot be read: Unexpected token ','; node --check chatexport.config.mjs shows where.",
    );
    expect(exitCode).toBe(2);
  });

  it("that is not there ends with 2", async () => {
    const { exitCode, stderr } = await chatexport(emptyFolder(), "list", "--config", "no.json");
    expect(stderr).toBe("error: --config no.json: no such file.\n");
    expect(exitCode).toBe(2);
  });

  it("that is something else ends with 2", async () => {
    const cwd = folderWith("from: claude", "options.yaml");
    const yaml = await chatexport(cwd, "list", "--config", "options.yaml");
    const ending = "a file of options ends in .json, .js, .mjs or .cjs.";
    expect(yaml.stderr).toBe(`error: --config options.yaml: ${ending}\n`);
    const folder = await chatexport(cwd, "list", "--config", ".");
    expect(folder.stderr).toBe("error: --config .: this is a folder.\n");
    expect([yaml.exitCode, folder.exitCode]).toEqual([2, 2]);
  });

  it("is not read for help", async () => {
    const cwd = folderWith("{");
    expect((await chatexport(cwd, "--help")).exitCode).toBe(0);
    expect(readFileSync(join(cwd, "chatexport.config.json"), "utf8")).toBe("{");
  });
});
