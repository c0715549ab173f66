import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";

/** Throws unless editors know the options of a file of options, and their schema. */
export async function checkOptionsFile(stage, folder) {
  const compilerOptions = { module: "nodenext", strict: true, noEmit: true, types: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const path = join(folder, "chatexport.config.mts");
  const compile = (detail, exitCode) => {
    writeFileSync(path, withDetail(detail));
    const compiler = join(stage.root, "node_modules/typescript/bin/tsc");
    return run(stage, [process.execPath, compiler, "--project", folder], { cwd: folder, exitCode });
  };
  await compile("full", 0);
  await compile("much", 1);
  rmSync(path);
  const program = `import.meta.resolve("chatexport/config");
await import("chatexport/schemas/list.schema.json", { with: { type: "json" } });`;
  const words = ["--no-warnings", "--input-type=module", "-e", program];
  await run(stage, [process.execPath, ...words], { cwd: folder });
  return "types and schemas";
}

const withDetail = (detail) => `import { defineConfig } from "chatexport/config";
export default defineConfig({ detail: "${detail}", option: { markdown: { layout: "folder" } } });\n`;
