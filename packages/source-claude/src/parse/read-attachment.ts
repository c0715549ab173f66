import { type JsonObject, type Part, present } from "@chatexport/core";
import { objectOf, textOf, wordOf } from "@chatexport/core/read";
import { addNative } from "@chatexport/core/source";
import { attachmentParts, type OpenAttachment, unknownAttachment } from "./attachments.js";
import {
  addRecord,
  beginMessage,
  type Fate,
  type LineState,
  type OpenEntry,
} from "./line-state.js";

/** Reads a record of what the tool gives its model beside the prompts. */
export function readAttachment(entry: OpenEntry, line: LineState): Fate {
  const { record, fields, blockNames } = entry;
  const { ids, index, systemPrompts } = line.context;
  const attached = fields.object("attachment");
  const raw = objectOf(record.attachment) ?? {};
  const type = attached?.text("type");
  if (!attached) return "unknown";
  const attachment: OpenAttachment = {
    fields: attached,
    raw,
    rendered: record.rendered,
    blockNames,
  };
  const known = attachmentParts(attachment);
  const parts = known ?? unknownAttachment(attachment);
  if (!parts) return "unknown";
  const source = textOf(raw.source_uuid);
  // A queued prompt names the record that it became, should there be one; a call has the answer that it gave.
  const isTwice =
    (source !== undefined && ids.has(source)) ||
    (type === "structured_output" && index.tools.calls.has(wordOf(raw.toolUseID)));
  if (parts.length === 0 || isTwice) return { skipped: isTwice ? "duplicate" : "empty" };
  const native: JsonObject = present({
    attachment: type,
    ...attachment.native,
    ...attached.rest(),
  });
  const [prompt] = parts;
  const text = type === "prompt_snapshot" && prompt?.type === "text" ? prompt.text : undefined;
  // The tool notes the same system prompt again and again: it stands once, with all that is noted of it.
  const shown = text === undefined ? undefined : systemPrompts.get(text);
  if (shown) {
    addRecord(shown, entry);
    addNative(shown, native);
    return { kept: [shown] };
  }
  const sent = isBehindSummary(line) ? parts.map(asContext) : parts;
  const role = type === "queued_command" ? "user" : "system";
  const message = beginMessage(entry, role, sent, line, { native });
  if (text !== undefined) systemPrompts.set(text, message);
  return { kept: [message], unknown: !known };
}

/** True when nobody has said anything since the conversation was compacted. */
function isBehindSummary({ compaction, messages }: LineState): boolean {
  const since = compaction ? messages.lastIndexOf(compaction) : -1;
  return (
    since !== -1 &&
    messages.slice(since + 1).every(({ role, synthetic }) => role === "system" || synthetic)
  );
}

/** A file that the tool gives its model anew: nobody mentioned it. */
function asContext(part: Part): Part {
  if (part.type !== "file" || part.text === undefined) return part;
  const { path, range, text, native } = part;
  const lines = range && `lines ${range.start}–${range.end ?? ""}`;
  const heading = [path, lines].filter((fact) => fact !== undefined).join(", ");
  return present({
    type: "text",
    text: heading === "" ? text : `${heading}\n${text}`,
    synthetic: "context",
    native,
  });
}
