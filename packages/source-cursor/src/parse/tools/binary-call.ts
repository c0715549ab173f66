import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { defined, type JsonObject, present } from "@chatexport/core";

/** What `toolCallBinary` tells of a call. */
export interface BinaryCall {
  input?: JsonObject;
  /** In the shape in which other versions write the results of commands. */
  result?: JsonObject;
}

/** A field of a protobuf message: the bytes of a text or message, or a number. */
interface Field {
  number: number;
  bytes?: Uint8Array;
  value?: number;
}

const shellKind = 1;
const deepest = 12;

/**
 * A call in the newest builds (3.15 on): a protobuf `agent.v1.ToolCall` in base64, whose one field is
 * the kind of tool; in it field 1 has the arguments, field 2 the result, and in that field 1 says
 * success and field 2 failure. The fields are known of commands alone; of other tools the texts in
 * the result are taken. Undefined for what is no such message.
 */
export function binaryCall(base64: string): BinaryCall | undefined {
  const [kind] = fieldsOf(Buffer.from(base64, "base64")) ?? [];
  const call = kind && messageOf(kind);
  if (!call) return undefined;
  const request = messageIn(call, 1) ?? [];
  const [outcome] = messageIn(call, 2) ?? [];
  if (kind.number === shellKind) return shellCall(request, outcome);
  const given = new Set(textsIn(request));
  const texts = (outcome ? textsIn([outcome]) : []).filter((text) => !given.has(text));
  return present({ result: resultOf(outcome, present({ output: texts.join("\n") || undefined })) });
}

/** A command: field 1 and 2 are command and directory, the output is in 10 or in 5 and 6. */
function shellCall(request: readonly Field[], outcome: Field | undefined): BinaryCall {
  const fields = (outcome && messageOf(outcome)) ?? [];
  const input = defined({ command: textIn(request, 1), cwd: textIn(request, 2) || undefined });
  const streams = [textIn(fields, 5), textIn(fields, 6)].filter((text) => text);
  const output = textIn(fields, 10) || streams.join("\n");
  // Protobuf leaves out a number that is zero.
  const exitCode = fields.find(({ number }) => number === 3)?.value ?? 0;
  return defined({
    input: Object.keys(input).length > 0 ? input : undefined,
    result: resultOf(outcome, fields.length > 0 ? { output, exitCode } : {}),
  });
}

function resultOf(outcome: Field | undefined, fields: JsonObject): JsonObject | undefined {
  if (!outcome) return undefined;
  if (outcome.number !== 1) return outcome.number === 2 ? { ...fields, isError: true } : fields;
  return fields;
}

function messageIn(fields: readonly Field[], number: number): Field[] | undefined {
  const field = fields.find((candidate) => candidate.number === number);
  return field && messageOf(field);
}

function messageOf({ bytes }: Field): Field[] | undefined {
  return bytes && fieldsOf(bytes);
}

function textIn(fields: readonly Field[], number: number): string | undefined {
  const bytes = fields.find((field) => field.number === number)?.bytes;
  return bytes && new TextDecoder().decode(bytes);
}

/** The texts in a message and in the messages in it, in their order. */
function textsIn(fields: readonly Field[], depth = 0): string[] {
  if (depth > deepest) return [];
  return fields.flatMap(({ bytes }) => {
    if (!bytes || bytes.length === 0) return [];
    const text = printable(bytes);
    const message = fieldsOf(bytes);
    // Bytes can be read both ways: a text hardly ever has fields of exactly the right lengths.
    if (message && (text === undefined || message.every((field) => field.bytes)))
      return textsIn(message, depth + 1);
    return text === undefined ? [] : [text];
  });
}

function printable(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return /\p{Cc}/u.test(text.replaceAll(/[\t\r\n]/g, "")) ? undefined : text;
  } catch {
    return undefined;
  }
}

function fieldsOf(bytes: Uint8Array): Field[] | undefined {
  try {
    const reader = new BinaryReader(bytes);
    const fields: Field[] = [];
    while (reader.pos < reader.len) {
      const [number, wireType] = reader.tag();
      if (wireType === WireType.LengthDelimited) fields.push({ number, bytes: reader.bytes() });
      else if (wireType === WireType.Varint) fields.push({ number, value: Number(reader.int64()) });
      else if (wireType === WireType.Bit32 || wireType === WireType.Bit64) {
        reader.skip(wireType, number);
        fields.push({ number });
      } else return undefined;
    }
    return fields;
  } catch {
    return undefined;
  }
}
