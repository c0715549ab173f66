import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Message, type Part, type Session, schemaVersion } from "@chatexport/core";

const start = Date.parse("2026-03-01T10:00:00Z");

/** The time of a minute of the script. */
function at(minute: number): string {
  return new Date(start + minute * 60_000).toISOString();
}

/** The committer, when that is not a person named Mira. */
interface By {
  author?: string;
  /** Minute of the author's time, when it is earlier. */
  written?: number;
}

/** A repository that a script makes, minute by minute, without settings of this machine. */
export function scriptedRepository() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "provenance-")));
  const git = (
    words: readonly string[],
    minute = 0,
    { author = "Mira", written = minute }: By = {},
  ) =>
    execFileSync("git", ["-C", root, ...words], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: {
        PATH: process.env.PATH,
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_SYSTEM: "/dev/null",
        GIT_AUTHOR_NAME: author,
        GIT_AUTHOR_EMAIL: "mira@example.org",
        GIT_AUTHOR_DATE: at(written),
        GIT_COMMITTER_NAME: author,
        GIT_COMMITTER_EMAIL: "mira@example.org",
        GIT_COMMITTER_DATE: at(minute),
      },
    }).trim();
  git(["init", "--quiet", "--initial-branch=main"]);
  return {
    root,
    git,
    write(path: string, lines: readonly string[]): void {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
    },
    /** Commits all changes; the hash. */
    commit(subject: string, minute: number, by?: By, ...options: string[]): string {
      git(["add", "--all"]);
      git(["commit", "--quiet", "--allow-empty", "-m", subject, ...options], minute, by);
      return git(["rev-parse", "HEAD"]);
    },
  };
}

/** A session in which each minute something is said or done. */
export function session(id: string, root: string, ...messages: Message[]): Session {
  return {
    schemaVersion,
    id,
    source: "claude",
    format: "claude/jsonl",
    cwd: root,
    startedAt: messages[0]?.createdAt ?? at(0),
    messages,
    records: { read: 0, kept: 0 },
    origin: {},
  };
}

/** A prompt. */
export function prompt(minute: number, text: string): Message {
  return said("user", minute, { type: "text", text });
}

/** An edit that replaces lines of a file. */
export function edit(
  minute: number,
  path: string,
  after: readonly string[],
  before: readonly string[] = [],
): Message {
  const edits = [
    { path, kind: "update", before: before.join("\n"), after: after.join("\n") },
  ] as const;
  return said("assistant", minute, {
    ...{ type: "tool-call", id: `edit-${minute}`, name: "Edit", status: "completed" },
    ...{ kind: "edit", edits: [...edits] },
  });
}

/** A command with its output. */
export function run(minute: number, command: string, output = ""): Message {
  return said("assistant", minute, {
    ...{ type: "tool-call", id: `run-${minute}`, name: "Bash", status: "completed" },
    ...{ kind: "execute", command, startedAt: at(minute), completedAt: at(minute) },
    result: { content: [{ type: "text", text: output }], isError: false },
  });
}

function said(role: "user" | "assistant", minute: number, part: Part): Message {
  return { id: `${role}-${minute}`, role, createdAt: at(minute), parts: [part] };
}
