import type {
  CompactionPart,
  EditPart,
  NoticePart,
  Part,
  ReasoningPart,
  TextPart,
  ToolCall,
  ToolResult,
  ToolResultPart,
  UnknownPart,
} from "@chatexport/core";
import { formatCount } from "@chatexport/core/read";
import { type Aside, asideOf, asides } from "../asides.js";
import {
  body,
  fold,
  inlineCode,
  isBlank,
  label,
  lineOf,
  paragraph,
  remark,
  strong,
  text,
} from "../builders.js";
import { cutBody, cutCode } from "../cut.js";
import { errorSentence, isJson, withoutRefusal } from "../machine-text.js";
import type { Content, DocumentNode, Line } from "../nodes.js";
import { runsBy } from "../runs.js";
import type { Scope } from "../scope.js";
import { firstLine, isShort, lineBreaks, oneLine } from "../text.js";
import { fenced, typedMarkdown } from "../typed.js";
import { argumentBlocks, tellingArgument, withoutArgument } from "./arguments.js";
import { contentOf, type ResultStyle, type ToolView, viewOf } from "./calls.js";
import { editView } from "./edits.js";
import { file } from "./file.js";
import { withPagesListed } from "./pages.js";

type Type = Part["type"];
type PartOf<T extends Type> = { [K in T]: Part & { type: K } }[T];
type Handlers = { [T in Type]: (part: PartOf<T>, scope: Scope) => Iterable<Content> };

const handlers: Handlers = {
  text: prose,
  reasoning,
  "tool-call": toolCall,
  "tool-result": toolResult,
  file,
  edit,
  compaction,
  notice,
  unknown,
};

/** A part as blocks of the document; none when the level of detail leaves it out. */
export function handlePart<T extends Type>(part: PartOf<T>, scope: Scope): Iterable<Content> {
  return handlers[part.type](part, scope);
}

/** A text, in full at every level of detail; what it rests on, in full detail. */
function* prose(
  { text: written, citations = [] }: TextPart,
  { detail }: Scope,
): Generator<Content> {
  const said = body(written);
  if (isJson(written)) yield body(fenced(written, "json"));
  else if (!isBlank(said)) yield said;
  if (detail !== "full") return;
  for (const { title, url, text: cited } of citations) {
    const words = [title, cited].flatMap((each) => oneLine(each ?? "", 200) || []);
    const place = url === undefined ? [] : [text(words.length > 0 ? ", " : ""), inlineCode(url)];
    if (words.length + place.length > 0)
      yield remark(text(`Source: ${words.join(": ")}`), ...place);
  }
}

/** Reasoning, folded. */
function* reasoning(part: ReasoningPart, { detail }: Scope): Generator<Content> {
  if (detail === "conversation") return;
  const thought = body(part.text ?? "");
  if (!isBlank(thought)) yield fold("reasoning", lineOf("Reasoning"), [thought]);
  else if (part.redacted && detail === "full") yield remark(text("Reasoning, encrypted"));
}

/** Edits that no tool call carries. */
function* edit({ edits, status }: EditPart, scope: Scope): Generator<Content> {
  const { code, outcome, blocks } = editView(edits, scope);
  const facts = [outcome, status].filter((fact) => fact !== undefined).join(", ");
  const line = lineOf("Edit", { code, outcome: facts });
  yield fold("edit", line, scope.detail === "conversation" ? [] : blocks);
}

/** A compaction, with its summary folded. */
function* compaction(part: CompactionPart): Generator<Content> {
  const { summary, trigger, tokensBefore, tokensAfter } = part;
  const outcome = [
    trigger === "auto" ? "automatically" : trigger === "manual" ? "by command" : undefined,
    tokensBefore === undefined ? undefined : `${formatCount(tokensBefore)} tokens before`,
    tokensAfter === undefined ? undefined : `${formatCount(tokensAfter)} tokens after`,
  ].filter((fact) => fact !== undefined);
  const line = lineOf("Conversation compacted", { outcome: outcome.join(", ") });
  yield fold("compaction", line, summary === undefined ? [] : [body(summary)]);
}

/** Something the tool told its user, in a line. */
function* notice({ level, text }: NoticePart): Generator<Content> {
  yield { type: "notice", level, value: oneLine(errorSentence(text), 1000) };
}

/** A record that the source does not know. */
function unknown(part: UnknownPart, scope: Scope): Iterable<Content> {
  return asides([part], scope);
}

/** A tool call: one line that says what happened, with the details folded behind it. */
function* toolCall(call: ToolCall, scope: Scope): Generator<Content> {
  const view = viewOf(call, scope);
  const line = callLine(call, view, scope);
  if (view?.open) {
    yield* view.open;
    if (scope.detail !== "full" && statusOf(call) === undefined) return;
  }
  if (scope.detail === "conversation") yield { type: "call", line, call };
  else {
    const children = view ? viewBlocks(call, view, scope) : plainBlocks(call, scope);
    yield { ...fold("tool-call", line, children), call };
  }
  yield* rejection(call, scope);
}

function* viewBlocks(call: ToolCall, view: ToolView, scope: Scope): Generator<DocumentNode> {
  // Below a label, or after somebody has spoken, the result would be taken for a part of that.
  let needsLabel = false;
  for (const block of inputBlocks(call, view, scope)) {
    needsLabel ||= block.type === "label" || block.type === "turn";
    yield block;
  }
  const blocks = viewResultBlocks(call, view, scope);
  yield* needsLabel ? labelled(blocks) : blocks;
}

function* inputBlocks(call: ToolCall, view: ToolView, scope: Scope): Generator<DocumentNode> {
  yield* view.blocks;
  if (scope.detail === "full") yield* argumentBlocks(call, view.shown, scope);
}

function* viewResultBlocks(call: ToolCall, view: ToolView, scope: Scope): Generator<Content> {
  const result = outputOf(call);
  if (!result) return;
  if (view.result !== "redundant") yield* resultBlocks(result, scope, view.result);
  else if (scope.detail === "full" || statusOf(call) !== undefined)
    yield* resultBlocks(result, scope);
}

function* plainBlocks(call: ToolCall, scope: Scope): Generator<Content> {
  // In full detail, all arguments are data.
  if (scope.detail === "full") yield* argumentBlocks(call, [], scope);
  else {
    const telling = call.title ? undefined : tellingArgument(call);
    const isSaidByLine = telling !== undefined && isShort(telling.text);
    const rest = isSaidByLine ? withoutArgument(call, telling) : call;
    yield* argumentBlocks(rest, [call.title ?? ""], scope);
  }
  const result = outputOf(call);
  if (result) yield* labelled(outputBlocks(result, scope));
}

function* labelled(output: Iterable<Content>): Generator<Content> {
  let isFirst = true;
  for (const block of output) {
    if (isFirst) yield label("Output");
    isFirst = false;
    yield block;
  }
}

function* outputBlocks(result: ToolResult, scope: Scope): Generator<Content> {
  yield* resultBlocks(result, scope);
  if (result.content.length === 0 && result.output !== undefined)
    yield* cutCode(JSON.stringify(result.output, null, 2), scope, "output", "json");
}

function callLine(call: ToolCall, view: ToolView | undefined, { detail }: Scope): Line {
  const outcome = [statusOf(call), view?.outcome].filter((fact) => fact !== undefined);
  const { name } = call;
  const lead = view?.lead ?? leadOf(call);
  const tool = lead === name ? undefined : name;
  const subject = view ?? plainSubject(call);
  return lineOf(detail === "full" && tool !== undefined ? `${lead} (${tool})` : lead, {
    tool,
    code: subject.code,
    words: subject.words,
    outcome: outcome.join(", "),
  });
}

/** The subject of a call of an unknown kind: its title, or else the argument that says most. */
function plainSubject(call: ToolCall): Pick<ToolView, "code" | "words"> {
  if (call.title) return { words: firstLine(call.title) };
  const telling = tellingArgument(call);
  return { code: telling && firstLine(telling.text) };
}

/** The outcome of a call in words; undefined when it succeeded. */
function statusOf({ status, rejectedBy, result }: ToolCall): string | undefined {
  const exit = result?.exitCode ? `exit ${result.exitCode}` : undefined;
  switch (status) {
    case "completed":
    case "unknown":
      return exit;
    case "pending":
      // Some tools put a line of their own where the result would be.
      return result?.content.length ? "interrupted" : "no result";
    case "failed":
      return exit ? `failed, ${exit}` : "failed";
    case "rejected":
      return rejectedBy === "rule" || rejectedBy === "hook"
        ? `rejected by a ${rejectedBy}`
        : status;
    case "cancelled":
      return status;
    default:
      return status satisfies never;
  }
}

/** "server: tool"; some tools have their server in the name. */
function leadOf({ name, server }: ToolCall): string {
  // A model can write a call without one.
  if (name === "") return "A tool without a name";
  if (server === undefined) return name;
  const after = name.includes(server) ? name.slice(name.indexOf(server) + server.length) : name;
  const tool = after.replace(/^[\W_]+/, "");
  return tool === "" ? name : `${server}: ${tool}`;
}

/**
 * The reason why a call was rejected: what the person said to it, which nobody says again, or a rule or
 * hook.
 */
function* rejection({ status, result }: ToolCall, { detail }: Scope): Generator<Content> {
  if (status !== "rejected") return;
  const told = (result?.content ?? []).filter(isSaid).flatMap(textOf).join("\n").trim();
  const said = detail === "full" ? told : withoutRefusal(told);
  if (said.includes("\n")) {
    yield label("Rejected");
    yield body(typedMarkdown(said));
  } else if (said !== "") yield paragraph(strong("Rejected:"), text(` ${said}`));
}

function isSaid(part: Part): boolean {
  return part.type === "text" && part.synthetic === undefined;
}

/** The result, without what the person said to a call that they rejected. */
function outputOf({ status, result }: ToolCall): ToolResult | undefined {
  if (status !== "rejected" || !result) return result;
  return { ...result, content: result.content.filter((part) => !isSaid(part)) };
}

/** A result whose call is missing. */
function* toolResult(part: ToolResultPart, scope: Scope): Generator<Content> {
  const line = lineOf("Result of a call that is missing", { code: part.toolCallId });
  yield fold(
    "result",
    line,
    scope.detail === "conversation" ? [] : outputBlocks(part.result, scope),
  );
}

/** The content of a result, as code or, when a model wrote it, as prose. */
function* resultBlocks(
  result: ToolResult,
  scope: Scope,
  style: ResultStyle = "code",
): Generator<Content> {
  const added: Aside[] = [];
  const content = scope.detail === "full" ? result.content : contentOf(result);
  for (const part of style === "prose" ? content : joined(content)) {
    const aside = asideOf(part);
    if (aside) added.push(aside);
    else if (part.type === "text") yield* textBlocks(part.text, scope, style);
    else yield* handlePart(part, scope);
  }
  if (result.truncated && content === result.content) yield* truncation(result);
  if (scope.detail === "full") yield* asides(added, scope);
}

/** The parts, with texts of a line each that follow each other as one text, as in a list of names. */
function joined(parts: readonly Part[]): Part[] {
  return runsBy(parts, (part) => (isLine(part) ? "line" : part)).map(({ key, items }) =>
    key === "line" ? { type: "text", text: items.flatMap(textOf).join("\n") } : key,
  );
}

function isLine(part: Part): boolean {
  return part.type === "text" && !part.synthetic && !part.text.includes("\n");
}

function textOf(part: Part): string[] {
  return part.type === "text" ? [part.text] : [];
}

function* textBlocks(value: string, scope: Scope, style: ResultStyle): Generator<Content> {
  if (value.trim() === "") return;
  if (style === "prose")
    yield* isJson(value)
      ? cutCode(value, scope, "output", "json")
      : cutBody(scope.detail === "full" ? value : withPagesListed(value), scope);
  else if (style === "code") yield* cutCode(value, scope, "output");
  else {
    const lines = scope.detail === "full" ? undefined : withoutLineNumbers(value);
    yield* cutCode(lines ?? value, scope, "excerpt");
  }
}

const numbered = /^( *)(\d{1,9})(→| \| |\||\t)/;

/** The text of a file, if a tool has written its number before each line: "  12→text", "12 | text". */
function withoutLineNumbers(text: string): string | undefined {
  const [start = "", padding, first, sign = ""] = numbered.exec(text) ?? [];
  // After a number at the margin, a tab may just as well be the file's own.
  if (start === "" || (sign === "\t" && padding === "")) return undefined;
  const lines = text.trimEnd();
  const number = ` *(\\d{1,9})${sign === " | " ? " \\| ?" : sign === "|" ? "\\|" : sign}`;
  const [, last] = new RegExp(number, "y").exec(lines.slice(lines.lastIndexOf("\n") + 1)) ?? [];
  if (Number(last) !== Number(first) + lineBreaks(lines)) return undefined;
  // Found from the ends of lines, which is quicker than to look for their beginnings.
  return text.slice(start.length).replace(new RegExp(`\n${number}`, "g"), "\n");
}

function* truncation({ fullOutputPath }: ToolResult): Generator<Content> {
  yield remark(
    text("The tool cut this output"),
    ...(fullOutputPath ? [text("; all of it was in "), inlineCode(fullOutputPath)] : []),
  );
}
