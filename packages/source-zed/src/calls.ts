import {
  defined,
  type FileEdit,
  type Json,
  type Part,
  present,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import {
  listOf,
  objectOf,
  parseJson,
  stringOf,
  unifiedHunks,
  uniqueId,
} from "@chatexport/core/read";
import { addNative, begunCall, endCall, type Fields, type Holder } from "@chatexport/core/source";
import type { Conversation } from "./conversation.js";
import { fieldsOf } from "./fields.js";
import { imageOf } from "./files.js";
import { detailsOf } from "./tools.js";

/** Begins a call; undefined where it has no id or name. */
export function beginCall(
  stored: Fields | undefined,
  conversation: Conversation,
): ToolCall | undefined {
  const [own, name] = [stored?.text("id"), stored?.text("name")];
  if (!stored || own === undefined || name === undefined) return undefined;
  const input = stored.json("input");
  const written = stored.string("raw_input");
  const isSame = !written || JSON.stringify(parseJson(written)) === JSON.stringify(input);
  // Without it, the model was cut off.
  stored.fitting("is_input_complete", (isComplete) => isComplete === true);
  const id = uniqueId(own, conversation.callIds.size, conversation.callIds);
  const call = begunCall({ id, name, input }, detailsOf);
  if (!isSame) call.rawInput = written;
  conversation.calls.set(own, call);
  return call;
}

/** Ends a call with its result; where none waits for it, the result is the part that is given back. */
export function endWith(
  told: Fields,
  call: ToolCall | undefined,
  toolCallId: string,
): Part | undefined {
  const isOpen = call !== undefined && !call.result;
  if (isOpen) told.fitting("tool_name", (name) => name === call.name || name === "unknown");
  const result = resultOf(told);
  const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  const status = result.isError ? endings.get(text) : undefined;
  const orphan = endCall(call, toolCallId, result, { status });
  addNative(orphan ?? (call as Holder), told.rest());
  if (!isOpen) return orphan;
  if (status === "rejected") call.rejectedBy = "user";
  if (call.kind === "edit") Object.assign(call, present({ edits: editsTold(call.edits, result) }));
  return undefined;
}

/** Words of the tool in place of a result, in 2026. */
const endings: ReadonlyMap<string, ToolCall["status"]> = new Map([
  ["Tool canceled by user", "cancelled"],
  ["Permission to run tool denied by user", "rejected"],
]);

/** The result as the model sees it: a list since 2026, before a single item; and what the tool keeps beside it. */
function resultOf(told: Fields): ToolResult {
  const stored = told.json("content");
  const items = listOf(stored) ?? (stored === undefined ? [] : [stored]);
  return present<ToolResult>({
    content: items.map((item) => itemOf(item as Json)),
    ...defined({ output: told.json("output") }),
    isError: told.flag("is_error") ?? false,
  });
}

/** An item of a result: a text, or an object that holds one or an image, by names in any case. */
function itemOf(item: Json): Part {
  const fields = fieldsOf(objectOf(item) ?? {});
  const text = stringOf(item) ?? fields.string("Text", "text");
  const image = fields.object("Image") ?? fields.object("image") ?? fields;
  const part: Part | undefined =
    text === undefined ? imageOf(image, "tool") : { type: "text", text };
  if (!part) return { type: "unknown", recordType: "content/result", native: { item } };
  fields.word(["text"], "type");
  addNative(part, fields.rest());
  return part;
}

/** The change as the tool tells it: the whole file before and after. Else it is what the model asked for. */
function editsTold(asked: FileEdit[] | undefined, { output }: ToolResult): FileEdit[] | undefined {
  const told = objectOf(output);
  const [first] = asked ?? [];
  const [before, after] = [stringOf(told?.old_text), stringOf(told?.new_text)];
  if (!first || before === undefined || after === undefined) return asked;
  const hunks = unifiedHunks(told?.diff);
  return [
    before === ""
      ? { path: first.path, kind: "create", after }
      : present<FileEdit>({ path: first.path, kind: "update", hunks, before, after }),
  ];
}
