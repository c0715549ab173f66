import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { safeLine } from "@chatexport/core";
import {
  type Commit,
  GitError,
  openRepository,
  type Repository,
  readCommit,
} from "@chatexport/provenance";
import { withHome } from "../../options/with-home.js";
import { CliError, usageError } from "../../terminal/cli-error.js";

/** A file that a user asks about. */
export interface FileTarget {
  repository: Repository;
  /** From the root of the repository, with slashes. */
  path: string;
  text: string;
  /** Counted from 1; absent for the whole file. */
  line?: number;
}

/** A file or a commit that a user asks about. */
export type Target = FileTarget | { repository: Repository; commit: Commit };

/** Reads a word: FILE:LINE, FILE, or else a commit of the repository here. Throws where there is no such thing. */
export async function targetOf(word: string, signal: AbortSignal): Promise<Target> {
  const [, file, line] = /^(.+):(\d{1,9})$/.exec(word) ?? [];
  if (file !== undefined && (await isFile(file))) return fileTarget(file, signal, Number(line));
  if (await isFile(word)) return fileTarget(word, signal);
  const repository = await openRepository(process.cwd(), signal);
  return { repository, commit: await readCommit(repository.git, word) };
}

async function fileTarget(file: string, signal: AbortSignal, line?: number): Promise<FileTarget> {
  const path = await realpath(pathOf(file));
  const repository = await openRepository(dirname(path), signal);
  const text = await readFile(path, "utf8");
  const count = text.split("\n").length - Number(text.endsWith("\n"));
  if (line !== undefined && (line < 1 || line > count))
    throw usageError(`${safeLine(file)} has no line ${line}: it has ${count}.`);
  const inside = relative(await realpath(repository.root), path)
    .split(sep)
    .join("/");
  return { repository, path: inside, text, ...(line !== undefined && { line }) };
}

function pathOf(word: string): string {
  return resolve(withHome(word));
}

async function isFile(word: string): Promise<boolean> {
  const found = await stat(pathOf(word)).catch(() => undefined);
  if (found?.isDirectory())
    throw usageError(`${safeLine(word)} is a folder: name a file, FILE:LINE, or a commit.`);
  return found?.isFile() ?? false;
}

/** Does something with Git about what a word names; says what can be done where Git fails. */
export async function withGitErrors<Result>(
  word: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof GitError)) throw cause;
    const exitCode = cause.problem === "interrupted" ? 130 : 1;
    throw new CliError(exitCode, remedyOf(cause, safeLine(word)), cause);
  }
}

function remedyOf({ problem, message }: GitError, name: string): string {
  switch (problem) {
    case "no-git":
      return "Git is needed for this and was not found: install it, or add it to PATH.";
    case "no-repository":
      return `${name} is in no working tree of Git: run this in the folder of a repository.`;
    case "not-trusted":
      return "Git does not trust this repository, which another user owns: git config has safe.directory for that.";
    case "unknown-revision":
      return `${name} is neither a file here nor a commit of this repository: git log shows its commits.`;
    case "missing-object":
      return "Parts of this repository are not here, as in a partial clone: git fetch --refetch gets them.";
    case "interrupted":
      return "Interrupted.";
    default:
      return `Git failed: ${safeLine(message)}.`;
  }
}
