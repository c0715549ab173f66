#!/usr/bin/env node
import { parseArgs } from "node:util";
import { homes } from "./homes.computed.js";
import { caseIn, measure, ownCase, type ToolReport } from "./measure.js";
import { table } from "./table.js";

const usage = `Usage: chatexport-fidelity --run 'COMMAND' [--tool NAME]... [--case FOLDER]... [--seconds N] [--json]

Tells what an exporter of coding sessions keeps. COMMAND runs in the shell, once for each tool, as a user
whose home it is; {home}, {out} and {tool} stand for the home, an empty folder for what it writes, and the
name of the tool. Without {out}, what it prints is the document.

  --tool NAME     only this tool: ${Object.keys(homes).join(", ")}
  --case FOLDER   a home of your own instead: FOLDER/home, and FOLDER/said.json with its marks
  --seconds N     how long it may take for each tool, 60 if not given
  --json          the report as JSON

It ends with 0 if all is kept, 1 if not, 2 if it was called otherwise.
`;

try {
  await main();
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : error}\n\n${usage}`);
  process.exitCode = 2;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      run: { type: "string" },
      tool: { type: "string", multiple: true },
      case: { type: "string", multiple: true, default: [] },
      seconds: { type: "string", default: "60" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  if (values.run === undefined) throw new Error("--run says which command exports.");
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error(`--seconds takes a number, not "${values.seconds}".`);
  const tools = values.tool ?? (values.case.length > 0 ? [] : Object.keys(homes));
  const cases = [...tools.map(homeNamed), ...values.case.map(caseIn)];
  const report: ToolReport[] = [];
  for (const each of cases) report.push(await measure(values.run, each, seconds));
  process.stdout.write(
    values.json ? `${JSON.stringify(report, undefined, 1)}\n` : `${table(report)}\n`,
  );
  const isFaithful = report.every(({ ending, flaws }) => ending === "done" && flaws.length === 0);
  process.exitCode = isFaithful ? 0 : 1;
}

function homeNamed(tool: string) {
  const home = Object.hasOwn(homes, tool) ? homes[tool] : undefined;
  if (!home) throw new Error(`There is no home of "${tool}".`);
  return ownCase(tool, home);
}
