import type {
  Citation,
  CompactionPart,
  FilePart,
  Message,
  NoticePart,
  Part,
  Session,
} from "@chatexport/core";
import { bytes, type Columns, count, flag, json, list, struct, text } from "./column.js";
import { messageKeys } from "./message-rows.js";

/** A part of a message, or a file that hangs on the session as a whole. */
export interface PartRow {
  session: Session;
  root: Session;
  message?: Message;
  isCopy: boolean;
  part: Part;
  /** Counted from 1, in the message or in the result that holds it. */
  position: number;
  /** The call of which it is the result, or a part of that. */
  resultOf?: string;
}

/** The table `parts`: a row for each part of a message. What a result says is in `tool_calls.result`. */
export const partColumns: Columns<PartRow> = {
  ...messageKeys,
  position: count("Place in the message or in the result, counted from 1", (row) => row.position),
  type: text(
    "`text`, `reasoning`, `tool-call`, `tool-result`, `file`, `edit`, `compaction`, `notice` or `unknown`",
    ({ part }) => part.type,
  ),
  call_id: text("The call itself, or the call whose result it is in", callOf),
  is_in_result: flag("A tool returned it", ({ resultOf }) => resultOf !== undefined),
  text: text("Its text; of a compaction the summary, of a file the content", textOf),
  synthetic: text("Why the tool wrote it; null for what people and models wrote", ({ part }) =>
    part.type === "text" ? part.synthetic : undefined,
  ),
  citations: list<PartRow, Citation>(
    "Sources of the text",
    ({ part }) => (part.type === "text" ? part.citations : undefined),
    {
      url: text("URL", ({ url }) => url),
      title: text("Title", ({ title }) => title),
      text: text("The passage", ({ text }) => text),
    },
  ),
  file: struct<PartRow, FilePart>(
    "A file or image",
    ({ part }) => (part.type === "file" ? part : undefined),
    {
      name: text("Its name", ({ name }) => name),
      path: text("Where it lay", ({ path }) => path),
      url: text("Its URL", ({ url }) => url),
      media_type: text("Such as `image/png`", ({ mediaType }) => mediaType),
      first_line: count(
        "The first line that was given, counted from 1",
        ({ range }) => range?.start,
      ),
      last_line: count("The last one", ({ range }) => range?.end),
      brought_by: text("`upload`, `mention`, `selection` or `tool`", ({ from }) => from),
      missing: text("Why there is no content", ({ missing }) => missing),
      data: bytes("Its content, unless it is text", ({ data }) => data),
    },
  ),
  compaction: struct<PartRow, CompactionPart>(
    "A summary that replaced the messages before it",
    (row) => (row.part.type === "compaction" ? row.part : undefined),
    {
      trigger: text("`auto` or `manual`", ({ trigger }) => trigger),
      tokens_before: count("Tokens in the context before", ({ tokensBefore }) => tokensBefore),
      tokens_after: count("Tokens in the context after", ({ tokensAfter }) => tokensAfter),
    },
  ),
  notice: struct<PartRow, NoticePart>(
    "What the tool told its user",
    (row) => (row.part.type === "notice" ? row.part : undefined),
    {
      level: text("`info`, `warning` or `error`", ({ level }) => level),
      code: text("The tool's own name for it", ({ code }) => code),
    },
  ),
  is_encrypted: flag("Of `reasoning`: the vendor encrypted it", ({ part }) =>
    part.type === "reasoning" ? part.redacted : undefined,
  ),
  result: json("Of a `tool-result`, whose call is lost: everything but its content", ({ part }) => {
    if (part.type !== "tool-result") return undefined;
    const { content: _, ...rest } = part.result;
    return rest;
  }),
  record_type: text("Type of an unknown record, which is in `native`", ({ part }) =>
    part.type === "unknown" ? part.recordType : undefined,
  ),
  native: json("Data of the tool that have no column", ({ part }) =>
    part.type === "tool-call" ? undefined : part.native,
  ),
};

function callOf({ part, resultOf }: PartRow): string | undefined {
  if (part.type === "tool-call") return part.id;
  return part.type === "tool-result" ? part.toolCallId : resultOf;
}

function textOf({ part }: PartRow): string | undefined {
  if (part.type === "compaction") return part.summary;
  if (part.type === "tool-result") return resultText(part.result.content);
  return part.type !== "tool-call" && "text" in part ? part.text : undefined;
}

/** The text that a tool gave back, without what was added to it. */
export function resultText(content: readonly Part[]): string | undefined {
  const texts = content.flatMap((part) => (isResultText(part) ? part.text : []));
  return texts.length === 0 ? undefined : texts.join("\n");
}

/** True when a part is in the text of its result; the others have rows of their own. */
export function isResultText(part: Part): part is Extract<Part, { type: "text" }> {
  return part.type === "text" && part.synthetic === undefined;
}
