import { type JsonObject, type Part, present } from "@chatexport/core";
import { listOf, objectOf, stringOf, textOf } from "@chatexport/core/read";
import { unknownRecord } from "./diagnostics.js";
import { unread } from "./fields.js";
import { reasoningPart } from "./read-part.js";
import type { Reading } from "./reading.js";
import { countUnknownSecondFields, secondRead } from "./second-fields.js";
import { toolCall } from "./second-tool.js";

/**
 * What an answer of the second form holds, in order; undefined when that is no list. `isAborted`: the user ended
 * the answer.
 */
export function contentOf(
  content: unknown,
  messageId: string,
  isAborted: boolean,
  reading: Reading,
): Part[] | undefined {
  return listOf(content)?.flatMap((value, index): Part[] => {
    const item = objectOf(value) ?? {};
    const type = textOf(item.type) ?? "none";
    const parts = partsOf(item, type, isAborted, reading);
    if (!parts) {
      const recordType = `content/${type}`;
      const at = `session_message/${messageId}/content/${index}`;
      reading.tally.unknownField("second-content", type);
      reading.context.report(unknownRecord({ path: reading.path, at }, recordType));
      return [{ type: "unknown", recordType, native: value }];
    }
    countUnknownSecondFields(item, type, reading.tally);
    return parts;
  });
}

/** Undefined when an item is of an unknown type, or has not the shape of its type. */
function partsOf(
  item: JsonObject,
  type: string,
  isAborted: boolean,
  reading: Reading,
): Part[] | undefined {
  const text = stringOf(item.text);
  switch (type) {
    case "text":
      if (text === undefined) return undefined;
      return text === "" ? [] : [present({ type, text, native: unread(item, secondRead.content) })];
    case "reasoning": {
      if (text === undefined) return undefined;
      const metadata = byProvider(item);
      return text === "" && !metadata ? [] : [reasoningPart({ metadata: metadata ?? null }, text)];
    }
    case "tool":
      return objectOf(item.state) ? [toolCall(item, isAborted, reading)] : undefined;
    default:
      return undefined;
  }
}

/** What a provider adds to a thought: 1.18.33 and copies have it below the provider's name, 2.0 has it as it is. */
function byProvider(item: JsonObject): JsonObject | undefined {
  const added = objectOf(item.native) ?? objectOf(item.state) ?? objectOf(item.providerMetadata);
  if (!added || Object.values(added).every((value) => objectOf(value))) return added;
  return { provider: added };
}
