import { type FilePart, type Json, present } from "@chatexport/core";
import {
  attempt,
  listOf,
  nameInPath,
  nameSet,
  numberOf,
  objectOf,
  pathOfUrl,
  stringOf,
  textOf,
} from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";

/** The place of something: a path of this machine, or an address. */
export interface Where {
  path?: string;
  url?: string;
  range?: FilePart["range"];
}

/** Reads a field, and takes it if that is all that it says; else it stays as well. */
export function readIn<Value>(
  fields: Fields,
  name: string,
  read: (value: Json) => Value,
  isAll: (value: Json) => boolean,
): Value | undefined {
  let found: Value | undefined;
  fields.fitting(name, (value) => {
    found = read(value);
    return found !== undefined && isAll(value);
  });
  return found;
}

/** Looks at a field without taking it. */
export function lookAt(fields: Fields, name: string): Json | undefined {
  const found: Json[] = [];
  fields.fitting(name, (value) => found.push(value) === 0);
  return found[0];
}

/** The text of a field with a Markdown value. */
export function markdownIn(fields: Fields, name: string): string | undefined {
  return readIn(fields, name, markdownOf, isMarkdown);
}

/** A path or an address in a field. */
export function addressIn(fields: Fields, name: string): string | undefined {
  return readIn(fields, name, addressOf, isPlace);
}

/** Takes how a Markdown value wants to be shown. */
export function takeMarks(fields: Fields): void {
  for (const [name, fits] of Object.entries(marks)) fields.fitting(name, fits);
}

const isFlag = (value: Json) => typeof value === "boolean";

const marks: Readonly<Record<string, (value: Json) => boolean>> = {
  isTrusted: (value) =>
    isFlag(value) || Object.keys(objectOf(value) ?? {}).join() === "enabledCommands",
  supportHtml: isFlag,
  supportThemeIcons: isFlag,
  supportAlertSyntax: isFlag,
  // The addresses stand in the text, too.
  uris: (value) => Object.values(objectOf(value) ?? { value }).every(isPlace),
  baseUri: isPlace,
};

function isMarkdown(value: Json): boolean {
  return Object.entries(objectOf(value) ?? {}).every(([name, inner]) =>
    name === "value" ? typeof inner === "string" : marks[name]?.(inner),
  );
}

const wordsOfPlace = nameSet("authority external fragment fsPath path query scheme");

/** True when a value is an address, or a range of lines in what it names, and nothing else. */
export function isPlace(value: Json): boolean {
  const object = objectOf(value);
  if (!object) return typeof value === "string";
  return Object.entries(object).every(([name, inner]) => {
    if (["uri", "location", "resource"].includes(name)) return isPlace(inner);
    if (name === "range") return isRange(inner);
    if (wordsOfPlace.has(name)) return inner === null || typeof inner === "string";
    return ["$mid", "_sep"].includes(name) && typeof inner === "number";
  });
}

/** True when a value is a range, and nothing else. */
export function isRange(value: Json): boolean {
  const object = objectOf(value);
  return Object.entries(object ?? { value }).every(
    ([name, inner]) =>
      typeof inner === "number" || (["start", "end"].includes(name) && isRange(inner)),
  );
}

/** The text of a Markdown value, which older versions keep as it is. */
function markdownOf(value: Json | undefined): string | undefined {
  const text = stringOf(value) ?? stringOf(objectOf(value)?.value);
  // The editor shows the name of a file in place of a link without words.
  return text?.replace(/\[\]\(([^()\s]{1,2000})\)/g, (_, address: string) => nameIn(address));
}

/** A text that may be stored in pieces. */
export function wholeText(fields: Fields, name: string): string {
  return fields.string(name) ?? fields.texts(name).join("");
}

function nameIn(address: string): string {
  const path = pathOfUrl(address.split("#", 1)[0] ?? "");
  return `\`${nameInPath(path) ?? path}\``;
}

/** The place of a URI, or of a range in what it names. */
export function whereOf(value: Json | undefined): Where {
  const text = textOf(value);
  if (text !== undefined) return placeOf(text);
  const object = objectOf(value);
  if (!object) return {};
  const inner = object.uri ?? object.location ?? object.resource;
  if (inner !== undefined) {
    const range = linesOf(object.range);
    return range ? { ...whereOf(inner), range } : whereOf(inner);
  }
  const own = textOf(object.fsPath);
  if (own !== undefined && (object.scheme ?? "file") === "file") return { path: own };
  const path = textOf(object.path);
  if (object.scheme === "file" && path !== undefined)
    return { path: path.replace(/^\/([A-Za-z]:)/, "$1") };
  const external = textOf(object.external);
  if (external !== undefined) return placeOf(external);
  if (path === undefined) return {};
  const scheme = textOf(object.scheme) ?? "file";
  return { url: `${scheme}://${textOf(object.authority) ?? ""}${path}` };
}

function placeOf(address: string): Where {
  if (!/^[a-z][\w+.-]{1,60}:\/\//i.test(address)) return { path: address };
  const path = pathOfUrl(address);
  return path === address ? { url: address } : { path };
}

/** The lines of a range, which the editor counts from 1 and a language from 0. */
export function linesOf(value: Json | undefined): FilePart["range"] {
  const range = objectOf(value);
  const start = numberOf(range?.startLineNumber) ?? oneMore(objectOf(range?.start)?.line);
  const end = numberOf(range?.endLineNumber) ?? oneMore(objectOf(range?.end)?.line);
  return start === undefined ? undefined : present({ start, end });
}

function oneMore(line: unknown): number | undefined {
  const number = numberOf(line);
  return number === undefined ? undefined : number + 1;
}

/** A path or an address as one text. */
export function addressOf(value: Json | undefined): string | undefined {
  const { path, url } = whereOf(value);
  return path ?? url;
}

/**
 * True when two addresses name one file, as tools and the editor write them: on whichever machine, in any
 * case.
 */
export function isSameFile(one: string, other: string): boolean {
  return plainPath(one) === plainPath(other);
}

function plainPath(address: string): string {
  const remote = /^[a-z][\w+.-]{1,60}:\/\/[^/]{0,2000}/i.exec(address)?.[0];
  const path = remote && attempt(() => decodeURIComponent(address.slice(remote.length)));
  return (path ?? address)
    .replaceAll("\\", "/")
    .replace(/^\/(?=[A-Za-z]:)/, "")
    .toLowerCase();
}

/** The bytes of a value in base64: a text, a list of numbers, or an object of them. */
export function base64Of(value: Json | undefined): string | undefined {
  const text = textOf(value) ?? textOf(objectOf(value)?.$base64) ?? textOf(objectOf(value)?.data);
  if (text !== undefined) return /^[A-Za-z0-9+/=\s]+$/.test(text) ? text : undefined;
  const numbers =
    listOf(value) ?? listOf(objectOf(value)?.data) ?? Object.values(objectOf(value) ?? {});
  const isBytes = numbers.length > 0 && numbers.every((byte) => numberOf(byte) !== undefined);
  return isBytes ? Buffer.from(numbers.map(Number)).toString("base64") : undefined;
}

/** The text of what the extension renders for a model: a tree whose leaves are texts. */
export function renderedText(value: Json | undefined): string {
  const text = stringOf(value);
  if (text !== undefined) return text;
  let rendered = "";
  for (const node of nodesIn(value)) {
    const own = stringOf(objectOf(node)?.text);
    if (own === undefined) continue;
    const isNewLine = objectOf(node)?.lineBreakBefore === true && rendered !== "";
    rendered += isNewLine && !rendered.endsWith("\n") ? `\n${own}` : own;
  }
  return rendered;
}

/** True when a value is such a tree, and its texts are all that it says. */
export function isRenderedTree(value: Json): boolean {
  if (Object.keys(objectOf(value) ?? {}).some((name) => name !== "node")) return false;
  return [...nodesIn(value)].every((node) =>
    Object.entries(objectOf(node) ?? { node }).every(([name, inner]) => ofNodes[name]?.(inner)),
  );
}

const isNumber = (value: Json) => typeof value === "number";

/** The fields of a node, of which its text alone says something. */
const ofNodes: Readonly<Record<string, (value: Json) => boolean>> = {
  ...{ type: isNumber, ctor: isNumber, priority: isNumber, lineBreakBefore: isFlag },
  ctorName: (value) => typeof value === "string",
  text: (value) => typeof value === "string",
  children: Array.isArray,
};

/** The nodes of a tree in order, without calls in calls: it may be as deep as a file wants. */
function* nodesIn(value: Json = null): Generator<Json> {
  const waiting: Json[] = [objectOf(value)?.node ?? value];
  while (waiting.length > 0) {
    const node = waiting.pop() ?? null;
    if (!listOf(node)) yield node;
    const children = listOf(node) ?? listOf(objectOf(node)?.children) ?? [];
    for (const child of children.toReversed()) waiting.push(child);
  }
}
