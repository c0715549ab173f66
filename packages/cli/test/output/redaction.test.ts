import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emptyFolder, filesIn } from "../binary.js";
import { chatexport } from "../in-process.js";

// Put together here, so that nobody who searches this repository for secrets is alarmed.
const letters = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
const canaries = {
  prompt: `ghp_${letters}`,
  title: `glpat-${letters.slice(0, 20)}`,
  input: `sk-ant-api03-${letters.repeat(3).slice(0, 93)}AA`,
  output: `xoxb-123456789012-1234567890123-${letters.slice(0, 24)}`,
  key: `npm_${letters}`,
  folder: `hf_${letters.slice(0, 34)}`,
  image: `AKIA${"Q3WERTYUIOPASDFG"}`,
  reasoning: `AIza${letters.slice(0, 35)}`,
  record: `glpat-${letters.slice(10, 30)}`,
  subagent: `sk_live_${letters.slice(0, 24)}`,
};
const all = Object.values(canaries);

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A home folder whose only session, with its sub-agent, has a secret in each place. */
function homeWithSecrets(): string {
  const home = emptyFolder();
  const cwd = `/home/mira/${canaries.folder}`;
  const folder = join(home, ".claude/projects", cwd.replace(/[^a-zA-Z0-9]/g, "-"));
  const id = "11111111-2222-4333-8444-555555555555";
  const envelope = { sessionId: id, cwd, version: "2.1.0", gitBranch: `fix/${canaries.key}` };
  const message = (uuid: string, parentUuid: string | null, role: string, content: unknown) => ({
    ...envelope,
    type: role,
    uuid,
    parentUuid,
    isSidechain: false,
    timestamp: `2026-02-01T10:00:0${uuid.slice(1)}.000Z`,
    message: { role, content, ...(role === "assistant" && { id: uuid, model: "claude-test" }) },
  });
  const call = { type: "tool_use", id: "toolu_1", name: "mcp__vault__put" };
  const task = { type: "tool_use", id: "toolu_2", name: "Task" };
  const records = [
    message("u1", null, "user", [
      {
        type: "text",
        text: `Use ${canaries.prompt} and see [Image: source: /tmp/${canaries.image}.png]`,
      },
      { type: "image", source: { type: "base64", media_type: "image/png", data: pixel } },
    ]),
    message("u2", "u1", "assistant", [
      { type: "thinking", thinking: `The key ${canaries.reasoning} is new.`, signature: "s" },
      { ...call, input: { [canaries.key]: 1, note: `x ${canaries.input} y` } },
      { ...task, input: { description: "Look", prompt: "Look around" } },
    ]),
    message("u3", "u2", "user", [
      { type: "tool_result", tool_use_id: "toolu_1", content: `token: ${canaries.output}` },
      { type: "tool_result", tool_use_id: "toolu_2", content: "done" },
    ]),
    {
      type: `record of ${canaries.record}`,
      sessionId: id,
      payload: { [canaries.key]: canaries.output },
    },
    { type: "custom-title", customTitle: `Rotate ${canaries.title}`, sessionId: id },
  ];
  writeLines(join(folder, `${id}.jsonl`), records);
  const agent = { ...envelope, isSidechain: true, agentId: "agent1" };
  writeLines(join(folder, id, "subagents/agent-agent1.jsonl"), [
    { ...message("u4", null, "user", "Look around"), ...agent },
    { ...message("u5", "u4", "assistant", [{ type: "text", text: canaries.subagent }]), ...agent },
  ]);
  return home;
}

function writeLines(path: string, records: readonly object[]): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
}

/** Everything that is below a folder: names and contents. */
function everythingIn(folder: string): string {
  return filesIn(folder)
    .map((path) => `${path}\n${readFileSync(join(folder, path), "latin1")}`)
    .join("\n");
}

function leaks(text: string): string[] {
  const lower = text.toLowerCase();
  // As it is, and as tools spell it in the names of folders.
  const isIn = (secret: string) =>
    lower.includes(secret.toLowerCase()) ||
    lower.includes(secret.toLowerCase().replace(/[^a-z0-9]/g, "-"));
  return all.filter(isIn);
}

const everySink = ["--to", "markdown", "--to", "jsonl", "--to", "html", "--detail", "full"];

describe("secrets", () => {
  it("are in no document, name, index, manifest, report or message", async () => {
    const home = homeWithSecrets();
    const words = ["--from", "claude", "--out", "out", "--report", "report.json", "--verbose"];
    const { exitCode, stdout, stderr } = await chatexport(home, ...words, ...everySink);
    expect(exitCode).toBe(0);
    expect(leaks(everythingIn(join(home, "out")))).toEqual([]);
    expect(leaks(readFileSync(join(home, "report.json"), "utf8"))).toEqual([]);
    expect(leaks(stdout + stderr)).toEqual([]);
    expect(stderr).toMatch(/^Masked 11 secrets of 9 kinds in 1 session \(/m);
    const again = await chatexport(home, ...words, ...everySink, "--dry-run", "--force");
    expect(leaks(again.stdout + again.stderr)).toEqual([]);
  });

  it("are not on standard output or in lists", async () => {
    const home = homeWithSecrets();
    for (const sink of ["markdown", "jsonl", "html"]) {
      const { stdout } = await chatexport(home, "--from", "claude", "--to", sink, "--out", "-");
      expect(leaks(stdout)).toEqual([]);
      expect(stdout).toContain("[redacted: github-token]");
    }
    const table = await chatexport(home, "list");
    expect(table.stdout).toContain("Rotate [redacted: gitlab-token]");
    expect(leaks(table.stdout + table.stderr)).toEqual([]);
    const json = await chatexport(home, "list", "--json");
    expect(leaks(json.stdout)).toEqual([]);
  });

  it("are all there with --no-redact, which the summary says", async () => {
    const home = homeWithSecrets();
    const words = ["--from", "claude", "--out", "out", "--no-redact"];
    const { stderr } = await chatexport(home, ...words, ...everySink);
    expect(stderr).toContain("Secrets are not masked");
    const documents = filesIn(join(home, "out")).filter((path) => path.startsWith("claude/"));
    for (const extension of ["jsonl", "md", "html"]) {
      const path = documents.find((document) => document.endsWith(`.${extension}`)) ?? "";
      expect(leaks(readFileSync(join(home, "out", path), "utf8"))).toEqual(all);
    }
    const { stdout } = await chatexport(home, "list", "--no-redact");
    expect(stdout).toContain(canaries.title);
  });

  it("make a document outdated when they are to be masked after all", async () => {
    const home = homeWithSecrets();
    await chatexport(home, "--from", "claude", "--out", "out", "--no-redact");
    await chatexport(home, "--from", "claude", "--out", "out");
    expect(leaks(everythingIn(join(home, "out")))).toEqual([]);
  });

  it("are counted in the report", async () => {
    const home = homeWithSecrets();
    await chatexport(home, "--from", "claude", "--out", "out", "--report", "report.json");
    const report = JSON.parse(readFileSync(join(home, "report.json"), "utf8"));
    expect(report.redacted).toContainEqual({ rule: "github-token", secrets: 1, places: 1 });
  });

  it("are listed in the report by kind and place for each session that was read", async () => {
    const home = homeWithSecrets();
    const words = ["--from", "claude", "--out", "out", "--report", "report.json"];
    const sessionsOf = async (...more: string[]) => {
      await chatexport(home, ...words, ...more);
      return JSON.parse(readFileSync(join(home, "report.json"), "utf8")).sessions;
    };
    const [session] = await sessionsOf();
    expect(session.redacted).toEqual(
      expect.arrayContaining([
        { rule: "gitlab-token", times: 1, in: "title" },
        { rule: "github-token", times: 1, in: "text", message: 1, role: "user" },
        { rule: "gcp-key", times: 1, in: "reasoning", message: 2, role: "assistant" },
        {
          rule: "slack-token",
          times: expect.any(Number),
          in: "tool-call",
          name: "mcp__vault__put",
          message: 2,
          role: "assistant",
        },
        {
          rule: "stripe-key",
          times: 1,
          in: "text",
          message: 2,
          role: "assistant",
          subagent: "agent-agent1",
        },
      ]),
    );
    // What is up to date was not read again.
    const [unread] = await sessionsOf();
    expect(unread).not.toHaveProperty("redacted");
    const [bare] = await sessionsOf("--no-redact");
    expect(bare).not.toHaveProperty("redacted");
  });
});

describe("--redact-paths", () => {
  it("replaces the home folder and the name of its user", async () => {
    const folder = emptyFolder();
    const home = join(folder, "mira");
    renameSync(homeWithSecrets(), home);
    const words = ["--from", "claude", "--home", home, "--out", "out", "--redact-paths"];
    await chatexport(folder, ...words, ...everySink);
    const text = everythingIn(join(folder, "out"));
    expect(text).not.toMatch(/\bmira\b/i);
    expect(text).toContain("~/");
  });

  it("says that it has no effect with --no-redact", async () => {
    const { stderr } = await chatexport(emptyFolder(), "list", "--no-redact", "--redact-paths");
    expect(stderr).toContain("warning: --redact-paths has no effect with --no-redact.\n");
  });
});
