import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Outcome } from "./binary.js";

const ownPackage = fileURLToPath(new URL("..", import.meta.url));

/**
 * Puts the built program into a `node_modules` folder as a link to its package, or as a copy with links
 * to what it needs, and a link to it into a folder of programs; returns that link.
 */
export function linkedProgram(modules: string, programs: string, isCopy = false): string {
  const own = join(modules, "chatexport");
  mkdirSync(modules, { recursive: true });
  mkdirSync(programs, { recursive: true });
  if (isCopy) {
    for (const name of ["bin", "dist", "package.json"])
      cpSync(join(ownPackage, name), join(own, name), { recursive: true });
    linkDependencies(join(ownPackage, "node_modules"), modules);
  } else symlinkSync(ownPackage, own, "junction");
  const link = join(programs, "chatexport");
  symlinkSync(join(own, "bin/chatexport.js"), link);
  return link;
}

function linkDependencies(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    if (name.startsWith(".")) continue;
    if (name.startsWith("@")) linkDependencies(join(from, name), join(to, name));
    else {
      mkdirSync(dirname(join(to, name)), { recursive: true });
      symlinkSync(join(from, name), join(to, name), "junction");
    }
  }
}

/** Runs a program in a folder, with nothing of this machine's environment but the path. */
export function run(program: string, cwd: string, ...words: string[]): Promise<Outcome> {
  const env = { PATH: process.env.PATH, HOME: cwd, USERPROFILE: cwd };
  const child = spawn(process.execPath, [program, ...words], { cwd, env });
  const outcome: Outcome = { exitCode: null, stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      outcome[name] += text;
    });
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (exitCode) => resolve({ ...outcome, exitCode }));
  });
}
