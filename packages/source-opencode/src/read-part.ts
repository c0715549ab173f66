import {
  type NoticePart,
  type Part,
  present,
  type ReasoningPart,
  type Synthetic,
  type TextPart,
} from "@chatexport/core";
import { unknownRecord } from "@chatexport/core/read";
import { addNative, type Fields, type Holder, keepRest } from "@chatexport/core/source";
import { fieldsOf, notesOf } from "./fields.js";
import { filePartOf } from "./file-part.js";
import type { Reading } from "./reading.js";
import { says } from "./says.js";
import type { StoredPart } from "./stored.js";
import { callIn } from "./tool-call.js";

/** A mark of a message: of a step of the response, of files between steps, of an agent that a prompt names. */
export interface Mark {
  type: string;
  fields: Fields;
}

/** The content of the parts of a message. */
export interface Content {
  parts: Part[];
  marks: Mark[];
}

/** The fate of a part; a mark is kept by its message. */
type Fate = { kept: Holder } | "mark" | "unknown" | { skipped: string };

/** Reads the parts of a message, and counts each of them. */
export function contentOf(
  stored: readonly StoredPart[],
  isAborted: boolean,
  reading: Reading,
): Content {
  const { tally } = reading;
  const content: Content = { parts: [], marks: [] };
  for (const part of stored) {
    const fields = fieldsOf(part.data);
    const type = fields.text("type") ?? "none";
    const fate = readPart(part, type, fields, content, isAborted, reading);
    if (fate === "unknown") addUnknown(part, type, content, reading);
    else if (fate === "mark") {
      content.marks.push({ type, fields });
      tally.keep();
    } else if ("skipped" in fate) tally.skip(fate.skipped);
    else {
      tally.keep();
      keepRest(fate.kept, fields, type, tally);
    }
  }
  return content;
}

function readPart(
  part: StoredPart,
  type: string,
  fields: Fields,
  { parts }: Content,
  isAborted: boolean,
  reading: Reading,
): Fate {
  const add = (added: Part & Holder): Fate => {
    parts.push(added);
    return { kept: added };
  };
  switch (type) {
    case "text": {
      const text = fields.string("text");
      if (text === undefined) return "unknown";
      const isSynthetic = fields.flag("synthetic") === true;
      const part: TextPart | NoticePart = isSynthetic ? writtenPart(text) : { type, text };
      addNative(part, fields.rest());
      return saysNothing(part) ? { skipped: "empty" } : add(part);
    }
    case "reasoning": {
      const text = fields.string("text");
      if (text === undefined) return "unknown";
      const part = reasoningPart(text, notesOf(fields, "metadata"));
      addNative(part, fields.rest());
      return saysNothing(part) ? { skipped: "empty" } : add(part);
    }
    case "file":
      return add(filePartOf(fields));
    case "tool": {
      const call = callIn(fields, part.id, isAborted, reading);
      return call ? add(call) : "unknown";
    }
    case "subtask": {
      const text = fields.text("prompt");
      return text === undefined ? "unknown" : add({ type: "text", text });
    }
    case "retry":
      return add(retryNotice(fields, fields.object("time")));
    case "step-start":
    case "step-finish":
    case "snapshot":
    case "patch":
    case "agent":
    case "compaction":
      return "mark";
    default:
      return "unknown";
  }
}

/** True when a text or thought is empty, and nothing else is said with it. */
export function saysNothing(part: Part): boolean {
  if (part.type !== "text" && part.type !== "reasoning") return false;
  return !(part.text || part.native || ("encrypted" in part && part.encrypted));
}

function addUnknown(part: StoredPart, type: string, content: Content, reading: Reading): void {
  const recordType = `part/${type}`;
  reading.tally.unknown(recordType);
  reading.context.report(unknownRecord({ path: reading.path, ...part.origin }, recordType));
  content.parts.push({ type: "unknown", recordType, native: part.data });
}

/** A text that the tool adds to a prompt; whose call the next one is, only it tells. */
export function writtenPart(text: string): TextPart | NoticePart {
  return text.startsWith("The following tool was executed by the user")
    ? { type: "notice", level: "info", text }
    : { type: "text", text, synthetic: syntheticKind(text) };
}

/** The kind of a text that the tool adds: mostly the files that a prompt names. */
function syntheticKind(text: string): Synthetic {
  if (text.startsWith("<system-reminder>")) return "reminder";
  return /^(?:Summarize the task tool output|Continue if you have next steps|Use the above )/.test(
    text,
  )
    ? "instructions"
    : "context";
}

/** A thought. Additions of providers are under their names, or alone (2.0). */
export function reasoningPart(text: string, metadata: Fields | undefined): ReasoningPart {
  const places = metadata
    ? [metadata, ...metadata.names.flatMap((name) => metadata.object(name) ?? [])]
    : [];
  const find = (...names: string[]) => {
    for (const place of places) {
      const found = place.text(...names);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const encrypted = find("reasoningEncryptedContent", "redactedData");
  const signature = find("signature");
  const rest = metadata?.rest();
  return present<ReasoningPart>({
    type: "reasoning",
    text: text === "" ? undefined : text,
    redacted: text === "" && encrypted !== undefined ? true : undefined,
    encrypted,
    signature,
    native: rest && { metadata: rest },
  });
}

/** A request that failed and was made again. */
export function retryNotice(fields: Fields, time: Fields | undefined): NoticePart {
  const error = fields.object("error");
  const notice: NoticePart = { ...noticeOf(error ?? fields), level: "warning" };
  const at = time?.time("created", "at");
  addNative(notice, fields.rest());
  addNative(notice, present({ at }));
  return notice;
}

/** The error of a response, with its other fields; the second form has no `data` in an error. */
export function noticeOf(error: Fields): NoticePart {
  const code = error.text("name", "type");
  const data = error.object("data") ?? error;
  const isAborted = code === "MessageAbortedError" || code === "aborted";
  const text = isAborted ? says.interrupted : (data.text("message") ?? code);
  const notice: NoticePart = present({
    type: "notice",
    level: isAborted ? "warning" : "error",
    text: text ?? says.failed,
    code,
  });
  addNative(notice, data.rest());
  addNative(notice, error.rest());
  return notice;
}
