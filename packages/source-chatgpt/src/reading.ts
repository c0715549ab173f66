import {
  type JsonObject,
  type Message,
  type Part,
  present,
  type ToolCall,
  type ToolResult,
} from "@chatexport/core";
import {
  fieldsWhere,
  listOf,
  objectOf,
  objectsOf,
  syntheticOf,
  textOf,
  UnknownTypes,
} from "@chatexport/core/read";
import {
  addNative,
  Draft,
  type Fate,
  type Fields,
  RecordTree,
  type StoredRecord,
  type TreeRecord,
} from "@chatexport/core/source";
import { withCitations } from "./citations.js";
import { attachmentPart, contentParts } from "./content.js";
import { isHidden, type TreeNode } from "./conversations.js";
import { fieldsOf } from "./fields.js";
import { isFailure, toolCall } from "./tools.js";

/** A node with its message, whose fields are taken while it is read. */
interface OpenNode extends StoredRecord, TreeRecord {
  id: string;
  role: string;
  message: JsonObject;
  metadata: JsonObject;
}

/** A conversation while its nodes are read, each behind its parent. */
export class Reading {
  readonly draft = new Draft();
  readonly tree = new RecordTree();
  readonly unknown = new UnknownTypes();
  /** By node, what is noted of those that say nothing. */
  readonly unsaid = new Map<string, JsonObject>();
  /** By node, the call that it is, or that it follows as a result does. */
  readonly #calls = new Map<string | undefined, ToolCall>();
  readonly #place: string;

  /** `place` is the JSON pointer of the nodes. */
  constructor(place: string) {
    this.#place = place;
  }

  /** The JSON pointer of a node (RFC 6901). */
  placeOf(id: string): string {
    return `${this.#place}/${id.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  }

  /** Reads a node. */
  read({ id, parentId, node, message }: TreeNode): void {
    const { draft, tree } = this;
    draft.tally.read();
    const fields = fieldsOf(node);
    fields.fitting("id", (value) => value === id);
    fields.string("parent");
    // The parents of messages tell.
    fields.texts("children");
    if (message) {
      const inner = fields.object("message") ?? fieldsOf({});
      const type = textOf(objectOf(message.content)?.content_type) ?? "(none)";
      const [at, raw] = [this.placeOf(id), node];
      const createdAt = inner.time("create_time");
      const role = textOf(objectOf(message.author)?.role) ?? "(none)";
      const name = roles.has(role) ? `content/${type}` : `role/${role}`;
      const told = { id, parentId, type: name, at, createdAt, raw, message };
      const metadata = objectOf(message.metadata) ?? {};
      const open = present<OpenNode>({ ...told, role, metadata, fields: inner, envelope: fields });
      const fate = this.#fateOf(open);
      if (fate === "unknown") this.unknown.add(open.type, at);
      draft.count(open, fate);
    } else {
      // As a root.
      this.#keepUnsaid(id, fields.rest());
      for (const name of fields.unknown) draft.tally.unknownField("node-key", name);
      draft.tally.skip("no-message");
    }
    tree.place(present({ id, parentId }));
  }

  #fateOf(node: OpenNode): Fate {
    const { fields, role, message, metadata } = node;
    const attachments = attachmentsOf(metadata);
    const from = role === "user" ? "upload" : "tool";
    const content = fields.object("content");
    const read = content && contentParts(content, { from, attachments });
    if (!read || !roles.has(role)) return "unknown";
    for (const part of read)
      if (part.type === "unknown") this.#addUnknown(part.recordType, node.at);
    const files = attachments.map((one) => attachmentPart(one, from));
    const parts: Part[] = [...read, ...files];
    takeEnvelope(fields, node.id);
    const recipient = textOf(message.recipient) ?? "all";
    if (role === "tool") return this.#addResult(node, parts);
    if (role === "assistant" && recipient !== "all") return this.#addCall(node, recipient, parts);
    const before = role === "system" ? this.#calls.get(node.parentId) : undefined;
    if (before) this.#calls.set(node.id, before);
    if (parts.length === 0) return this.#skipped(node);
    return { kept: this.#addMessage(node, parts.map(shownAs(node))) };
  }

  #addCall(node: OpenNode, name: string, parts: readonly Part[]): Fate {
    node.fields.text("recipient");
    const written = textOf(objectOf(node.message.content)?.text) ?? parts.map(textIn).join("\n");
    const call = toolCall(node.id, name, written);
    this.#calls.set(node.id, call);
    const others = parts.filter((part) => part.type !== "text");
    return { kept: this.#addMessage(node, [...others, call]) };
  }

  /** A tool's message belongs to the call before it; of one call there may be several. */
  #addResult(node: OpenNode, content: Part[]): Fate {
    const { id, parentId = "", metadata, createdAt } = node;
    const call = this.#calls.get(parentId);
    const isError = isFailure(metadata) || content.some(saysError);
    if (!call) {
      if (content.length === 0) return this.#skipped(node);
      const result: ToolResult = { content, isError };
      const part: Part = { type: "tool-result", toolCallId: parentId, result };
      // What stands in a file that was uploaded is told to the model so.
      const parts = isHidden(node.message) ? content.map(shownAs(node)) : [part];
      return { kept: this.#addMessage(node, parts) };
    }
    this.#calls.set(id, call);
    call.result ??= { content: [], isError: false };
    call.result.content.push(...content);
    call.result.isError ||= isError;
    call.status = call.result.isError ? "failed" : "completed";
    if (call.completedAt === undefined && createdAt !== undefined) call.completedAt = createdAt;
    else addNative(call.result, present({ create_time: createdAt }));
    node.fields.object("author")?.fitting("name", (name) => name === call.name);
    addNative(call.result, notesOf(node));
    return { kept: call.result };
  }

  #addMessage(node: OpenNode, parts: Part[]): Message {
    const { metadata } = node;
    const role = node.role === "user" || node.role === "assistant" ? node.role : "system";
    const message = this.draft.write(node, role, parts, {
      parentId: this.tree.above(node)?.id,
      model: role === "assistant" ? textOf(metadata.model_slug) : undefined,
      synthetic: syntheticOf(parts),
      stopReason: textOf(objectOf(metadata.finish_details)?.type),
      native: notesOf(node),
    });
    this.tree.add(node, message);
    return message;
  }

  #addUnknown(type: string, at: OpenNode["at"]): void {
    this.unknown.add(type, at);
    this.draft.tally.unknownField("part-type", type);
  }

  /** A message without content: ChatGPT writes one or two at the beginning of each conversation. */
  #skipped(node: OpenNode): Fate {
    const { fields, envelope, id } = node;
    this.#keepUnsaid(id, { ...envelope?.rest(), ...fields.rest(), ...notesOf(node) });
    return { skipped: "empty" };
  }

  #keepUnsaid(id: string, left: JsonObject = {}): void {
    if (Object.keys(left).length > 0) this.unsaid.set(id, left);
  }
}

const roles: ReadonlySet<string> = new Set(["user", "assistant", "system", "tool"]);

/** Takes what the message of the model says, and what says nothing. */
function takeEnvelope(fields: Fields, id: string): void {
  fields.fitting("id", (value) => value === id);
  const author = fields.object("author");
  author?.text("role");
  fields.word(["all"], "recipient");
  fields.word(["finished_successfully"], "status");
  fields.fitting("weight", (value) => value === 1);
  fields.fitting("metadata", (value) => objectOf(value) !== undefined);
}

/**
 * The other notes of ChatGPT on a message: names that change with each month, so they are kept as
 * they are.
 */
function notesOf({ metadata, role }: OpenNode): JsonObject | undefined {
  const taken: Record<string, boolean> = {
    model_slug: role === "assistant" && textOf(metadata.model_slug) !== undefined,
    attachments: attachmentsOf(metadata).length > 0,
    is_visually_hidden_from_conversation: metadata.is_visually_hidden_from_conversation === true,
  };
  const notes = fieldsWhere(metadata, (_, name) => !(Object.hasOwn(taken, name) && taken[name]));
  return notes && { metadata: notes };
}

/** The files that were attached to a message; none where one of them is no object. */
function attachmentsOf({ attachments }: JsonObject): JsonObject[] {
  const list = listOf(attachments) ?? [];
  const objects = objectsOf(list);
  return objects.length === list.length ? objects : [];
}

/** The part of a message as its reader sees it: parts that ChatGPT hides are context. */
function shownAs({ message, metadata }: OpenNode): (part: Part) => Part {
  return (part) =>
    isHidden(message) && part.type === "text" && part.synthetic === undefined
      ? { ...part, synthetic: "context" }
      : withCitations(part, metadata);
}

function saysError(part: Part): boolean {
  return part.type === "notice" && part.level === "error";
}

function textIn(part: Part): string {
  return part.type === "text" ? part.text : "";
}
