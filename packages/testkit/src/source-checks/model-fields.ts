import { allMessages, allParts, type Session, withSubagents } from "@chatexport/core";
import { wrongRefField, wrongSessionField, wrongStoreField } from "@chatexport/core/fields";
import { nameSet } from "@chatexport/core/read";
import { brief, difference } from "./difference.js";
import { readStore, storesOf } from "./reading.js";
import { inNewHome } from "./trial.js";

/** The compiler does not see what comes out of a store. */
export const fieldsHoldWhatTheModelSays = inNewHome(async function* (trial) {
  const { refs, sessions } = await readStore(trial);
  for (const ref of refs) {
    const wrong = wrongRefField(ref);
    if (wrong !== undefined)
      yield `${ref.id}: the ref's ${valueAt(ref, wrong)}. SessionRef has another value there, or no such field.`;
  }
  for (const store of await storesOf(trial.open())) {
    const wrong = wrongStoreField(store);
    if (wrong !== undefined)
      yield `The ${wrong} of a store is not what Store says, or not in it: ${store.path}.`;
  }
  for (const session of sessions) {
    const wrong = wrongSessionField(session);
    if (wrong !== undefined)
      yield `${session.id}: ${valueAt(session, wrong)}. The model has another value there, or no such field (docs/model.md).`;
  }
});

/** The value at a place such as `messages[0].role`: `messages[0].role is "bot"`. */
function valueAt(value: object, place: string): string {
  const names = place.split(/[.[\]]+/).filter((name) => name !== "");
  const found = names.reduce<unknown>((inner, name) => Object(inner)[name], value);
  return `${place} is ${found === undefined ? "missing" : brief(found)}`;
}

/** Archives are JSON. */
export const everythingIsJson = inNewHome(async function* (trial) {
  const { refs, sessions } = await readStore(trial);
  for (const [kind, values] of Object.entries({ ref: refs, session: sessions }))
    for (const value of values) {
      const changed = difference(value, JSON.parse(JSON.stringify(value)));
      if (changed !== undefined)
        yield `${value.id}: the ${kind} does not survive JSON.stringify: ${changed}. Values are plain JSON, and fields that are undefined are left out: present() of core drops them.`;
    }
});

/** Absent means unknown, so nothing else may mean it. */
export const nothingIsEmpty = inNewHome(async function* (trial) {
  const { refs, sessions } = await readStore(trial);
  for (const { locator: _, ...ref } of refs) yield* emptyFields(ref.id, ref);
  for (const session of sessions) yield* emptyFields(session.id, session);
});

const mayBeEmpty = nameSet("messages parts content lines");

/** Fields that hold the tool's own values: they are kept as they are. */
const verbatim = nameSet("native input output");

const neverEmpty = nameSet(
  "branch commit cwd id mediaType mode model name parentId path remote",
  "revision source stopReason subagent title uri url",
);

function* emptyFields(id: string, value: object, place = ""): Generator<string> {
  for (const [name, field] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${place}[${name}]` : place ? `${place}.${name}` : name;
    if (Array.isArray(field) && field.length === 0 && !mayBeEmpty.has(name))
      yield `${id}: ${at} is an empty list. Leave the field out: nonEmpty() of core does.`;
    if (field === "" && neverEmpty.has(name))
      yield `${id}: ${at} is an empty text. Leave the field out.`;
    if (typeof field === "object" && field !== null && !verbatim.has(name))
      yield* emptyFields(id, field, at);
  }
}

/** A filler date is worse than none: it sorts, filters and counts. */
export const timesAreReal = inNewHome(async function* (trial) {
  const { refs, sessions } = await readStore(trial);
  for (const { id, startedAt, updatedAt, expiresAt } of refs) {
    yield* unrealTimes(id, Object.entries({ startedAt, updatedAt, expiresAt }));
    yield* wrongOrder(id, "the ref", startedAt, updatedAt);
  }
  for (const session of sessions)
    for (const each of withSubagents(session)) {
      yield* unrealTimes(each.id, timesOf(each));
      yield* wrongOrder(each.id, "the session", each.startedAt, each.updatedAt);
    }
});

type NamedTime = readonly [place: string, time: string | undefined];

function* timesOf(session: Session): Generator<NamedTime> {
  const { startedAt, updatedAt } = session;
  yield* Object.entries({ startedAt, updatedAt });
  for (const message of allMessages(session)) {
    yield [`createdAt of the message ${message.id}`, message.createdAt];
    for (const part of allParts(message)) {
      if (part.type !== "tool-call") continue;
      yield [`startedAt of the call ${part.id}`, part.startedAt];
      yield [`completedAt of the call ${part.id}`, part.completedAt];
    }
  }
}

function* unrealTimes(id: string, times: Iterable<NamedTime>): Generator<string> {
  for (const [place, time] of times) {
    if (time === undefined) continue;
    if (!isTime(time))
      yield `${id}: ${place} is ${JSON.stringify(time)}. Times are RFC 3339 in UTC: "2026-01-31T09:15:00.000Z".`;
    if (time < "2010" || time >= "2100")
      yield `${id}: ${place} is ${time}. No coding agent was there: is it a filler, or a wrong unit?`;
  }
}

function* wrongOrder(
  id: string,
  what: string,
  startedAt = "",
  updatedAt = startedAt,
): Generator<string> {
  if (startedAt !== "" && !(Date.parse(updatedAt) >= Date.parse(startedAt)))
    yield `${id}: ${what} was updated at ${updatedAt}, before it was started at ${startedAt}.`;
}

/** True when a time is written as the model does, and its day is in the calendar. */
function isTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)) return false;
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) return false;
  return new Date(milliseconds).toISOString().slice(0, 19) === text.slice(0, 19);
}
