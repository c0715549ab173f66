import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { filesIn } from "../binary.js";
import { chatexport } from "../in-process.js";

/** Letters and digits that look random, another each time, put together so that no scanner is alarmed. */
function tail(number: number): string {
  const alphabet = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  let state = number * 7919 + 17;
  return Array.from({ length: 36 }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return alphabet[(state >> 8) % alphabet.length];
  }).join("");
}

const words = "why does the lantern of the harbour not shine on a boat that comes late ";

/** The signs that give a secret away: the way that it is written, the text before it, the text after it. */
const forms = [
  (secret: string) => `ghp_${secret}`,
  (secret: string) => `API_TOKEN=${secret}`,
  (secret: string) => `echo ${secret} | docker login --password-stdin`,
  (secret: string) => `use ${secret} as the password`,
];

/** Sessions whose first prompt has a token after ever more characters, in each place where texts are cut. */
function homeWithTokens(): { home: string; tails: string[] } {
  const home = mkdtempSync(join(tmpdir(), "chatexport-tokens-"));
  const folder = join(home, ".claude/projects/-home-mira-harbour");
  mkdirSync(folder, { recursive: true });
  const tails: string[] = [];
  for (let length = 20; length <= 320; length += 6) {
    const number = tails.length;
    const secret = tail(number);
    tails.push(secret);
    const form = forms[number % forms.length]?.(secret);
    const text = `needle ${words.repeat(9).slice(0, length)} ${form} ${words.repeat(3)}`;
    const sessionId = `${String(number).padStart(8, "0")}-2222-4333-8444-555555555555`;
    const record = (uuid: string, parentUuid: string | null, role: string) => ({
      type: role,
      uuid,
      parentUuid,
      sessionId,
      cwd: "/home/mira/harbour",
      version: "2.1.0",
      timestamp: `2026-02-01T10:${String(number).padStart(2, "0")}:00.000Z`,
      message: { role, content: text, ...(role === "assistant" && { id: uuid, model: "m" }) },
    });
    const lines = [record("u1", null, "user"), record("u2", "u1", "assistant")];
    const path = join(folder, `${sessionId}.jsonl`);
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
  return { home, tails };
}

/** Pieces of secrets that stand in a text: eight characters give most of one away. */
function leaksIn(text: string, tails: readonly string[]): string[] {
  return tails.flatMap((secret) =>
    Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8)).filter((piece) =>
      text.includes(piece),
    ),
  );
}

const { home, tails } = homeWithTokens();

afterAll(() => rmSync(home, { recursive: true }));

test.each([
  [["list"]],
  [["list", "--limit", "99", "--json"]],
  [["search", "needle"]],
  [["search", "needle", "--json"]],
  [["search", "/shine.{0,300}/", "--json"]],
  [["search", "lantern of the harbour", "--all"]],
  [["show", "00000021"]],
  [["show", "00000022", "--json"]],
  [["stats", "--json"]],
  [["doctor"]],
])("no piece of a secret is printed by %j", async (words) => {
  const { exitCode, stdout, stderr } = await chatexport(home, ...words);
  expect(exitCode).toBe(0);
  expect(stdout.length).toBeGreaterThan(100);
  expect(leaksIn(stdout + stderr, tails)).toEqual([]);
});

test("no piece of a secret is in a document, a name, an index, the manifest or the report", async () => {
  const sinks = ["--to", "markdown", "--to", "html", "--to", "jsonl"];
  const { stderr } = await chatexport(home, ...sinks, "--out", "out", "--report", "report.json");
  const out = join(home, "out");
  const names = filesIn(out);
  expect(names.length).toBeGreaterThan(3 * tails.length);
  const texts = names.map((name) => name + readFileSync(join(out, name), "utf8"));
  const all = [stderr, readFileSync(join(home, "report.json"), "utf8"), ...texts].join("\n");
  expect(leaksIn(all, tails)).toEqual([]);
});

test("what is not masked would be seen", async () => {
  const { stdout } = await chatexport(home, "search", "needle", "--json", "--no-redact");
  expect(leaksIn(stdout, tails).length).toBeGreaterThan(100);
});
