import {
  allMessages,
  allParts,
  type FileEdit,
  type Json,
  type Message,
  type Part,
  type Session,
  type ToolResult,
  withSubagents,
} from "@chatexport/core";

/** How much of a conversation there is, its branches and sub-agents included. */
export interface Extent {
  /** Messages that say or do something. */
  messages: number;
  /** Results of tools that are not blank. */
  results: number;
  /** Files with their content. */
  files: number;
  /** Edits of files with their content. */
  edits: number;
  /** Characters of all texts and results. */
  characters: number;
  /** Time of the last message (RFC 3339); absent when no message has one. */
  until?: string;
}

/**
 * What there is of a session; with a time (RFC 3339), what there is of it until then. Messages
 * without a time count always.
 */
export function extentOf(session: Session, until?: string): Extent {
  const extent: Extent = { messages: 0, results: 0, files: 0, edits: 0, characters: 0 };
  const last = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  for (const one of withSubagents(session)) {
    for (const part of one.attachments ?? []) addPart(part, extent);
    for (const message of allMessages(one))
      if (!isLater(message.createdAt, last)) addMessage(message, extent);
  }
  return extent;
}

/** Whether anything was said in a session after what there was of it. */
export function goesOn(session: Session, { until }: Extent): boolean {
  return isLater(extentOf(session).until, Date.parse(until ?? ""));
}

function isLater(time: string | undefined, moment: number): boolean {
  return Date.parse(time ?? "") > moment;
}

const nouns = {
  messages: "messages",
  results: "tool results",
  files: "files",
  edits: "edits",
} as const;

// Readers that become better change texts a little, at their ends most of all.
const smallestShare = 0.9;

/** What is there of a session no longer, in words, or undefined when nothing is missing. */
export function lossBetween(archived: Extent, loaded: Extent): string | undefined {
  const missing = (["messages", "results", "files", "edits"] as const)
    .filter((what) => loaded[what] < archived[what])
    .map((what) => `${archived[what] - loaded[what]} of ${archived[what]} ${nouns[what]}`);
  if (missing.length > 0) return missing.join(", ");
  if (loaded.characters >= archived.characters * smallestShare) return undefined;
  return `${archived.characters - loaded.characters} of ${archived.characters} characters`;
}

function addMessage(message: Message, extent: Extent): void {
  let isEmpty = true;
  for (const part of allParts(message)) {
    isEmpty = isEmpty && isBlank(part);
    addPart(part, extent);
  }
  if (!isEmpty) extent.messages++;
  const last = Date.parse(extent.until ?? "1970-01-01");
  if (message.createdAt !== undefined && isLater(message.createdAt, last))
    extent.until = message.createdAt;
}

function addPart(part: Part, extent: Extent): void {
  if (part.type === "text" || part.type === "reasoning")
    extent.characters += part.text?.length ?? 0;
  if (part.type === "file" && (part.data || part.text)) extent.files++;
  if (part.type === "tool-call" || part.type === "tool-result") addResult(part.result, extent);
  if ("edits" in part) extent.edits += part.edits?.filter(hasContent).length ?? 0;
}

// The content of a result is among the parts already.
function addResult(result: ToolResult | undefined, extent: Extent): void {
  if (!result) return;
  const characters = charactersIn(result.output);
  extent.characters += characters;
  if (characters > 0 || !result.content.every(isBlank)) extent.results++;
}

function hasContent({ hunks, before, after }: FileEdit): boolean {
  return hunks !== undefined || before !== undefined || after !== undefined;
}

function isBlank(part: Part): boolean {
  return (part.type === "text" || part.type === "reasoning") && !part.text?.trim();
}

/** The characters of all strings in a value. */
function charactersIn(value: Json | undefined): number {
  let sum = 0;
  // Not by recursion: what a tool returned can be nested as deeply as it likes.
  const open: (Json | undefined)[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string") sum += next.length;
    else if (typeof next === "object" && next !== null)
      for (const inner of Object.values(next)) open.push(inner);
  }
  return sum;
}
