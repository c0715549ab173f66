import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { binary, emptyFolder, environmentOf, type Outcome, writeTranscript } from "./binary.js";
import { chatexport } from "./in-process.js";

/** A run of the program that goes on. */
export interface Running {
  child: ReturnType<typeof spawn>;
  /** Resolves when the program has written such words to standard error, or has ended without. */
  says(words: string): Promise<void>;
  /** The end of it; the exit code is null after a signal. */
  ended: Promise<Outcome>;
}

/** The surroundings of a run beside its words. */
export interface Surroundings {
  cwd?: string;
  env?: Record<string, string>;
  /** A program with words that starts the program in its turn. */
  through?: string[];
}

/** Starts the program; its home is the folder in which it runs, unless the environment says otherwise. */
export function run(words: readonly string[], surroundings: Surroundings = {}): Running {
  const { cwd = emptyFolder(), env = {}, through = [] } = surroundings;
  const [command = "", ...rest] = [...through, process.execPath, binary, ...words];
  const child = spawn(command, rest, {
    cwd,
    env: { ...environmentOf(cwd), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.on("error", reject).on("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
  const says = (words: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (stderr.includes(words)) resolve();
      };
      child.stderr.on("data", look);
      child.on("close", () => resolve());
      look();
    });
  return { child, says, ended };
}

/** Exports the history of Claude Code in a home folder to another folder, in this process. */
export function exportTo(out: string, home: string, ...words: string[]): Promise<Outcome> {
  return chatexport(dirname(out), ...exportWords(out, home, words));
}

/** Starts such an export as a process of its own. */
export function startExport(out: string, home: string, ...words: string[]): Running {
  return run(exportWords(out, home, words), { cwd: dirname(out) });
}

/** The words of such an export. */
export function exportWords(out: string, home: string, words: readonly string[] = []): string[] {
  return ["--from", "claude", "--home", home, "--out", out, ...words];
}

/** The content of a lock, by default that of a process of this machine. */
export function lockContent(owner: { process: unknown; host?: string }): string {
  return `${JSON.stringify({ host: hostname(), key: "invented", ...owner })}\n`;
}

/** Locks the folder of an archive. */
export function writeLock(out: string, content: string): void {
  mkdirSync(join(out, ".chatexport"), { recursive: true });
  writeFileSync(join(out, ".chatexport/lock"), content);
}

/** Resolves when a run, which must not end before, has locked the folder of an archive. */
export async function lockOf({ child }: Running, out: string): Promise<void> {
  const owner = expect.stringContaining(`"process":${child.pid},`);
  await expect.poll(() => ownerOf(out), { interval: 10 }).toEqual(owner);
}

function ownerOf(out: string): string {
  try {
    return readFileSync(join(out, ".chatexport/lock"), "utf8");
  } catch {
    // Not yet, or not any more.
    return "";
  }
}

/** Both sinks, so that a session has two documents. */
export const bothSinks = ["--to", "jsonl", "--to", "markdown"];

/**
 * Everything below a folder by relative path with slashes: what a file holds (a hash of it where it
 * is long), where a link leads, and that a folder is one.
 */
export function treeOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    paths.map((path) => [path.replaceAll("\\", "/"), contentOf(join(folder, path))]),
  );
}

const shownCharacters = 2000;

function contentOf(path: string): string {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return `-> ${readlinkSync(path)}`;
  if (found.isDirectory()) return "(folder)";
  const bytes = readFileSync(path);
  if (bytes.length < shownCharacters) return bytes.toString("utf8");
  return `sha256 ${createHash("sha256").update(bytes).digest("hex")}`;
}

/** The part of a tree that people see. */
export function visibleOf(tree: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).filter(([path]) => !path.startsWith(".chatexport")),
  );
}

const projects = ["shop", "blog", "notes"];

/**
 * A home folder with many sessions: in three projects, every third with an image, every fifth with
 * a sub-agent.
 */
export function busyHome(sessions: number, home = emptyFolder()): string {
  for (let index = 0; index < sessions; index++) writeBusySession(home, index, `Session ${index}`);
  return home;
}

/** Writes one of these sessions, or writes it anew under another title and with more to say. */
export function writeBusySession(home: string, index: number, title: string, more = ""): void {
  const id = idOf(index);
  const lines: string[] = [];
  if (index % 3 === 0) lines.push(imageLine(index, more));
  if (index % 5 === 0) lines.push(...agentLines(index));
  if (more !== "") lines.push(lineOf("m", { role: "user", content: more }));
  const cwd = `/home/mira/${projects[index % projects.length]}`;
  const path = writeTranscript(home, {
    id,
    title,
    cwd,
    // Some begin at the same moment, so that no order can depend on time alone.
    startedAt: `2026-0${1 + (index % 4)}-15T10:00:00.000Z`,
    lines: chained(lines),
    ...(lines.length > 0 && { answers: JSON.parse(lines.at(-1) ?? "").uuid }),
  });
  if (index % 5 === 0) writeAgent(path.slice(0, -".jsonl".length), index);
}

/** The id of one of these sessions. */
export function idOf(index: number): string {
  const digits = String(index).padStart(8, "0");
  return `11111111-1111-4111-8111-1111${digits}`;
}

/** The records of which each answers the one before it. */
function chained(lines: readonly string[]): string[] {
  let parentUuid = "u1";
  return lines.map((line) => {
    const record = { ...JSON.parse(line), parentUuid };
    parentUuid = record.uuid;
    return JSON.stringify(record);
  });
}

function lineOf(uuid: string, message: object, more: object = {}): string {
  const type = "model" in message ? "assistant" : "user";
  return JSON.stringify({ type, uuid, message, ...more });
}

function imageLine(index: number, more: string): string {
  const bytes = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(3000, index)]);
  const data = Buffer.concat([bytes, Buffer.from(more)]).toString("base64");
  const source = { type: "base64", media_type: "image/png", data };
  return lineOf("i1", { role: "user", content: [{ type: "image", source }] });
}

function agentLines(index: number): string[] {
  const input = { description: "Look around", prompt: "Read the docs", subagent_type: "Explore" };
  const call = { type: "tool_use", id: "t1", name: "Task", input };
  const result = { type: "tool_result", tool_use_id: "t1", content: "Docs are fine" };
  const toolUseResult = { status: "completed", agentId: agentOf(index), content: [] };
  return [
    lineOf("c1", { id: "m1", role: "assistant", model: "claude-test", content: [call] }),
    lineOf("c2", { role: "user", content: [result] }, { toolUseResult }),
  ];
}

function writeAgent(folder: string, index: number): void {
  const envelope = {
    isSidechain: true,
    agentId: agentOf(index),
    timestamp: "2026-01-15T10:00:20.000Z",
  };
  const content = [{ type: "text", text: "Docs are fine" }];
  const answer = { id: "m2", role: "assistant", model: "claude-test", content };
  const lines = [
    lineOf("s1", { role: "user", content: "Read the docs" }, { parentUuid: null, ...envelope }),
    lineOf("s2", answer, { parentUuid: "s1", ...envelope }),
  ];
  const path = join(folder, "subagents", `agent-${agentOf(index)}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join("\n")}\n`);
}

function agentOf(index: number): string {
  return `a${String(index).padStart(6, "0")}`;
}
