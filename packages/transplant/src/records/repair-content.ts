import { defined, type JsonObject } from "@chatexport/core";
import { nameSet, objectOf, textOf, wordOf } from "@chatexport/core/read";
import { hashedUuid } from "@chatexport/core/turns";
import type { Damage, Found } from "./damages.js";
import type { Draft } from "./draft.js";
import { isOfSubagent, type Line } from "./line.js";

/** Repairs what the API would refuse, and what the client would leave out. */
export function repairContent(draft: Draft, found: Found): void {
  const emptied = linksOf(draft).filter((line) => repairBlocks(line, found));
  draft.remove(new Set(emptied));
  repairCalls(draft, found);
}

/** The records that the client sends: none that sub-agents wrote. */
function linksOf({ links }: Draft): Line[] {
  return links.filter((line) => !isOfSubagent(line));
}

/** The cure of a block; an empty list when it goes. */
interface Cure {
  damage: Damage;
  blocks: JsonObject[];
}

/** Repairs the blocks of a record; whether nothing is left of them. */
function repairBlocks(line: Line, found: Found): boolean {
  const { type } = line.record ?? {};
  if (type !== "user" && type !== "assistant") return false;
  const { blocks } = line;
  const cures = blocks.map((block) => cureOf(block, type, blocks));
  if (cures.every((cure) => cure === undefined)) return false;
  for (const cure of cures) if (cure) found(cure.damage, line);
  const cured = blocks.flatMap((block, index) => cures[index]?.blocks ?? [block]);
  if (cured.length > 0) line.setBlocks(cured);
  return cured.length === 0;
}

const blocksOf = {
  user: nameSet("text image document search_result tool_result"),
  assistant: nameSet(
    "text thinking redacted_thinking tool_use server_tool_use web_search_tool_result",
    "web_fetch_tool_result fallback",
  ),
};

function cureOf(
  block: JsonObject,
  role: keyof typeof blocksOf,
  neighbours: readonly JsonObject[],
): Cure | undefined {
  switch (block.type) {
    case "text":
      // The client itself leaves out a message of blanks alone.
      if (neighbours.length === 1 || textOf(block.text)?.trim()) return undefined;
      return { damage: "empty-text", blocks: [] };
    case "thinking": {
      const isWhole = textOf(block.signature) && typeof block.thinking === "string";
      return isWhole ? undefined : { damage: "unsigned-reasoning", blocks: [] };
    }
    case "image":
      return isTaken(block) ? undefined : { damage: "refused-image", blocks: [imageText(block)] };
    case "tool_result": {
      const content = block.content;
      if (!Array.isArray(content)) return undefined;
      const refused = content.some((part) => objectOf(part)?.type === "image" && !isTaken(part));
      if (!refused) return undefined;
      const cured = content.map((part) =>
        objectOf(part)?.type === "image" && !isTaken(part) ? imageText(part) : part,
      );
      return { damage: "refused-image", blocks: [{ ...block, content: cured }] };
    }
    case "server_tool_use": {
      const isAnswered = neighbours.some(({ tool_use_id }) => tool_use_id === block.id);
      return isAnswered ? undefined : { damage: "unanswered-server-call", blocks: [asText(block)] };
    }
    default:
      return blocksOf[role].has(wordOf(block.type))
        ? undefined
        : { damage: "unknown-block", blocks: [asText(block)] };
  }
}

function asText(block: JsonObject): JsonObject {
  return { type: "text", text: JSON.stringify(block) };
}

const imageTypes = nameSet("image/png image/jpeg image/gif image/webp");

/** Bytes in base64: the most that the API takes (2026-11). */
const largestImage = 5 * 1024 * 1024;

function isTaken(block: unknown): boolean {
  const source = objectOf(objectOf(block)?.source);
  if (source?.type !== "base64") return true;
  const data = textOf(source.data) ?? "";
  return (
    imageTypes.has(wordOf(source.media_type)) &&
    data.length <= largestImage &&
    /^[a-z\d+/]+={0,2}$/i.test(data)
  );
}

function imageText(block: unknown): JsonObject {
  const source = objectOf(objectOf(block)?.source);
  const bytes = (textOf(source?.data) ?? "").length;
  const type = textOf(source?.media_type) ?? "unknown type";
  return { type: "text", text: `[An image was here: ${type}, ${bytes} bytes in base64]` };
}

function repairCalls(draft: Draft, found: Found): void {
  const known = new Set<string>();
  const renamed = new Map<string, string>();
  const open = new Map<string, Line>();
  const cured = (block: JsonObject, line: Line): JsonObject => {
    if (block.type === "tool_use" && typeof block.id === "string") {
      const { id } = block;
      const isRepeated = known.has(id);
      const own = isRepeated ? freeId(id, known) : id;
      known.add(own);
      open.set(own, line);
      if (!isRepeated) return block;
      found("repeated-call-id", line);
      renamed.set(id, own);
      return { ...block, id: own };
    }
    if (block.type !== "tool_result" || typeof block.tool_use_id !== "string") return block;
    const { tool_use_id: id } = block;
    // The first result is that of the first call.
    const own = open.has(id) ? id : renamed.get(id);
    if (own !== undefined && open.delete(own))
      return own === id ? block : { ...block, tool_use_id: own };
    found("orphaned-result", line);
    return resultText(block);
  };
  for (const line of linksOf(draft)) {
    const { blocks } = line;
    const anew = blocks.map((block) => cured(block, line));
    if (anew.some((block, index) => block !== blocks[index])) line.setBlocks(anew);
  }
  for (const [id, line] of open) {
    found("unanswered-call", line);
    draft.insertAfter(endOfAnswer(line, draft), noResult(id, line));
  }
}

function freeId(id: string, known: ReadonlySet<string>): string {
  let number = 2;
  while (known.has(`${id}_${number}`)) number++;
  return `${id}_${number}`;
}

function resultText({ content }: JsonObject): JsonObject {
  const text =
    textOf(content) ??
    (Array.isArray(content)
      ? content.flatMap((part) => textOf(objectOf(part)?.text) ?? []).join("\n")
      : "");
  return { type: "text", text: `The result of a call that is not there:\n${text}` };
}

/** The last record of the answer that holds a call: results follow all of its calls. */
function endOfAnswer(line: Line, draft: Draft): Line {
  const id = objectOf(line.record?.message)?.id;
  let end = line;
  for (;;) {
    const next = draft
      .childrenOf(end)
      .find(
        ({ record }) =>
          record?.type === "assistant" && id !== undefined && objectOf(record.message)?.id === id,
      );
    if (!next) return end;
    end = next;
  }
}

function noResult(id: string, { record = {}, uuid }: Line): JsonObject & { uuid: string } {
  const { isSidechain, userType, entrypoint, cwd, sessionId, version, gitBranch, timestamp } =
    record;
  const result = {
    type: "tool_result",
    tool_use_id: id,
    content: "No result was recorded.",
    is_error: true,
  };
  return {
    parentUuid: uuid ?? null,
    ...defined({ isSidechain, userType, entrypoint, cwd, sessionId, version, gitBranch }),
    type: "user",
    message: { role: "user", content: [result] },
    uuid: hashedUuid(`result of ${id} in ${uuid}`),
    ...defined({ timestamp }),
  };
}
