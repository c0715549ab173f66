import { basename } from "node:path";
import { type Context, type JsonObject, type Parent, present } from "@chatexport/core";
import {
  attempt,
  beginsPrompt,
  listOf,
  nameSet,
  objectOf,
  objectsOf,
  projectOf,
  promptTitle,
  textOf,
  utcTime,
  withoutLinesEnding,
  wordOf,
} from "@chatexport/core/read";
import { bothEnds, type Listed } from "@chatexport/core/source";
import { cwdOf, documentAt, filesOf } from "./files.js";

/**
 * Facts of a session, from beside its records and from both ends of them; undefined when they are none. A context is
 * given when sessions are listed: then what is unknown beside them is reported.
 */
export function listedOf(path: string, context?: Context): Listed | undefined {
  const { id, contexts, log = contexts[0] ?? path, about, agents } = filesOf(path);
  const states = about.map(documentAt).filter((found) => found !== undefined);
  const [state = {} as JsonObject] = states;
  // A log or earlier context that cannot be read costs its own texts, which is told when it is loaded.
  const events = attempt(() => bothEnds(log)) ?? bothEnds(contexts.at(-1) ?? log);
  const earliest = () => attempt(() => bothEnds(contexts[0] ?? path)) ?? bothEnds(path);
  const first = log === contexts[0] ? events : earliest();
  const head = [...events.head, ...first.head];
  const isOwn = ["context", "wire"].includes(withoutLinesEnding(basename(path)));
  const isMessage = ({ role }: JsonObject) => isOwn && typeof role === "string";
  // A damaged beginning does not cost a session that lies where the tool keeps it.
  const isNear = events.isDamaged && (isOwn || /[\\/]\.kimi(?:-code)?[\\/]/.test(path));
  if (!isNear && !head.some((record) => isRecord(record) || isMessage(record))) return undefined;
  const times = (records: readonly JsonObject[]) =>
    records.flatMap((record) => timeOf(record) ?? []);
  const cwd =
    textOf(state.cwd) ??
    textOf(state.workDir) ??
    head.map(cwdIn).find(Boolean) ??
    cwdOf(path, context);
  // Both ends are all of a short file.
  const isWhole = [events, first].every((ends) => ends.tail === ends.head && !ends.isDamaged);
  const isSilent = isWhole && head.every(saysNothing);
  const given = states.map(titleOf).find(Boolean);
  const prompts = head.flatMap((record) => promptIn(record) ?? []);
  const own = promptTitle(prompts) ?? given;
  return present<Listed>({
    id,
    title: given === undefined || beginsPrompt(given, prompts[0] ?? "") ? own : given,
    cwd,
    project: projectOf(cwd),
    startedAt: times(events.head)[0] ?? utcTime(state.createdAt),
    updatedAt: times(events.tail).at(-1) ?? utcTime(state.updatedAt ?? state.wire_mtime),
    parent: parentOf(state),
    listedBy: agents.length === 0 && contexts.length < 2 && isSilent ? "empty" : undefined,
  });
}

/** The title in what is told of a session: of either program, and of the oldest Kimi CLI. */
function titleOf(state: JsonObject): string | undefined {
  const title = textOf(state.title) ?? textOf(state.custom_title) ?? textOf(state.customTitle);
  return title === "Untitled" ? undefined : title;
}

/** The session that one was copied from: by a fork, or when it was taken over from Kimi CLI. */
function parentOf(state: JsonObject): Parent | undefined {
  const fork = textOf(state.forkedFrom);
  if (fork !== undefined) return { sessionId: fork, relation: "fork" };
  const old = textOf(objectOf(state.custom)?.kimi_cli_session_id);
  return old === undefined ? undefined : { sessionId: old, relation: "continuation" };
}

/**
 * True when a line is one of either program: other tools keep messages with roles, too, and events of
 * types.
 */
function isRecord({ role, type, message, protocol_version }: JsonObject): boolean {
  const isEvent = objectOf(message)?.payload !== undefined && type === undefined;
  const isOfCode = typeof type === "string" && codeTypes.has(type);
  const isOfContext = typeof role === "string" && role.startsWith("_");
  return isEvent || isOfCode || isOfContext || (type === "metadata" && !!protocol_version);
}

const codeTypes = nameSet(
  "config.update context.append_loop_event context.append_message profile.bind turn.prompt",
);

/** True when a line sets a session up, and says nothing in it. */
function saysNothing({ type, role }: JsonObject): boolean {
  return typeof role === "string" ? role.startsWith("_") : silentTypes.has(wordOf(type));
}

const silentTypes = nameSet(
  "metadata config.update permission.set_mode profile.bind runtime.set_binding tools.set_active_tools",
);

function timeOf({ time, timestamp, created_at }: JsonObject): string | undefined {
  return utcTime(time ?? timestamp ?? created_at);
}

function cwdIn({ cwd, environmentDisclosure }: JsonObject): string | undefined {
  return textOf(cwd) ?? textOf(objectOf(environmentDisclosure)?.cwd);
}

/** The typed text, in the log or in the model's input. */
function promptIn({ type, role, input, origin, content, message }: JsonObject): string | undefined {
  const event = objectOf(message);
  const payload = event?.type === "TurnBegin" ? objectOf(event.payload) : undefined;
  const kind = objectOf(origin)?.kind ?? "user";
  const isTyped = (type === "turn.prompt" && kind === "user") || payload || role === "user";
  if (!isTyped) return undefined;
  const stored = input ?? payload?.user_input ?? content;
  const texts = listOf(stored) ? objectsOf(stored).map(({ text }) => text) : [stored];
  const [typed = ""] = texts.flatMap((text) => textOf(text) ?? []);
  return isByTool(typed) ? undefined : typed;
}

function isByTool(text: string): boolean {
  return /^\s{0,9}<(?:system|system-reminder|notification)[ >]/.test(text);
}
