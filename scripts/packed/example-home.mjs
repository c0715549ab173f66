import { readdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";

const endings = { markdown: ".md", html: ".html", jsonl: ".jsonl" };

/**
 * Exports the example home with a program (`command`, under `node`, in `cwd`); throws unless each
 * sink wrote as many documents, and the program ends with `exitCode`.
 */
export async function exportHome(stage, program, expected) {
  const { from = [], to = Object.keys(endings), documents, exitCode = 0 } = expected;
  const out = join(program.cwd, expected.out ?? "chat-export");
  const home = ["--home", join(stage.root, "examples/home"), "--out", out];
  const words = [
    ...from.flatMap((name) => ["--from", name]),
    ...to.flatMap((name) => ["--to", name]),
  ];
  const command = [...program.command, ...words, ...home];
  const { stderr } = await run(stage, command, { ...program, exitCode });
  // Documents lie below the folders of their sources; an index and the archive's memory do not.
  const names = readdirSync(out, { recursive: true }).filter((path) =>
    /^(?:claude|cline|codex|copilot|cursor|droid|gemini|kimi|opencode|pi|qwen)[\\/]/.test(path),
  );
  for (const sink of to) {
    const count = names.filter((name) => name.endsWith(endings[sink])).length;
    if (count !== documents)
      throw new Error(`${sink} wrote ${count} documents, not ${documents}:\n${stderr}`);
  }
  return { out, stderr, found: `${documents} documents of ${to.join(", ")}` };
}

/** Reads back what was exported; throws unless it is all there. */
export async function readBack(stage, program, { out, documents }) {
  const words = ["list", "--json", "--from", "jsonl", "--root", out];
  const { stdout } = await run(stage, [...program.command, ...words], program);
  if (JSON.parse(stdout).length !== documents)
    throw new Error(`of ${documents} documents, not all are read back:\n${stdout}`);
}
