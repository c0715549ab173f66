import type { TextPart } from "@chatexport/core";
import type { Writer } from "./injected-text.js";

const opening = "This session is being continued from a previous conversation";

/** True when a text is the summary that replaces a conversation that was compacted. */
export function isCompactionSummary(text: string, writer: Writer): boolean {
  return writer !== "person" && text.startsWith(opening);
}

/** A summary without what Claude Code tells its model beside it (2.1.39 to 2.1.332). */
export function splitSummary(text: string): { summary: string; told: TextPart[] } {
  const reminder = toolsUsed.exec(text)?.[0] ?? "";
  const lines = text.replace(reminder, () => "").split("\n");
  const end = lines.findLastIndex((line) => !isInstruction(line)) + 1;
  const instructions = lines.slice(end).join("\n").trim();
  // Instructions behind nothing are no summary: they stay the text.
  if (end === 0) return { summary: text, told: [] };
  const reminded = reminder.replace(/<\/?system-reminder>/g, "").trim();
  const told: TextPart[] = [
    { type: "text", text: reminded, synthetic: "reminder" },
    { type: "text", text: instructions, synthetic: "context" },
  ];
  const said = told.filter(({ text }) => text !== "");
  if (said.length === 0) return { summary: text, told: [] };
  return { summary: lines.slice(0, end).join("\n").trimEnd(), told: said };
}

const toolsUsed =
  /(?:<system-reminder>\s{0,9})?<tools-used-before-summary>[^<]*<\/tools-used-before-summary>(?:\s{0,9}<\/system-reminder>)?\n?/;

function isInstruction(line: string): boolean {
  return line.trim() === "" || instructions.some((beginning) => line.startsWith(beginning));
}

/** Beginnings of the lines that end a summary; the path in the first one is that of the transcript. */
const instructions = [
  "If you need specific details from before compaction",
  "Recent messages are preserved verbatim",
  "Please continue the conversation from where we left",
  "Continue the conversation from where it left off",
  "Resume directly",
];
