import type { Json, Part } from "@chatexport/core";
import { objectOf, unknownRecord } from "@chatexport/core/read";
import { type Fields, type Holder, keepRest } from "@chatexport/core/source";
import { fieldsOf, notesOf } from "./fields.js";
import { reasoningPart, saysNothing } from "./read-part.js";
import type { Reading } from "./reading.js";
import { toolCall } from "./second-tool.js";

/**
 * The content of an answer of the second form, in order. `isAborted`: the user ended the answer.
 */
export function contentOf(
  content: readonly Json[],
  messageId: string,
  isAborted: boolean,
  reading: Reading,
): Part[] {
  return content.flatMap((value, index): Part[] => {
    const fields = fieldsOf(objectOf(value) ?? {});
    const type = fields.text("type") ?? "none";
    const part = partOf(fields, type, isAborted, reading);
    if (!part) {
      const recordType = `content/${type}`;
      const at = `session_message/${messageId}/content/${index}`;
      reading.tally.unknownField("second-content", type);
      reading.context.report(unknownRecord({ path: reading.path, at }, recordType));
      return [{ type: "unknown", recordType, native: value }];
    }
    keepRest(part, fields, `second-${type}`, reading.tally);
    return saysNothing(part) ? [] : [part];
  });
}

/** Undefined when an item is of an unknown type, or has not the shape of its type. */
function partOf(
  fields: Fields,
  type: string,
  isAborted: boolean,
  reading: Reading,
): (Part & Holder) | undefined {
  if (type === "tool") return toolCall(fields, isAborted, reading);
  const text = fields.string("text");
  if (text === undefined) return undefined;
  if (type === "text") return { type, text };
  if (type !== "reasoning") return undefined;
  // 1.18.33 and copies have what a provider adds below the provider's name, 2.0 has it as it is.
  return reasoningPart(text, notesOf(fields, "native", "state", "providerMetadata"));
}
