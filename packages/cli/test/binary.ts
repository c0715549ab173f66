import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The result of a run of the program. */
export interface Outcome {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** The built program. */
export const binary = fileURLToPath(new URL("../bin/chatexport.js", import.meta.url));

/** An invented home folder with sessions of several sources, of all kinds. */
export const exampleHome = fileURLToPath(new URL("../../../examples/home", import.meta.url));

/** A file that `chatexport pack` has written. */
export const packedSession = fileURLToPath(
  new URL("../../transplant/fixtures/packs/session.tar.gz", import.meta.url),
);

const compiled = fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url));

/**
 * The environment of the program in a home folder: nothing of this machine's but the path, and UTC. A Node that
 * can (22.1 or newer) keeps its code compiled for the next run.
 */
export function environmentOf(home: string) {
  const { PATH } = process.env;
  return { PATH, TZ: "UTC", HOME: home, USERPROFILE: home, NODE_COMPILE_CACHE: compiled };
}

/** Runs the program in a folder, with nothing of this machine's environment but the path. */
export function chatexport(cwd: string, ...words: string[]): Promise<Outcome> {
  return outcomeOf(start(cwd, ...words));
}

/** The result of a run that was started. */
export function outcomeOf(child: ReturnType<typeof start>): Promise<Outcome> {
  const outcome: Outcome = { exitCode: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    outcome.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    outcome.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (exitCode) => resolve({ ...outcome, exitCode }));
  });
}

/** Starts the program without waiting for its end; it ends with the test at the latest. */
export function start(cwd: string, ...words: string[]) {
  const child = spawn(process.execPath, [binary, ...words], {
    cwd,
    env: environmentOf(cwd),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** An empty folder, removed after the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-"));
  // A shell that has ended may still have a child that writes into its home.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A session to be written as a transcript. */
export interface Transcript {
  id: string;
  title?: string;
  cwd?: string;
  /** Time of the first message; the last one follows a minute later. */
  startedAt?: string;
  /** Lines that are put between the messages as they are. */
  lines?: string[];
  /** Id of the record that is answered last, when it is one of those lines. */
  answers?: string;
  /** The model that answers. */
  model?: string;
}

/** A home folder with the history of Claude Code, removed after the test. */
export function homeWith(...transcripts: Transcript[]): string {
  const home = emptyFolder();
  for (const transcript of transcripts) writeTranscript(home, transcript);
  return home;
}

/** Writes a session of two messages, or writes it anew. */
export function writeTranscript(
  home: string,
  { id, title, lines = [], ...rest }: Transcript,
): string {
  const { cwd = "/home/mira/shop", startedAt = "2026-01-31T10:00:00.000Z", answers = "u1" } = rest;
  const { model = "claude-test" } = rest;
  const path = join(home, ".claude/projects", cwd.replace(/[^a-z0-9]/gi, "-"), `${id}.jsonl`);
  const endedAt = new Date(Date.parse(startedAt) + 60_000).toISOString();
  const envelope = { sessionId: id, cwd, version: "2.1.0", gitBranch: "main", isSidechain: false };
  const records = [
    {
      ...envelope,
      type: "user",
      uuid: "u1",
      parentUuid: null,
      timestamp: startedAt,
      message: { role: "user", content: `Please help with ${id}` },
    },
    {
      ...envelope,
      type: "assistant",
      uuid: "a1",
      parentUuid: answers,
      timestamp: endedAt,
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model,
        content: [{ type: "text", text: `The answer for ${id}` }],
        usage: { input_tokens: 5, output_tokens: 7 },
      },
    },
    ...(title === undefined ? [] : [{ type: "custom-title", customTitle: title, sessionId: id }]),
  ].map((record) => JSON.stringify(record));
  const [first = "", ...others] = records;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${[first, ...lines, ...others].join("\n")}\n`);
  return path;
}

/** The files below a folder by relative path, in alphabetical order. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
}

/** The documents of an archive, without its index and what it keeps for itself. */
export function documentsIn(folder: string): string[] {
  return filesIn(folder).filter((path) => !/^(?:\.chatexport\/|index\.)/.test(path));
}
