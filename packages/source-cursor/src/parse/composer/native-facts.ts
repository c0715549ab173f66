import { type Json, type JsonObject, nonEmpty, present, type Usage } from "@chatexport/core";
import { listOf, numberOf, objectOf, TallyCounter, textOf } from "@chatexport/core/read";
import { addNative, type Fields, type Holder } from "@chatexport/core/source";
import { filled } from "../../values/json-text.js";
import { timeOf } from "../../values/times.js";
import { pathOf, pathOfAnyUri } from "../../values/uri.js";
import { fieldsOf, innerOf, leftOf, pathFrom, toldOf } from "../fields.js";
import { isTodoList } from "../tools/tool-kinds.js";
import { draftOf, takeText } from "./prompt-text.js";

/* Facts that Cursor stores and the model has no field for, under Cursor's names. */

/** Facts about a composer as a whole; `isDraftShown`: the session shows what is in the input box. */
export function composerNative(
  fields: Fields,
  data: JsonObject,
  tally: TallyCounter,
  isDraftShown = false,
): JsonObject {
  const draft = draftOf(data);
  const states = takeText(fields, draft);
  for (const name of ["composerId", "parentComposerId", "name"]) fields.string(name);
  for (const name of ["createdAt", "lastUpdatedAt"]) fields.made(timeOf, name);
  fields.flag("isArchived");
  fields.texts("subagentComposerIds");
  fields.fitting("fullConversationHeadersOnly", namesBubbles);
  fields.fitting("conversation", (value) => listOf(value) !== undefined);
  for (const map of ["conversationMap", "codeBlockData"])
    fields.fitting(map, (value) => objectOf(value) !== undefined);
  const workspace = innerOf(fields, "workspaceIdentifier");
  const workspaceId = workspace?.text("id");
  // Its folder is that of the session.
  if (workspace && isPlace(objectOf(data.workspaceIdentifier)?.uri)) pathFrom(workspace, "uri");
  const created = fields
    .objects("newlyCreatedFiles")
    .flatMap((file) => pathFrom(file, "uri") ?? []);
  const facts = present<JsonObject>({
    workspaceId,
    workspaceIdentifier: leftOf(workspace),
    subagentInfo: leftOf(innerOf(fields, "subagentInfo")),
    modelConfig: leftOf(innerOf(fields, "modelConfig")),
    context: leftOf(innerOf(fields, "context")),
    newlyCreatedFiles: nonEmpty(created),
    draft: isDraftShown ? undefined : textOf(draft),
    ...states,
  });
  const holder: Holder = present({ native: toldOf(fields, "composer", tally) });
  addNative(holder, facts);
  return holder.native ?? {};
}

/** True for a list of the heads of bubbles. */
function namesBubbles(value: Json): boolean {
  return listOf(value)?.every((head) => textOf(objectOf(head)?.bubbleId)) ?? false;
}

/** The names of fields that no composer is known to have. */
export function unknownComposerFields(data: JsonObject): string[] {
  const tally = new TallyCounter();
  composerNative(fieldsOf(data), data, tally);
  return Object.keys(tally.result().unknownFields ?? {}).map((name) => name.replace(/^.*?\./, ""));
}

/** True when a URI, as an object or a text, leads to a path. */
export function isPlace(uri: Json | undefined): boolean {
  return pathOfAnyUri(uri).path !== undefined;
}

/** Facts about a bubble. */
export function bubbleNative(
  bubble: Fields,
  header: Fields | undefined,
  time: string | undefined,
  tally: TallyCounter,
): JsonObject {
  // Said by the mode.
  bubble.flag("isAgentic");
  bubble.number("_v");
  bubble.fitting("todos", isTodoList);
  bubble.texts("workspaceUris");
  bubble.text("workspaceProjectDir");
  bubble.number("capabilityType");
  bubble.flag("isThought");
  bubble.made(timeOf, "startedAtMs");
  // Another time than that of the message stays.
  for (const name of ["createdAt", "timestamp"])
    bubble.fitting(name, (value) => time !== undefined && timeOf(value) === time);
  // Zero means that Cursor did not know.
  bubble.fitting(
    "contextWindowStatusAtCreation",
    (value) => numberOf(objectOf(value)?.tokensUsed) === 0,
  );
  header?.text("bubbleId");
  header?.fitting("type", isKnownType);
  header?.made(timeOf, "createdAt");
  header?.made(timeOf, "startedAtMs");
  const grouping = header && innerOf(header, "grouping");
  const isRenderable = grouping?.flag("isRenderable");
  grouping?.text("toolCallId");
  grouping?.number("thinkingDurationMs");
  const model = innerOf(bubble, "modelInfo");
  model?.text("modelName");
  const [own, grouped] = [bubble.number("turnDurationMs"), grouping?.number("turnDurationMs")];
  return present({
    turnDurationMs: (own ?? grouped) || undefined,
    hidden: isRenderable === false || undefined,
    grouping: toldOf(grouping, "grouping", tally),
    header: toldOf(header, "header", tally),
    modelInfo: leftOf(model),
  });
}

/** The folder of the repository's worktree, or the first one of the workspace, as a bubble noted it. */
export function workspacePath(bubble: JsonObject): string | undefined {
  const folder = pathOf(listOf(bubble.workspaceUris)?.[0]);
  if (folder !== undefined) return folder;
  const path = pathOf(bubble.workspaceProjectDir);
  // Newer versions note Cursor's own folder for the project here.
  return path?.includes(".cursor/projects/") || path?.includes(".cursor\\projects\\")
    ? undefined
    : path;
}

/** The type is 1 or 2; the old chat pane wrote words. */
export function isUser(type: Json | undefined): boolean {
  return type === 1 || type === "1" || type === "user" || type === "human";
}

/** True when a type of bubble is one that Cursor is known to write. */
export function isKnownType(type: Json | undefined): boolean {
  return isUser(type) || known.has(type);
}

const known = new Set<unknown>([undefined, null, 2, "2", "ai", "assistant", "bot"]);

const modes: Readonly<Record<string, string>> = {
  1: "ask",
  2: "agent",
  3: "edit",
  4: "custom",
  5: "plan",
  6: "debug",
  chat: "ask",
};

/** The mode of a bubble: a number (0.45 on) or a word; undefined for numbers that are not known. */
export function modeOf(unifiedMode: Json | undefined): string | undefined {
  const key = numberOf(unifiedMode)?.toString() ?? textOf(unifiedMode);
  if (key === undefined) return undefined;
  return Object.hasOwn(modes, key) ? modes[key] : textOf(unifiedMode);
}

/** The model that a bubble names; "default" is Cursor's own choice. */
export function modelOf(bubble: Fields): string | undefined {
  const named = innerOf(bubble, "modelInfo")?.text("modelName");
  const names = ["modelType", "model", "modelId"];
  const model = named ?? bubble.text(...names);
  for (const name of names) bubble.fitting(name, (value) => value === model);
  return model;
}

/** The tokens of a bubble; zero stands for what Cursor does not know (since November 2025 nearly always). */
export function usageOf(bubble: Fields): Usage | undefined {
  const count = bubble.object("tokenCount");
  const usage = bubble.object("usage");
  const tokens = (own: string, other: string) =>
    [count?.number(own), usage?.number(other)].find((number) => (number ?? 0) > 0);
  return filled<Usage>(
    present({
      inputTokens: tokens("inputTokens", "input_tokens"),
      outputTokens: tokens("outputTokens", "output_tokens"),
    }),
  );
}
