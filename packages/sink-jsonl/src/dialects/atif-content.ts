import type { FilePart, Session, SinkContext, ToolCall } from "@chatexport/core";
import { nameSet } from "@chatexport/core/read";
import { type Content, describedFile, mediaTypeOf, nameOf, urlOf } from "../content.js";
import { contributionsOf } from "../contributions.js";

/** Content as the format has it, and files that it cannot hold. */
export interface Placed<Parts> {
  content: Parts;
  files?: object[];
}

type AtifPart = { type: "text"; text: string } | { type: "image"; source: object };
type Asset = SinkContext["asset"];

/** Content as a text, unless there are images. */
export async function contentIn(
  parts: readonly Content[],
  asset: Asset,
): Promise<Placed<string | AtifPart[]>> {
  const placed = await partsIn(parts, asset);
  const texts = placed.content.flatMap((part) => (part.type === "text" ? part.text : []));
  return texts.length === parts.length ? { ...placed, content: texts.join("\n\n") } : placed;
}

/** Content as parts. Images and other files lie beside the document where that is possible. */
export async function partsIn(
  parts: readonly Content[],
  asset: Asset,
): Promise<Placed<AtifPart[]>> {
  const content: AtifPart[] = [];
  const files: object[] = [];
  for (const part of parts) {
    const source = part.type === "file" ? await sourceOf(part, asset) : undefined;
    if (source && imageTypes.has(source.media_type)) {
      content.push({ type: "image", source });
      continue;
    }
    if (source && part.type === "file") files.push({ ...source, name: nameOf(part) });
    content.push({ type: "text", text: part.type === "text" ? part.text : describedFile(part) });
  }
  return { content, ...(files.length > 0 && { files }) };
}

/** The images that the format allows. */
const imageTypes = nameSet("image/jpeg image/png image/gif image/webp");

async function sourceOf(file: FilePart, asset: Asset) {
  const url = urlOf(file);
  if (url === undefined) return undefined;
  const mediaType = mediaTypeOf(file);
  const bytes = file.data === undefined ? undefined : Buffer.from(file.data, "base64");
  const link = bytes && (await asset(bytes, mediaType, nameOf(file)));
  return { media_type: mediaType, path: link ?? url };
}

/** A session that is written as a trajectory, and the trajectory's id. */
export interface Embedded {
  id: string;
  session: Session;
}

/** Whether a session can be a trajectory at all: one has at least one step. */
export function hasSteps({ messages }: Session): boolean {
  return messages.some(
    (message) => message.role === "assistant" || !contributionsOf(message).next().done,
  );
}

/** The sub-agents of a session, each with an id of its own; those of one without steps stand for it. */
export function embedded(session: Session): Embedded[] {
  const counts = new Map<string, number>();
  return withSteps(session.subagents ?? []).map((subagent) => {
    const count = (counts.get(subagent.id) ?? 0) + 1;
    counts.set(subagent.id, count);
    return { id: count === 1 ? subagent.id : `${subagent.id}#${count}`, session: subagent };
  });
}

function withSteps(sessions: readonly Session[]): Session[] {
  return sessions.flatMap((session) =>
    hasSteps(session) ? [session] : withSteps(session.subagents ?? []),
  );
}

/** The sub-agents that a call started. */
export function startedBy(call: ToolCall, subagents: readonly Embedded[]): Embedded[] {
  const named = call.kind === "task" ? call.subagent : undefined;
  return subagents.filter(({ session: { id, parent } }) =>
    parent?.toolCallId === undefined ? id === named : parent.toolCallId === call.id,
  );
}
