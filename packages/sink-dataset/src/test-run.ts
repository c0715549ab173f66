import type { ExecuteCall, ToolResult } from "@chatexport/core";
import { shellCommands } from "./shell-commands.js";

/**
 * The outcome of the tests of a command; undefined where it ran none, or where that cannot be known: the output
 * of tests is often cut, and the exit code of a line may be that of another command.
 */
export function testRun({ command, status, result }: ExecuteCall): "passed" | "failed" | undefined {
  if (command === undefined || !result) return undefined;
  if (status !== "completed" && status !== "failed") return undefined;
  const run = shellCommands(command).findLast(({ text }) => runsTests(text));
  if (!run) return undefined;
  const output = textOf(result);
  if (failure.test(output)) return "failed";
  const { isError, exitCode } = result;
  const hasFailed = status === "failed" || isError || (exitCode !== undefined && exitCode !== 0);
  if (hasFailed) return run.isDecisive ? "failed" : undefined;
  // A command that goes on in the background has no status of its own, and says nothing of tests yet.
  const isKnown = run.isDecisive && exitCode === 0;
  return isKnown || success.test(output) ? "passed" : undefined;
}

function textOf({ content }: ToolResult): string {
  return content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}

function runsTests(command: string): boolean {
  const program = command.replace(leading, "");
  return testCommands.some((pattern) => pattern.test(program));
}

/** Words that may precede the name of a program: variables, and programs that start another one. */
const leading =
  /^(?:(?:\w+=\S*|sudo|time|env|command|npx|bunx|timeout \S+|(?:pnpm|yarn|npm) (?:exec|dlx)|(?:uv|poetry|pipenv|rye|hatch) run|bundle exec|(?:\S{0,200}\/)?python[\d.]{0,6} -m|-\S+)\s+){0,8}/;

/** Programs that run tests, as they are usually called. */
const testCommands: readonly RegExp[] = [
  /^(?:npm|pnpm|yarn|bun|deno|cargo|go|dotnet|mix|swift|flutter|dart|bazel) (?:(?:run|--?\S+) ){0,4}(?:test|t|nextest)(?=[\s:]|$)/,
  /^(?:(?:pnpm|yarn|bun) (?:(?:run|x) )?)?(?:\S{0,200}\/)?(?:vitest|jest|mocha|ava|tap|pytest|py\.test|unittest|tox|nox|rspec|phpunit|pest|ctest|behave)(?=\s|$)/,
  /^(?:playwright test|cypress run|node (?:--\S+ ){0,4}--test)(?=\s|$)/,
  /^(?:make|just|rake|task) (?:-\S+ ){0,4}(?:tests?|check|spec)(?=[\s:-]|$)/,
  /^(?:\.\/)?(?:mvnw?|gradlew?) (?:\S+ ){0,8}(?:\S{0,80}:)?(?:test|verify|check)(?=\s|$)/,
];

/** The ways in which programs that run tests sum up that all passed. */
const success =
  /\b[1-9]\d* (?:tests? )?(?:passed|passing|pass)\b|^test result: ok\. [1-9]|^(?:ok|PASS)(?:[ \t]|$)|^OK(?: \(|$)|\b[1-9]\d* (?:examples?|tests?), 0 failures|^[#ℹ] pass [1-9]|^BUILD SUCCESS|\b100% tests passed|^Passed!|Tests run: [1-9]\d*, Failures: 0, Errors: 0/m;

/** The ways in which they sum up that some did not. */
const failure =
  /\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?|fail|errors?)\b|^test result: FAILED|^(?:--- )?FAIL(?:ED)?\b|^not ok\b|^[#ℹ] fail [1-9]|^BUILD FAIL|(?:Failures|Errors|Failed): +[1-9]/m;
