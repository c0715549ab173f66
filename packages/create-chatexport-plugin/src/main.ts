#!/usr/bin/env node
import { writeProject } from "./project.js";
import { openQuestions, wishOf } from "./questions.js";

const usage = `Usage: npm create chatexport-plugin [source|sink] [NAME] [typescript|javascript]

Writes the project of a plugin into the folder chatexport-source-NAME or chatexport-sink-NAME,
with checks that pass. Asks for the words that are missing.
`;

const words = process.argv.slice(2);
const isHelp = words.includes("--help") || words.includes("-h");
if (isHelp) process.stdout.write(usage);
else if (words.length > 3 || words.some((word) => word.startsWith("-")))
  fail("It takes three words at most, and no options.");
else await create();

async function create(): Promise<void> {
  const isAsked = words.length < 3 && process.stdin.isTTY;
  const questions = isAsked ? openQuestions(process.stdin, process.stdout) : undefined;
  try {
    const wish = await wishOf(words, questions?.ask);
    if (wish) sayWhatIsNext(writeProject(wish, process.cwd()));
    else {
      process.stderr.write("\nNothing was written.\n");
      process.exitCode = 1;
    }
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  } finally {
    questions?.close();
  }
}

function sayWhatIsNext(folder: string): void {
  process.stdout.write(`
The project is in ${folder}. Next:

  cd ${folder}
  npm install
  npm test

Then its README.md says what to change.
`);
}

function fail(message: string): void {
  process.stderr.write(`error: ${message}\n\n${usage}`);
  process.exitCode = 1;
}
