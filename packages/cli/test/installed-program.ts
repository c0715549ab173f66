import { spawn } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Outcome } from "./binary.js";

const ownPackage = fileURLToPath(new URL("..", import.meta.url));

/**
 * Puts the built program into a `node_modules` folder as a link to its package, and a link to it into a folder of
 * programs; returns that link.
 */
export function linkedProgram(modules: string, programs: string): string {
  const own = join(modules, "chatexport");
  mkdirSync(modules, { recursive: true });
  mkdirSync(programs, { recursive: true });
  symlinkSync(ownPackage, own, "junction");
  const link = join(programs, "chatexport");
  symlinkSync(join(own, "bin/chatexport.js"), link);
  return link;
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
