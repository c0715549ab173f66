import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { binary, emptyFolder, environmentOf, type Outcome } from "./binary.js";

/** Runs the program where packages cannot be imported or required whose names match. */
export function chatexportWithout(names: RegExp, ...words: string[]): Outcome {
  const cwd = emptyFolder();
  const hook = `export async function resolve(name, context, next) {
    if (${names}.test(name)) throw new Error("a part \\u001b[31mis missing");
    return next(name, context);
  }`;
  const required = `import module from "node:module";
  const resolve = module._resolveFilename;
  module._resolveFilename = (name, ...rest) => {
    if (${names}.test(name)) throw new Error("a part is missing");
    return resolve(name, ...rest);
  };`;
  const url = `data:text/javascript,${encodeURIComponent(hook)}`;
  const path = join(cwd, "hook.mjs");
  const imported = `import { register } from "node:module"; register(${JSON.stringify(url)});`;
  writeFileSync(path, `${imported}\n${required}`);
  const all = ["--import", pathToFileURL(path).href, binary, ...words];
  const options = { cwd, env: environmentOf(cwd), encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, all, options);
  return { exitCode: status, stdout, stderr };
}
