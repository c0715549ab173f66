import type { FilePart, Part, Synthetic } from "@chatexport/core";
import { byName, isoTime, splitElements } from "@chatexport/core/read";
import { imageTypeOfPath } from "../../values/image-types.js";

/*
 * Cursor puts context of its own around what a person wrote, in elements: the model's user messages,
 * and from 2026 on some bubbles, hold both in one text. What the person wrote is `<user_query>`.
 */

/** The elements that Cursor writes around a prompt. */
const tags = byName<Synthetic>([
  [
    "context",
    `additional_data agent_transcripts attached_files code_selection conversation_summary
    current_file external_links git_status image_files linter_errors mcp_file_system memories
    open_and_recently_viewed_files open_files project_layout recently_viewed_files
    terminal_files_information terminal_selection timestamp user_info`,
  ],
  [
    "instructions",
    `agent_requestable_workspace_rules always_applied_workspace_rules cursor_rules_context
    custom_instructions mcp_instructions rules user_rules`,
  ],
  ["skill", "agent_skills available_skills cursor_commands manually_attached_skills"],
  ["notification", "system_notification task_notification"],
  ["reminder", "system_reminder system-reminder"],
]);

const wrappers = Object.fromEntries(tags);

/**
 * The words of a person, Cursor's additions (synthetic), and the time of a readable `<timestamp>`
 * (2026 on).
 */
export function userText(text: string): { parts: Part[]; createdAt?: string } {
  const result: ReturnType<typeof userText> = { parts: [] };
  for (const part of partsOf(text)) {
    const time = part.type === "text" && part.synthetic ? timeOf(part.text) : undefined;
    if (time === undefined) result.parts.push(part);
    else result.createdAt = time;
  }
  return result;
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  const tail: Part[] = [];
  let rest = text;
  // Prompts that were typed while the agent worked stand in one text, an element each.
  for (let hasQuery = false; ; hasQuery = true) {
    const { before, own, after } = elementsOf(rest);
    parts.push(...before);
    tail.unshift(...after);
    const query = queryIn(own);
    if (!query) {
      parts.push(...ownParts(own, hasQuery));
      return [...parts, ...tail];
    }
    const beside = elementsOf(query.before);
    parts.push(...beside.before, ...ownParts(beside.own, true), ...beside.after);
    if (query.text.trim() !== "") parts.push(queryPart(query.text));
    rest = query.after;
  }
}

/**
 * The part of a query: after a task in the background has ended, Cursor asks for a report as if a person
 * had (2026).
 */
function queryPart(text: string): Part {
  const isOfCursor = text.trimStart().startsWith("Briefly inform the user about the task result");
  return isOfCursor ? { type: "text", text, synthetic: "notification" } : { type: "text", text };
}

/** The elements at both ends of a text, and the text between them. */
function elementsOf(text: string): { before: Part[]; own: string; after: Part[] } {
  const images = new Map<string, Part[]>();
  const split = splitElements(text, wrappers, (tag, content) => {
    if (tag === "image_files") images.set(content, imagesIn(content));
    return content;
  });
  const found = split.findIndex(({ synthetic }) => synthetic === undefined);
  const at = found === -1 ? split.length : found;
  const parts = split.map((part) => {
    const files = images.get(part.text);
    return files?.length ? files : [part];
  });
  return {
    before: parts.slice(0, at).flat(),
    own: split[at]?.text ?? "",
    after: parts.slice(at + 1).flat(),
  };
}

/** `isTool`: the text is beside a `<user_query>`, so that the person wrote none of it. */
function ownParts(text: string, isTool: boolean): Part[] {
  if (text.trim() === "") return [];
  const synthetic = isTool ? "context" : unclosed(text);
  return [synthetic ? { type: "text", text, synthetic } : queryPart(text)];
}

const opening = "<user_query>";
const closing = "</user_query>";

/** The first `<user_query>` that begins a line, and the text around it. */
function queryIn(text: string): { before: string; text: string; after: string } | undefined {
  const start = text.trimStart().startsWith(opening)
    ? text.indexOf(opening)
    : text.indexOf(`\n${opening}`) + 1;
  if (start === 0 && !text.startsWith(opening)) return undefined;
  const end = closeOf(text, start);
  // The prompt only mentions the element.
  if (end === -1) return undefined;
  return {
    before: text.slice(0, start),
    text: text
      .slice(start + opening.length, end)
      .replace(/^\n/, "")
      .trimEnd(),
    after: text.slice(end + closing.length),
  };
}

/** The end of the element: at the end of the text, or before another element. */
function closeOf(text: string, start: number): number {
  let end = text.indexOf(closing, start);
  while (end !== -1) {
    const next = text.slice(end + closing.length, end + closing.length + 64).trimStart();
    if (next === "" || next.startsWith("<")) return end;
    end = text.indexOf(closing, end + 1);
  }
  return -1;
}

/** The reason why Cursor wrote a text that begins with an element whose end is cut off. */
function unclosed(text: string): Synthetic | undefined {
  const tag = /^\s{0,64}<([a-z_-]{1,40})>\n/.exec(text)?.[1];
  return tag !== undefined && Object.hasOwn(wrappers, tag) ? wrappers[tag] : undefined;
}

/** The list of images that the user gave and Cursor saved: "1. /home/mira/…/image.png". */
function imagesIn(content: string): FilePart[] {
  return content.split("\n").flatMap((line): FilePart[] => {
    const path = /^\s{0,8}\d{1,3}\. (.{1,1000}\.[A-Za-z]{3,4})\s{0,8}$/.exec(line)?.[1];
    const mediaType = imageTypeOfPath(path);
    if (path === undefined || mediaType === undefined) return [];
    return [{ type: "file", mediaType, path, from: "upload" }];
  });
}

const timestamp =
  /^\s{0,8}[A-Z][a-z]{5,8}, ([A-Z][a-z]{2,8} \d{1,2}, \d{4}),? (?:at )?(\d{1,2}:\d\d(?::\d\d)?) ?([AP]M)? \((?:UTC|GMT)(?:([+-])(\d{1,2})(?::?(\d\d))?)?\)\s{0,8}$/;

/** "Sunday, Apr 26, 2026, 9:53 PM (UTC-4)" in UTC. */
function timeOf(text: string): string | undefined {
  // Newer system clocks put a narrow space before "PM".
  const match = timestamp.exec(text.slice(0, 100).replace(/[\u00a0\u202f]/g, " "));
  if (!match) return undefined;
  const [, day, time, half = "", sign = "+", hours = "0", minutes = "00"] = match;
  const zone = `GMT${sign}${hours.padStart(2, "0")}${minutes}`;
  return isoTime(new Date(`${day} ${time} ${half} ${zone}`));
}
