import { type Diagnostic, safeLine } from "@chatexport/core";
import { formatCount, plural } from "@chatexport/sink-terminal/format";
import type { Messages } from "../terminal/messages.js";
import { shortPath } from "./files/paths.js";
import type { Run } from "./run.js";

/** The style of problems. */
interface ProblemStyle {
  /** Each of them. */
  verbose?: boolean | undefined;
  /** True when empty sessions and sub-agents without a session are listed. */
  empty?: boolean | undefined;
  /** Codes of warnings that the caller has told in words of its own. */
  told?: readonly string[];
}

/** True when something that was asked for is lost. */
export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** True when a diagnostic is more than a note: users who name sessions do not ask about others. */
export function isNoNote({ severity }: Diagnostic): boolean {
  return severity !== "info";
}

/**
 * Tells each diagnostic, or each code of errors and warnings and how many more there are; of those that concern the
 * user of the command, unless the user asks for each.
 */
export async function printProblems(
  { diagnostics, messages, redaction }: Pick<Run, "diagnostics" | "messages" | "redaction">,
  { verbose, empty, told = [] }: ProblemStyle,
  concerns: (diagnostic: Diagnostic) => boolean = () => true,
): Promise<void> {
  // Places are paths, and a path can hold anything.
  const masked = await redaction.data(
    diagnostics
      .filter((each) => verbose || concerns(each))
      .map((diagnostic) => ({ ...diagnostic, cause: framesOf(diagnostic) })),
  );
  if (verbose) printEach(masked, messages);
  else printByCode(masked, messages, { told, empty });
}

function printEach(
  diagnostics: readonly (Diagnostic & { cause: string[] })[],
  messages: Messages,
): void {
  for (const diagnostic of diagnostics) {
    const { severity, code, message, cause } = diagnostic;
    const frames = cause.map(
      (frame) => `\n${messages.colors.dim(`    ${safeLine(frame.trim())}`)}`,
    );
    const at = placeOf(diagnostic);
    const place = at === undefined ? "" : `${at}: `;
    const saidWithCode = `${safeLine(message)} ${messages.colors.dim(codeLabel(code, 1))}`;
    messages.warn(severity, `${place}${saidWithCode}${frames.join("")}`);
  }
}

/** A code after its message, with the number of diagnostics that have it: `[malformed-line] ×3`. */
export function codeLabel(code: string, count: number): string {
  return `[${safeLine(code)}]${count === 1 ? "" : ` ×${formatCount(count)}`}`;
}

/** The lines of code for the author of a plugin; a file that cannot be read has none. */
function framesOf({ code, cause }: Diagnostic): string[] {
  if (!code.endsWith("-failed") || !(cause instanceof Error) || "syscall" in cause) return [];
  return cause.stack?.split("\n").filter((line) => /^ +at /.test(line)) ?? [];
}

function printByCode(
  diagnostics: readonly Diagnostic[],
  messages: Messages,
  { told = [], empty }: ProblemStyle,
): void {
  const countOf = (wanted: string) => diagnostics.filter(({ code }) => code === wanted).length;
  const { dim } = messages.colors;
  const warnings = groupsOf("warning", diagnostics).filter(
    ([first]) => first && !told.includes(first.code),
  );
  const groups = [...groupsOf("error", diagnostics), ...warnings];
  for (const group of groups) {
    const [first] = group;
    if (!first) continue;
    const { severity, code, message } = first;
    const isOne = group.length === 1;
    // In a line of its own, because paths are long.
    const at = placeOf(first);
    const place = at === undefined ? "" : `\n  ${dim(`${isOne ? "at" : "first at"} ${at}`)}`;
    messages.warn(severity, `${safeLine(message)} ${dim(codeLabel(code, group.length))}${place}`);
  }
  const left = [
    [countOf("empty-transcript"), "transcript", " in which nothing was said"] as const,
    [countOf("lone-helper"), "sub-agent", " without a session"] as const,
  ].flatMap(([number, noun, rest]) => (number > 0 ? `${plural(number, noun)}${rest}` : []));
  const remedy = empty ? "" : " (--empty includes them)";
  if (left.length > 0) messages.say(dim(`Left out: ${left.join(" and ")}${remedy}.`));
  const notes = diagnostics.filter(({ severity }) => severity === "info").length;
  const hidden = [
    ...(groups.some((group) => group.length > 1) ? ["each of them"] : []),
    ...(notes > 0 ? [plural(notes, "note")] : []),
  ];
  if (hidden.length > 0) messages.say(dim(`--verbose prints ${hidden.join(" and ")}.`));
}

/**
 * The diagnostics of a severity that share a code, in the order of their first; what several sources say of a place
 * is one.
 */
function groupsOf(
  severity: Diagnostic["severity"],
  diagnostics: readonly Diagnostic[],
): Diagnostic[][] {
  const alike = onceEach(diagnostics.filter((diagnostic) => diagnostic.severity === severity));
  const codes = new Set(alike.map(({ code }) => code));
  return Array.from(codes, (code) => alike.filter((diagnostic) => diagnostic.code === code));
}

function onceEach(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const known = new Map<unknown, Diagnostic>();
  for (const diagnostic of diagnostics) {
    const { code, message, origin, session } = diagnostic;
    const isOfPlace = origin?.path !== undefined && session === undefined;
    const key = isOfPlace ? JSON.stringify([code, message, origin]) : diagnostic;
    if (!known.has(key)) known.set(key, diagnostic);
  }
  return [...known.values()];
}

/** The place of something; where no file is known, at least its session. */
function placeOf({ origin, source = "", session }: Diagnostic): string | undefined {
  if (!origin) return session === undefined ? undefined : safeLine(`${source} ${session}`);
  const { path = "", at } = origin;
  return at === undefined ? shortPath(path) : `${shortPath(path)}:${safeLine(String(at))}`;
}
