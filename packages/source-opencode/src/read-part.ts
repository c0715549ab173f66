import {
  type JsonObject,
  type NoticePart,
  type Part,
  present,
  type Synthetic,
} from "@chatexport/core";
import { objectOf, stringOf, textOf, utcTime } from "@chatexport/core/read";
import { unknownRecord } from "./diagnostics.js";
import { countUnknownFields, partTypes, read, unread } from "./fields.js";
import { filePartOf } from "./file-part.js";
import type { Reading } from "./reading.js";
import type { StoredPart } from "./stored.js";
import { callOf } from "./tool-call.js";

/** What the parts of a message hold. */
export interface Content {
  parts: Part[];
  /** Marks of the steps of a response, and the states of the files between them. */
  steps: JsonObject[];
  compaction?: JsonObject;
  /** Agents that a prompt names. */
  agents: JsonObject[];
}

/** Reads the parts of a message, and counts each of them. */
export function contentOf(
  stored: readonly StoredPart[],
  isAborted: boolean,
  reading: Reading,
): Content {
  const content: Content = { parts: [], steps: [], agents: [] };
  for (const part of stored) {
    const { data } = part;
    const type = textOf(data.type) ?? "none";
    if (!partTypes.has(type) || !addPart(part, type, content, isAborted, reading)) {
      addUnknown(part, type, content, reading);
      continue;
    }
    countUnknownFields(data, type, reading.tally);
    if (type === "tool") countUnknownFields(objectOf(data.state) ?? {}, "state", reading.tally);
  }
  return content;
}

/** False when a part has not the shape of its type. */
function addPart(
  part: StoredPart,
  type: string,
  content: Content,
  isAborted: boolean,
  { tally, ...rest }: Reading,
): boolean {
  const { data } = part;
  const text = stringOf(data.text);
  switch (type) {
    case "text":
    case "reasoning":
      if (text === undefined) return false;
      if (text === "" && !objectOf(data.metadata)) {
        tally.skip("empty");
        return true;
      }
      content.parts.push(type === "text" ? textPart(data, text) : reasoningPart(data, text));
      break;
    case "file":
      content.parts.push(filePartOf(data));
      break;
    case "tool":
      if (!objectOf(data.state)) return false;
      content.parts.push(callOf(part, isAborted, { tally, ...rest }));
      break;
    case "subtask": {
      const prompt = textOf(data.prompt);
      if (prompt === undefined) return false;
      const native = unread(data, read.subtask);
      content.parts.push(present({ type: "text", text: prompt, native }));
      break;
    }
    case "retry":
      content.parts.push(retryNotice(data));
      break;
    case "compaction":
      content.compaction = data;
      break;
    case "agent":
      content.agents.push(unread(data, new Set(["type"])) ?? {});
      break;
    default:
      content.steps.push(data);
  }
  tally.keep();
  return true;
}

function addUnknown(part: StoredPart, type: string, content: Content, reading: Reading): void {
  const recordType = `part/${type}`;
  reading.tally.unknown(recordType);
  reading.context.report(unknownRecord({ path: reading.path, ...part.origin }, recordType));
  content.parts.push({ type: "unknown", recordType, native: part.data });
}

function textPart(data: JsonObject, text: string): Part {
  return present({
    type: "text",
    text,
    synthetic: data.synthetic === true ? syntheticKind(text) : undefined,
    native: unread(data, read.text),
  });
}

/** What the tool adds to a prompt: mostly the files that it names. */
export function syntheticKind(text: string): Synthetic {
  if (text.startsWith("The following tool was executed by the user")) return "command";
  if (text.startsWith("<system-reminder>")) return "reminder";
  return /^(?:Summarize the task tool output|Continue if you have next steps|Use the above )/.test(
    text,
  )
    ? "instructions"
    : "context";
}

/** A thought. What providers add to it stands under their names. */
export function reasoningPart(data: JsonObject, text: string): Part {
  const metadata = objectOf(data.metadata) ?? {};
  const added = Object.values(metadata).map((value) => objectOf(value) ?? {});
  const find = (...names: string[]) =>
    added.flatMap((fields) => names.flatMap((name) => textOf(fields[name]) ?? []))[0];
  const encrypted = find("reasoningEncryptedContent", "redactedData");
  const left = Object.entries(metadata).flatMap(([provider, value]) => {
    const fields = unread(objectOf(value) ?? {}, opaque);
    return fields ? [[provider, fields]] : [];
  });
  return present({
    type: "reasoning",
    text: text === "" ? undefined : text,
    redacted: text === "" && encrypted !== undefined ? true : undefined,
    encrypted,
    signature: find("signature"),
    native: left.length > 0 ? { metadata: Object.fromEntries(left) } : undefined,
  });
}

const opaque: ReadonlySet<string> = new Set([
  "signature",
  "reasoningEncryptedContent",
  "redactedData",
]);

/** A request that failed and was made again. */
export function retryNotice(data: JsonObject): NoticePart {
  const error = objectOf(data.error) ?? {};
  const { notice, native } = noticeOf(error);
  return present({
    ...notice,
    level: "warning",
    native: {
      ...native,
      ...unread(data, read.retry),
      ...present({ at: utcTime(objectOf(data.time)?.created) }),
    },
  });
}

/** What went wrong in a response, and what else is said of it; the second form has no `data` in an error. */
export function noticeOf(error: JsonObject): {
  notice: NoticePart;
  native: JsonObject | undefined;
} {
  const { name: _, type: __, ...own } = error;
  const data = objectOf(error.data) ?? own;
  const code = textOf(error.name) ?? textOf(error.type);
  const isAborted = code === "MessageAbortedError" || code === "aborted";
  const text = isAborted ? "The turn was interrupted." : (textOf(data.message) ?? code);
  return {
    notice: present({
      type: "notice",
      level: isAborted ? "warning" : "error",
      text: text ?? "The turn failed.",
      code,
    }),
    native: unread(data, isAborted ? new Set() : new Set(["message"])),
  };
}
