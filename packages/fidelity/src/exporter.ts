import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import type { Export } from "./judge.js";

/** The end of an exporter. */
export type Ending = "done" | "failed" | "out of time" | "wrote nothing";

/** The most bytes that are read of what an exporter prints, and of what it writes. */
const limit = 256_000_000;
const pictures = /^\.(?:png|jpe?g|gif|webp)$/i;

/** The folder in which an exporter runs, and the time it may take. */
export interface Surroundings {
  readonly home: string;
  readonly out: string;
  readonly tool: string;
  readonly seconds: number;
}

/**
 * Runs a command of the user in the shell with `{home}`, `{out}` and `{tool}` replaced, as a user whose home it is.
 * Without `{out}`, what it prints is the document.
 */
export async function runExporter(
  command: string,
  { home, out, tool, seconds }: Surroundings,
): Promise<Export & { ending: Ending }> {
  const words: Record<string, string> = { home, out, tool };
  const line = command.replaceAll(/\{(home|out|tool)\}/g, (_, word) => words[word] ?? "");
  const { stdout, stderr, code } = await run(line, home, seconds * 1000);
  const written = textsBelow(out);
  const documents = command.includes("{out}") ? written : [...written, stdout];
  const isEmpty = documents.every((text) => text.trim() === "");
  const ended = code === undefined ? "out of time" : code === 0 ? "done" : "failed";
  const ending = ended === "done" && isEmpty ? "wrote nothing" : ended;
  return { documents, printed: `${stdout}\n${stderr}`, ending };
}

/** Runs a command to its end or that of its time; its code is missing if it had to be ended. */
function run(command: string, home: string, milliseconds: number) {
  const isGroup = process.platform !== "win32";
  const child = spawn(command, {
    shell: true,
    detached: isGroup,
    stdio: ["ignore", "pipe", "pipe"],
    env: environment(home),
  });
  const texts = { stdout: "", stderr: "" };
  return new Promise<{ stdout: string; stderr: string; code?: number }>((resolve) => {
    const timer = setTimeout(() => settle(texts), milliseconds);
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (piece: string) => {
        texts[name] += piece;
        if (texts[name].length > limit) settle(texts);
      });
    child.on("error", (error) => settle({ ...texts, stderr: String(error), code: 1 }));
    child.on("close", (code) => settle({ ...texts, code: code ?? 1 }));

    function settle(result: { stdout: string; stderr: string; code?: number }) {
      clearTimeout(timer);
      child.stdout.destroy();
      child.stderr.destroy();
      endAll();
      resolve(result);
    }
  });

  /** Ends what it has started, too, which may outlive it. */
  function endAll() {
    if (!child.pid) return;
    try {
      process.kill(isGroup ? -child.pid : child.pid, "SIGKILL");
    } catch {
      // All has ended already.
    }
  }
}

/** The environment of a user whose home it is: no variable leads to the store of another one. */
function environment(home: string): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TMPDIR, TEMP } = process.env;
  const own = { HOME: home, USERPROFILE: home, APPDATA: join(home, "AppData", "Roaming") };
  return { PATH, SystemRoot, TMPDIR, TEMP, LANG: "C.UTF-8", TZ: "UTC", ...own };
}

/** The texts of all files below a folder; pictures in base64, as pages have them. */
function textsBelow(folder: string): string[] {
  let left = limit;
  return filesBelow(folder).flatMap((path) => {
    left -= statSync(path).size;
    if (left < 0) return [];
    const bytes = readFileSync(path);
    return [bytes.toString(pictures.test(extname(path)) ? "base64" : "utf8")];
  });
}

/** The files below a folder. Follows no link: it may lead to the home, or out of both. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}
