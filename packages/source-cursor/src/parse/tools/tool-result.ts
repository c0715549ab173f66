import {
  type Json,
  type Part,
  present,
  type ToolDetails,
  type ToolKind,
  type ToolResult,
} from "@chatexport/core";
import { attempt, numberOf, objectOf, withoutRepeated } from "@chatexport/core/read";
import { firstValue } from "../../values/json-text.js";
import type { StoredResult } from "./call-data.js";
import { readable } from "./readable-result.js";
import type { Returned } from "./returned.js";

/** A result in the words of the model; long texts of `inputs`, the arguments, are not repeated. */
export function toolResult(
  { output, content: seen }: StoredResult,
  { fields, isError }: Returned,
  details: ToolDetails,
  inputs: readonly Json[],
): ToolResult {
  const own = readable(output);
  const isSame = seen && own && textsOf(own.content).join("") === textsOf(seen).join("");
  const found = seen && !isSame ? { content: seen, rest: output } : own;
  const content = found?.content ?? [];
  const edits = ("edits" in details && details.edits ? details.edits : []).flatMap(
    ({ before, after }) => [before ?? [], after ?? []].flat(),
  );
  const shown = [...inputs, ...textsOf(content), ...edits];
  const left = found ? found.rest : output;
  const rest = left === undefined ? undefined : remainder(left, shown, hiddenFields(details));
  const isUnknown = !found && rest !== undefined && !isStub(rest) && textKinds.has(details.kind);
  const text = isUnknown ? attempt(() => JSON.stringify(rest, null, 2)) : undefined;
  const shownContent = text === undefined ? content : [{ type: "text" as const, text }];
  const path = overflowPath(textsOf(shownContent));
  const isCut = Object.entries(fields).some(
    ([name, value]) => /truncated$/i.test(name) && value === true,
  );
  return present({
    content: shownContent,
    output: text === undefined ? rest : undefined,
    isError,
    exitCode: numberOf(firstValue(fields, "exitCodeV2", "exitCode")),
    truncated: path !== undefined || isCut || undefined,
    fullOutputPath: path,
  });
}

/** True when a result has nothing but numbers and switches: what it counts is kept elsewhere. */
export function isStub(value: Json): boolean {
  const fields = objectOf(value);
  return (
    fields !== undefined &&
    Object.values(fields).every((field) => ["number", "boolean"].includes(typeof field))
  );
}

const deepest = 20;

/** Kinds whose result is read in full, so that one of an unknown shape is better shown than hidden. */
const textKinds: ReadonlySet<ToolKind> = new Set(["execute", "read", "search", "fetch", "task"]);

const statusFields: readonly string[] = ["exitCode", "exitCodeV2", "isError", "rejected"];

const wholeFiles = ["contentsBeforeEdit", "beforeFullFileContent", "afterFullFileContent"];

/** Fields that the status, the result or the details show. */
function hiddenFields(details: ToolDetails): readonly string[] {
  if ("edits" in details && details.edits?.some(({ hunks, after }) => hunks ?? after !== undefined))
    return [...statusFields, "diff", "diffString", ...wholeFiles];
  if ("todos" in details && details.todos)
    return [...statusFields, "finalTodos", "initialTodos", "todos"];
  if ("subagent" in details && details.subagent) return [...statusFields, "agentId"];
  return statusFields;
}

/** The rest of a value without what is shown elsewhere; undefined when there is none. */
function remainder(
  value: Json,
  shown: readonly Json[],
  hidden: readonly string[],
  depth = 0,
): Json | undefined {
  if (typeof value === "string") return value === "" || shown.includes(value) ? undefined : value;
  const fields = objectOf(value);
  if (!fields || depth > deepest) return value ?? undefined;
  const entries = Object.entries(withoutRepeated(fields, shown)).flatMap(([name, field]) => {
    if (hidden.includes(name) || (name === "success" && field === true)) return [];
    const rest = objectOf(field) ? remainder(field, shown, hidden, depth + 1) : field;
    return rest === undefined ? [] : [[name, rest] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The texts among the parts of a result. */
export function textsOf(content: readonly Part[]): string[] {
  return content.flatMap((part) => (part.type === "text" ? part.text : []));
}

/** The path of the file with the whole of an output (`…/agent-tools/<uuid>.txt`), from the text that names it. */
function overflowPath(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    if (!text.includes("agent-tools")) continue;
    for (const match of text.matchAll(/agent-tools[\\/][0-9a-f-]{36}\.txt/g)) {
      const before = text.slice(Math.max(0, match.index - longestFolder), match.index);
      const folder = before.slice(before.search(/(?<![^\s"'`<>()])[^\s"'`<>()]*$/));
      // A mere mention of the name says nothing of where the file lies.
      if (/^(?:[\\/~]|[A-Za-z]:)/.test(folder)) return folder + match[0];
    }
  }
  return undefined;
}

const longestFolder = 500;
