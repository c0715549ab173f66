import {
  type Citation,
  defined,
  type Json,
  type JsonObject,
  nonEmpty,
  type Part,
  present,
  type ToolCall,
  type ToolDetails,
} from "@chatexport/core";
import {
  fieldsWhere,
  listOf,
  nameSet,
  objectOf,
  objectsOf,
  textOf,
  unknownBlock,
  wordOf,
} from "@chatexport/core/read";
import { blockFields, fileOf, uploadedFile } from "../records/blocks.js";
import { says } from "../says.js";
import { isWholePatch } from "../tools/edits.js";
import { outcomeOf, type RecordedResult, resultPart, toolResult } from "../tools/results.js";
import { detailsOf } from "../tools/tool-details.js";
import { isCall, isResponseResult, type TranscriptTools } from "../tools/transcript-tools.js";

/**
 * The content of a response as parts, each tool call with its result. `names` gets the names of fields that are
 * unknown.
 */
export function assistantParts(
  content: Json | undefined,
  startedAt: string | undefined,
  records: TranscriptTools,
  names: string[],
): Part[] {
  if (content === "" || content === undefined) return [];
  return (listOf(content) ?? [content]).flatMap((item): Part[] => {
    if (typeof item === "string") return [{ type: "text", text: item }];
    const block = objectOf(item);
    if (block && isCall(block)) return [toolCall(block, startedAt, records, names)];
    if (block && isResponseResult(block)) {
      // A part only when the call is missing; otherwise the call shows the result.
      const isAlone = records.unpaired.has(block);
      return isAlone ? [resultPart({ block, text: "", shown: [] }, names)] : [];
    }
    return [(block && blockPart(block, names)) ?? unknownBlock(item)];
  });
}

/** A block that stands for itself; undefined when it holds nothing of its shape. */
function blockPart(block: JsonObject, names: string[]): Part | undefined {
  const fields = blockFields(block, names);
  switch (block.type) {
    case "text": {
      const text = fields.string("text");
      if (text === undefined) return undefined;
      const citations = citationsOf(block);
      if (citations)
        fields.fitting("citations", (value) => listOf(value)?.every(objectOf) === true);
      return present({ type: "text", text, citations, native: fields.rest() });
    }
    case "thinking":
      return present({
        type: "reasoning",
        // Since 2.1.69 the text is mostly empty: it was not stored.
        text: fields.text("thinking"),
        signature: fields.text("signature"),
        native: fields.rest(),
      });
    case "redacted_thinking": {
      const encrypted = fields.text("data");
      return present({ type: "reasoning", redacted: true, encrypted, native: fields.rest() });
    }
    case "image":
    case "document":
      return fileOf(block, "tool", names);
    case "container_upload":
      return uploadedFile(block, names);
    case "fallback": {
      const [from, to] = [block.from, block.to].map((side) => textOf(objectOf(side)?.model));
      const text = `${says.switched} ${from ?? says.oneModel} to ${to ?? says.another}`;
      const native = fields.rest();
      return present({ type: "notice", level: "info", text, code: "fallback", native });
    }
    default:
      return undefined;
  }
}

function toolCall(
  block: JsonObject,
  startedAt: string | undefined,
  records: TranscriptTools,
  names: string[],
): ToolCall {
  const fields = blockFields(block, names);
  const id = fields.string("id") ?? "";
  const name = fields.string("name") ?? "";
  const input = objectOf(block.input) ?? {};
  const recorded = records.results.get(block);
  const output = objectOf(recorded?.output) ?? {};
  const read = detailsOf(name, input, output);
  const todos = recorded && records.todos.get(recorded);
  const details = todos && read.kind === "plan" ? { ...read, todos } : read;
  const named = defined({
    type: "tool-call" as const,
    id,
    name,
    title: titleOf(name, details.kind, input, output),
    // Tools of MCP servers are named `mcp__server__tool`.
    server: fields.text("server_name") ?? /^mcp__(.+?)__/.exec(name)?.[1],
  });
  const done = defined({
    input: fields.json("input"),
    // Without a result the call was interrupted or the tool died.
    ...(recorded ? outcomeOf(recorded) : { status: "pending" as const }),
    startedAt,
    completedAt: recorded?.completedAt,
    result: recorded ? toolResult(withoutHunks(recorded, details), input, names) : undefined,
    native: fields.rest(),
  });
  return Object.assign(named, details, done);
}

/** The edits of the call have the hunks, unless the tool says more of them. */
function withoutHunks(recorded: RecordedResult, details: ToolDetails): RecordedResult {
  const output = objectOf(recorded.output);
  const [edit] = (details.kind === "edit" && details.edits) || [];
  if (!output || !edit?.hunks || !isWholePatch(output.structuredPatch, edit.hunks)) return recorded;
  const { structuredPatch: _, ...rest } = output;
  return { ...recorded, output: rest };
}

/** Commands and tasks are shown by their description, entries of the task list by their subject, skills by their name. */
function titleOf(
  name: string,
  kind: ToolCall["kind"],
  input: JsonObject,
  output: JsonObject,
): string | undefined {
  if (name === "TaskOutput") return textOf(objectOf(output.task)?.description);
  // Named `command` before it was `skill`.
  if (name === "Skill" || name === "SlashCommand")
    return textOf(input.skill) ?? textOf(input.command);
  if (kind === "execute" || kind === "task") return textOf(input.description);
  return kind === "plan" ? textOf(input.subject) : undefined;
}

/** The sources that a text block names: pages, and places in documents, which have no address. */
function citationsOf(block: JsonObject): Citation[] | undefined {
  return nonEmpty(
    objectsOf(block.citations).map((citation) => {
      const { url, source, title, document_title, cited_text } = citation;
      const said = {
        url: textOf(url) ?? textOf(source),
        title: textOf(title) ?? textOf(document_title),
        text: textOf(cited_text),
      };
      const isOwn = (value: Json, name: string) =>
        value !== null &&
        !(citationFields.has(name) && Object.values(said).includes(wordOf(value)));
      return present({ ...said, native: fieldsWhere(citation, isOwn) });
    }),
  );
}

const citationFields = nameSet("url source title document_title cited_text");
