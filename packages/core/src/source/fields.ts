import {
  fieldsWhere,
  type Json,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  saysSomething,
  setField,
  stringOf,
  textOf,
} from "../json.js";
import { utcTime } from "../read/times.js";
import type { DroppedFields, NamedFields } from "./named-fields.js";

/** Makes what reads the fields of each object of a source; names of unknown ones are added to `unknown`. */
export function fieldsNaming(
  named: NamedFields,
): (object: JsonObject, unknown?: string[]) => Fields {
  return (object, unknown) => new Fields(object, named, unknown);
}

/**
 * An object whose fields are taken one by one, each as the kind of value that its reader wants. A value of
 * another kind is not taken. What nobody takes is left over: `rest` hands it out.
 */
export class Fields {
  /** The names of fields that were left over, in this object and those in it, which the source does not name. */
  readonly unknown: string[];
  readonly #object: JsonObject;
  readonly #named: NamedFields;
  // Objects are small and many: a list of a few names is sooner made and searched than a set.
  readonly #taken: string[] = [];
  /** Those that a reader wanted, and that are of another kind. */
  #missed: string[] | undefined;
  #inner: Map<string, Fields | readonly Item[]> | undefined;
  #isHandedOut = false;

  constructor(object: JsonObject, named: NamedFields, unknown: string[] = []) {
    this.#object = object;
    this.#named = named;
    this.unknown = unknown;
  }

  /** The names of all fields, for objects whose names are data. */
  get names(): string[] {
    return Object.keys(this.#object);
  }

  /** Takes the first of some fields that holds a text with at least one character. */
  text(...names: readonly string[]): string | undefined {
    return this.made(textOf, ...names);
  }

  /** Takes the first of some fields that holds a text, which may be empty. */
  string(...names: readonly string[]): string | undefined {
    return this.made(stringOf, ...names);
  }

  /** Takes the first of some fields that holds a finite number. */
  number(...names: readonly string[]): number | undefined {
    return this.made(numberOf, ...names);
  }

  /** Takes the first of some fields that is true or false. */
  flag(...names: readonly string[]): boolean | undefined {
    return this.made(flagOf, ...names);
  }

  /** Takes the first of some fields that holds a time, in RFC 3339. */
  time(...names: readonly string[]): string | undefined {
    return this.made(utcTime, ...names);
  }

  /** Takes the first of some fields that holds one of some words. */
  word<Word extends string>(words: readonly Word[], ...names: readonly string[]): Word | undefined {
    return this.made(
      (value) => (words.includes(value as Word) ? (value as Word) : undefined),
      ...names,
    );
  }

  /** Takes the first of some fields that is there, of any kind. */
  json(...names: readonly string[]): Json | undefined {
    return this.made(givenOf, ...names);
  }

  /** Takes a field if its value fits, as one that repeats another record. */
  fitting(name: string, fits: (value: Json) => boolean): Json | undefined {
    const value = this.#field(name);
    if (value === undefined || !fits(value)) return undefined;
    this.#mark(name);
    return value;
  }

  /** Takes the first of some fields from which a reader makes something. */
  made<Value>(
    read: (value: Json) => Value | undefined,
    ...names: readonly string[]
  ): Value | undefined {
    for (const name of names) {
      const value = this.#field(name);
      const made = value === undefined ? undefined : read(value);
      if (made !== undefined) {
        this.#mark(name);
        return made;
      }
      this.#miss(name);
    }
    return undefined;
  }

  /** Takes an object; what nobody takes of it is left over. */
  object(name: string): Fields | undefined {
    // Two readers of one record may take it.
    const known = this.#inner?.get(name);
    if (known instanceof Fields) return known;
    const object = objectOf(this.#field(name));
    return object ? this.#remember(name, this.#within(object)) : this.#miss(name);
  }

  /** Takes the objects of a list; what nobody takes of them is left over, and so is an item of another kind. */
  objects(name: string): readonly Fields[] {
    const known = this.#inner?.get(name);
    if (known && !(known instanceof Fields)) return known.filter(isFields);
    const items = (listOf(this.#field(name)) ?? []).map((item): Item => {
      const object = objectOf(item);
      return object ? this.#within(object) : item;
    });
    const objects = items.filter(isFields);
    if (objects.length < items.length || items.length === 0) this.#miss(name);
    if (objects.length > 0) this.#remember(name, items);
    return objects;
  }

  /** As `objects`, of a list that may be empty; undefined where no item is an object. */
  list(name: string): readonly Fields[] | undefined {
    const objects = this.objects(name);
    if (objects.length > 0) return objects;
    return this.fitting(name, (value) => listOf(value)?.length === 0) ? objects : undefined;
  }

  /** Takes a list of texts; none where an item is something else. */
  texts(name: string): readonly string[] {
    const list = listOf(this.#field(name)) ?? [];
    const texts = list.filter((item) => typeof item === "string");
    if (list.length === 0 || texts.length < list.length) return this.#miss(name) ?? [];
    this.#mark(name);
    return texts;
  }

  /** Takes some fields that say something, as they are; undefined when none does. */
  only(...names: readonly string[]): JsonObject | undefined {
    for (const name of names) this.#mark(name);
    return fieldsWhere(this.#object, (value, name) => names.includes(name) && saysSomething(value));
  }

  /** Takes all fields that are no secret, as they are. */
  all(): JsonObject {
    this.#isHandedOut = true;
    return objectOf(this.#withoutSecrets(this.#object)) ?? {};
  }

  /** The names of fields, in this object and those in it, of another kind than a reader wanted, that nobody took. */
  get otherKinds(): string[] {
    const isLeft = (name: string) =>
      !this.#taken.includes(name) && this.#isOfOtherKind(name, this.#inner?.get(name));
    const within = [...(this.#inner?.values() ?? [])].flat().filter(isFields);
    return [
      ...(this.#missed?.filter(isLeft) ?? []),
      ...within.flatMap((fields) => fields.otherKinds),
    ];
  }

  /** True when nothing is lost with a record that is left out: no field is unknown or of another kind. */
  areKnown(): boolean {
    this.rest();
    const isKnown = (name: string) => this.#named.leftOut?.has(name);
    return this.unknown.every(isKnown) && this.otherKinds.length === 0;
  }

  /** Hands out, once, what nobody has taken and says something: for `native`. Undefined when nothing is left. */
  rest(): JsonObject | undefined {
    if (this.#isHandedOut) return undefined;
    this.#isHandedOut = true;
    const { dropped, kept, secret } = this.#named;
    let left: JsonObject | undefined;
    for (const name in this.#object) {
      const inner = this.#inner?.get(name);
      if (!inner && this.#taken.includes(name)) continue;
      const own = this.#object[name];
      if (!saysSomething(own) || secret?.test(name)) continue;
      if (dropped && isDropped(name, own, dropped) && !this.#missed?.includes(name)) continue;
      const whole = inner ? this.#restOf(inner) : this.#withoutSecrets(own);
      if (!saysSomething(whole)) continue;
      if (!kept?.has(name) && this.#isOfOtherKind(name, inner)) this.unknown.push(name);
      left ??= {};
      setField(left, name, whole);
    }
    return left;
  }

  /** True when a field, or an item of a list of objects, says something, and is of another kind than what was taken. */
  #isOfOtherKind(name: string, inner: Fields | readonly Item[] | undefined): boolean {
    if (inner === undefined) return saysSomething(this.#field(name));
    return (
      !(inner instanceof Fields) && inner.some((item) => !isFields(item) && saysSomething(item))
    );
  }

  /** The rest of an object that was taken; of a list those of its objects and other items, null where nothing is left. */
  #restOf(inner: Fields | readonly Item[]): Json | undefined {
    if (inner instanceof Fields) return inner.rest();
    const rests = inner.map((item) => {
      const rest = isFields(item) ? item.rest() : this.#withoutSecrets(item);
      return saysSomething(rest) ? rest : null;
    });
    return rests.some((rest) => rest !== null) ? rests : undefined;
  }

  #miss(name: string): undefined {
    if (this.#field(name) === undefined) return;
    this.#missed ??= [];
    this.#missed.push(name);
  }

  #remember<Inner extends Fields | readonly Item[]>(name: string, inner: Inner): Inner {
    this.#inner ??= new Map();
    this.#inner.set(name, inner);
    return inner;
  }

  #mark(name: string): void {
    this.#taken.push(name);
  }

  #withoutSecrets(value: Json | undefined): Json | undefined {
    const { secret } = this.#named;
    return secret && value !== undefined ? withoutSecrets(value, secret) : value;
  }

  #within(object: JsonObject): Fields {
    return new Fields(object, this.#named, this.unknown);
  }

  #field(name: string): Json | undefined {
    const value: unknown = this.#object[name];
    // All else that an object inherits is a function.
    return typeof value === "function" || value === Object.prototype
      ? undefined
      : (value as Json | undefined);
  }
}

/** An item of a list whose objects were taken. */
type Item = Fields | Json;

function isFields(item: Item): item is Fields {
  return item instanceof Fields;
}

function givenOf(value: Json | undefined): Json | undefined {
  return value ?? undefined;
}

function flagOf(value: Json | undefined): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** True when a field is named as dropped, and its value is of the kind that may be. */
function isDropped(name: string, value: Json | undefined, dropped: DroppedFields): boolean {
  if (!Object.hasOwn(dropped, name)) return false;
  const kind = dropped[name];
  if (typeof value === "object") return kind === "objects";
  return typeof value !== "string" || kind !== "numbers";
}

// No tool nests its records deeper; there, no secret could be found without the stack ending.
const deepest = 500;

function withoutSecrets(value: Json, secret: RegExp, depth = 0): Json {
  if (typeof value !== "object" || value === null) return value;
  if (depth > deepest) return `(nested deeper than ${deepest} levels)`;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, secret, depth + 1));
  const fields = Object.entries(value).filter(([name]) => !secret.test(name));
  return Object.fromEntries(
    fields.map(([name, field]) => [name, withoutSecrets(field, secret, depth + 1)]),
  );
}
