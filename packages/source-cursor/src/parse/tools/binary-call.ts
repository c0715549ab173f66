import { defined, type JsonObject, present } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { filled } from "../../values/json-text.js";
import { MessageFields, readFields, utf8Of } from "../../values/protobuf.js";

/** The facts that `toolCallBinary` gives about a call. */
export interface BinaryCall {
  input?: JsonObject;
  /** In the shape in which other versions write the results of commands. */
  result?: JsonObject;
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
  const kind = messageOf(Buffer.from(base64, "base64"))?.fields[0];
  const call = messageOf(kind?.bytes);
  if (!kind || !call) return undefined;
  const [request, [outcome]] = [messageIn(call, 1), messageIn(call, 2).fields];
  const { input, ...found } =
    kind.number === shellKind
      ? shellCall(request, messageOf(outcome?.bytes))
      : { output: outputOf(request, outcome ? [outcome] : []) };
  const isError = outcome?.number === 2 || undefined;
  return present({ input, result: outcome && present<JsonObject>({ ...found, isError }) });
}

/** The texts of a result, without those that the arguments have. */
function outputOf({ fields }: MessageFields, outcome: MessageFields["fields"]): string | undefined {
  const given = new Set(textsIn(fields));
  return textOf(
    textsIn(outcome)
      .filter((text) => !given.has(text))
      .join("\n"),
  );
}

/** A command: field 1 and 2 are command and directory, the output is in 10 or in 5 and 6. */
function shellCall(request: MessageFields, answer = none) {
  const input = defined({ command: textIn(request, 1), cwd: textIn(request, 2) || undefined });
  const streams = [textIn(answer, 5), textIn(answer, 6)].filter((text) => text);
  const output = textIn(answer, 10) || streams.join("\n");
  // Protobuf leaves out a number that is zero.
  const exitCode = answer.fields.find(({ number }) => number === 3)?.value ?? 0;
  return { input: filled(input), ...(answer.fields.length > 0 && { output, exitCode }) };
}

const none = new MessageFields([], true);

function messageIn(message: MessageFields, number: number): MessageFields {
  return messageOf(message.all(number)[0]) ?? none;
}

function messageOf(bytes: Uint8Array | undefined): MessageFields | undefined {
  const read = bytes && readFields(bytes);
  return read?.complete ? read : undefined;
}

function textIn(message: MessageFields, number: number): string | undefined {
  const [bytes] = message.all(number);
  return bytes && new TextDecoder().decode(bytes);
}

/** The texts in the fields of a message and in the messages in it, in their order. */
function textsIn(fields: MessageFields["fields"], depth = 0): string[] {
  if (depth > deepest) return [];
  return fields.flatMap(({ bytes }) => {
    if (!bytes || bytes.length === 0) return [];
    const text = printable(bytes);
    const message = messageOf(bytes);
    // Bytes can be read both ways: a text hardly ever has fields of exactly the right lengths.
    if (message && (text === undefined || message.fields.every((field) => field.bytes)))
      return textsIn(message.fields, depth + 1);
    return text ?? [];
  });
}

function printable(bytes: Uint8Array): string | undefined {
  const text = utf8Of(bytes);
  return text === undefined || /\p{Cc}/u.test(text.replaceAll(/[\t\r\n]/g, "")) ? undefined : text;
}
