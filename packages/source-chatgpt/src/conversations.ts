import type { ExportHead, ExportParts } from "@chatexport/account-exports";
import { type JsonObject, present } from "@chatexport/core";
import {
  listOf,
  numberOf,
  objectOf,
  promptTitle,
  saysSomething,
  stringOf,
  textOf,
  utcTime,
} from "@chatexport/core/read";

/** The on-disk shape of an account's export. */
export const format = "chatgpt/export";

/** The source's own words, so that a search finds them. */
export const says = {
  inExport: "in a file of its own in the export",
  recap: "Thinking ended",
} as const;

/** The traits of ChatGPT's exports: one list, and since early 2026 several. */
export const parts: ExportParts = {
  name: "chatgpt",
  format,
  vendor: "ChatGPT",
  isList: (name) => /^conversations(?:-\d{1,9})?\.json$/.test(name),
  isFolder: () => false,
  ownNames: ["mapping", "conversation_id", "current_node"],
  // One whose messages are of another kind than ever seen is kept as it is.
  idOf: (data) =>
    data.mapping === undefined ? undefined : (textOf(data.conversation_id) ?? textOf(data.id)),
  headOf,
  isEmpty: (data) =>
    objectOf(data.mapping) !== undefined &&
    !nodesOf(data).some(({ node, message }) =>
      message ? isSaid(message) : saysSomething(node.message),
    ),
};

/** A node of the tree that a conversation is. */
export interface TreeNode {
  /** Its key, by which others name it. */
  id: string;
  parentId?: string;
  /** As the export has it. */
  node: JsonObject;
  /** Some nodes have none, as the root. */
  message?: JsonObject;
}

/** The nodes of a conversation by time, each behind its parent: an export has them in any order. */
export function nodesOf({ mapping }: JsonObject): TreeNode[] {
  const all = new Map<string, TreeNode>();
  for (const [id, value] of Object.entries(objectOf(mapping) ?? {})) {
    const node = objectOf(value);
    if (!node) continue;
    const [parentId, message] = [textOf(node.parent), objectOf(node.message)];
    all.set(id, present<TreeNode>({ id, parentId, node, message }));
  }
  const ordered = new Set<TreeNode>();
  for (const first of [...all.values()].sort((a, b) => timeOf(a) - timeOf(b))) {
    const above = new Set<TreeNode>();
    for (
      let at: TreeNode | undefined = first;
      at && !ordered.has(at) && !above.has(at);
      at = all.get(at.parentId ?? "")
    )
      above.add(at);
    for (const node of [...above].reverse()) ordered.add(node);
  }
  return [...ordered];
}

function timeOf({ message }: TreeNode): number {
  return numberOf(message?.create_time) ?? 0;
}

/** True when ChatGPT hides a message, which it wrote for the model alone. */
export function isHidden({ metadata }: JsonObject): boolean {
  return objectOf(metadata)?.is_visually_hidden_from_conversation === true;
}

/** True when a person or the model said something in a message, or someone did in a shape that is unknown. */
function isSaid(message: JsonObject): boolean {
  const role = stringOf(objectOf(message.author)?.role) ?? "user";
  const content = objectOf(message.content) ?? present({ text: message.content });
  const said = [content.text, ...(listOf(content.parts) ?? [content.parts])].some(saysSomething);
  return (role === "user" || role === "assistant") && said && !isHidden(message);
}

/** Title and times of a conversation. */
export function headOf(data: JsonObject): ExportHead {
  const given = textOf(stringOf(data.title)?.trim());
  const title = given ?? promptTitle(promptsIn(data));
  return present({
    title,
    titleFrom: title === undefined ? undefined : given ? "generated" : "first-message",
    startedAt: utcTime(data.create_time),
    updatedAt: utcTime(data.update_time),
  });
}

function* promptsIn(data: JsonObject): Generator<string> {
  for (const { message } of nodesOf(data)) {
    if (!message || objectOf(message.author)?.role !== "user" || !isSaid(message)) continue;
    for (const part of listOf(objectOf(message.content)?.parts) ?? []) yield stringOf(part) ?? "";
  }
}
