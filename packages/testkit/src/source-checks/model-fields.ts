import assert from "node:assert";
import { wrongRefField, wrongSessionField, wrongStoreField } from "@chatexport/core/fields";
import { brief, difference } from "./difference.js";
import { contextWith, readStore } from "./reading.js";
import { inNewHome } from "./trial.js";

/** The compiler does not see what comes out of a store. */
export const fieldsHoldWhatTheModelSays = inNewHome(async (trial) => {
  const { refs, sessions } = await readStore(trial);
  for (const ref of refs) {
    const wrong = wrongRefField(ref);
    if (wrong !== undefined)
      assert.fail(
        `${ref.id}: the ref's ${valueAt(ref, wrong)}. SessionRef has another value there, or no such field.`,
      );
  }
  const source = trial.open();
  for (const store of await source.stores(contextWith(), { count: true })) {
    const wrong = wrongStoreField(store);
    assert.ok(
      wrong === undefined,
      `The ${wrong} of a store is not what Store says, or not in it: ${store.path}.`,
    );
  }
  await source.close?.();
  for (const session of sessions) {
    const wrong = wrongSessionField(session);
    if (wrong !== undefined)
      assert.fail(
        `${session.id}: ${valueAt(session, wrong)}. The model has another value there, or no such field (docs/model.md).`,
      );
  }
});

/** What there is at a place such as `messages[0].role`: `messages[0].role is "bot"`. */
function valueAt(value: object, place: string): string {
  const names = place.split(/[.[\]]+/).filter((name) => name !== "");
  const found = names.reduce<unknown>((inner, name) => Object(inner)[name], value);
  return `${place} is ${found === undefined ? "missing" : brief(found)}`;
}

/** Archives are JSON. */
export const everythingIsJson = inNewHome(async (trial) => {
  const { refs, sessions } = await readStore(trial);
  for (const [kind, values] of Object.entries({ ref: refs, session: sessions }))
    for (const value of values) {
      const changed = difference(value, JSON.parse(JSON.stringify(value)));
      assert.ok(
        changed === undefined,
        `${value.id}: the ${kind} does not survive JSON.stringify: ${changed}. Values are plain JSON, and fields that are undefined are left out: present() of core drops them.`,
      );
    }
});

/** Absent means unknown, so nothing else may mean it. */
export const nothingIsEmpty = inNewHome(async (trial) => {
  const { refs, sessions } = await readStore(trial);
  for (const { locator: _, ...ref } of refs) assertFilled(ref.id, ref);
  for (const session of sessions) assertFilled(session.id, session);
});

const mayBeEmpty: ReadonlySet<string> = new Set(["messages", "parts", "content", "lines"]);

/** What the tool wrote: it is kept as it is. */
const verbatim: ReadonlySet<string> = new Set(["native", "input", "output"]);

const neverEmpty: ReadonlySet<string> = new Set([
  "branch",
  "commit",
  "cwd",
  "id",
  "mediaType",
  "mode",
  "model",
  "name",
  "parentId",
  "path",
  "remote",
  "revision",
  "source",
  "stopReason",
  "subagent",
  "title",
  "uri",
  "url",
]);

function assertFilled(id: string, value: object, place = ""): void {
  for (const [name, field] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${place}[${name}]` : place ? `${place}.${name}` : name;
    assert.ok(
      !Array.isArray(field) || field.length > 0 || mayBeEmpty.has(name),
      `${id}: ${at} is an empty list. Leave the field out: nonEmpty() of core does.`,
    );
    assert.ok(
      field !== "" || !neverEmpty.has(name),
      `${id}: ${at} is an empty text. Leave the field out.`,
    );
    if (typeof field === "object" && field !== null && !verbatim.has(name))
      assertFilled(id, field, at);
  }
}
