import { execFile } from "node:child_process";
import { dirname } from "node:path";

/** The reason why Git gave no answer, for programs. */
export type GitProblem =
  | "no-git"
  | "no-repository"
  | "not-trusted"
  | "unknown-revision"
  | "missing-object"
  | "interrupted"
  | "failed";

/** Git gave no answer; the message is its own first line. */
export class GitError extends Error {
  readonly problem: GitProblem;

  constructor(problem: GitProblem, message: string) {
    super(message);
    this.name = "GitError";
    this.problem = problem;
  }
}

/** Calls Git with words, never through a shell; resolves to what it printed, or throws a `GitError`. */
export type Git = (...words: readonly string[]) => Promise<string>;

/** A repository may be a stranger's, and its settings name programs: none of these is run. */
const settings = {
  "core.fsmonitor": "false",
  "core.hooksPath": "/dev/null",
  "core.pager": "cat",
  "core.quotePath": "false",
  "log.showSignature": "false",
};

const mostBytes = 256 * 1024 * 1024;

/** The Git of a folder, which only reads: no lock, no pager, no hook, no network, no program that the repository names. */
export function gitIn(folder: string, signal?: AbortSignal): Git {
  const before = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return (...words) =>
    new Promise((resolve, reject) => {
      const options = {
        // Windows looks for programs in the working directory first.
        cwd: dirname(process.execPath),
        env: environment(),
        maxBuffer: mostBytes,
        windowsHide: true,
        ...(signal && { signal }),
      };
      execFile("git", ["-C", folder, ...before, ...words], options, (cause, stdout, stderr) => {
        if (cause) reject(new GitError(problemOf(cause, stderr), firstLine(stderr, cause)));
        else resolve(stdout);
      });
    });
}

/** The user's environment without what it says about another repository, as in a hook. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name));
  return {
    ...Object.fromEntries(own),
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    // A partial clone would ask its server for what is missing.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
  };
}

function problemOf(cause: Error & { code?: unknown }, stderr: string): GitProblem {
  if (cause.name === "AbortError") return "interrupted";
  if (cause.code === "ENOENT") return "no-git";
  if (/dubious ownership/.test(stderr)) return "not-trusted";
  if (/not a git repository|cannot change to|must be run in a work tree/.test(stderr))
    return "no-repository";
  if (/unknown revision|bad revision|Needed a single revision|ambiguous argument/i.test(stderr))
    return "unknown-revision";
  if (/unable to read|missing (?:blob|tree)|could not fetch/.test(stderr)) return "missing-object";
  return "failed";
}

function firstLine(stderr: string, cause: Error): string {
  const [line = ""] = stderr.trim().split("\n");
  return line.replace(/^(?:fatal|error): /, "") || cause.message;
}
