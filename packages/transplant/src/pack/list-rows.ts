import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Json, JsonObject } from "@chatexport/core";
import { objectOf, parseLine } from "@chatexport/core/read";
import { type Content, wholeOf, writeContent } from "@chatexport/relocate/records";
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
} from "jsonc-parser";

/*
 * A tool may show only sessions that have a row in a list: a JSON array, alone or as `entries`, or JSON lines. In a
 * pack such a list has the rows of its sessions.
 */

/** True for a list whose rows are lines, by its name. */
function isLines(name: string): boolean {
  return name.endsWith(".jsonl");
}

/** Writes a file that several sessions may share: a list, of which `rowId` is told, gets the rows of each. */
export function writeShared(path: string, content: Content, rowId: string | undefined): void {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) writeContent(path, content);
  else if (rowId !== undefined) {
    const known = readFileSync(path);
    writeFileSync(path, withRows(basename(path), known, rowId, wholeOf(content)) ?? known);
  }
}

/** The list with the rows of one session alone; undefined where it has none. */
export function rowsOf(name: string, list: Buffer, rowId: string, id: string): Buffer | undefined {
  const isOwn = (row: Json | undefined) => objectOf(row)?.[rowId] === id;
  if (isLines(name)) {
    const lines = linesIn(list).filter((line) => isOwn(parseLine(line)));
    return lines.length === 0 ? undefined : Buffer.from(`${lines.join("\n")}\n`);
  }
  const { array, isEntries } = arrayIn(list.toString()) ?? {};
  const own = (array?.children ?? []).map((node) => getNodeValue(node)).filter(isOwn);
  if (own.length === 0) return undefined;
  return Buffer.from(JSON.stringify(isEntries ? { entries: own } : own));
}

/**
 * A list with further rows; those of a session that it has take the place of its own. All else keeps every byte.
 * Undefined when the list is damaged.
 */
export function withRows(
  name: string,
  list: Buffer,
  rowId: string,
  more: Buffer,
): Buffer | undefined {
  if (isLines(name)) {
    const isOpen = list.length > 0 && list.at(-1) !== newline;
    return Buffer.concat([list, Buffer.from(isOpen ? "\n" : ""), more]);
  }
  const added = arrayIn(more.toString())?.array.children ?? [];
  let text = list.toString();
  for (const row of added.map((node) => objectOf(getNodeValue(node)) ?? {})) {
    const array = arrayIn(text)?.array;
    if (!array) return undefined;
    text = withRow(text, array, row, rowId);
  }
  return Buffer.from(text);
}

const newline = 10;

function withRow(text: string, { offset, children = [] }: Node, row: JsonObject, rowId: string) {
  const [first] = children;
  const same = children.find((node) => objectOf(getNodeValue(node))?.[rowId] === row[rowId]);
  // In the manner of the list: on lines of its own, or in one.
  const gap = first ? text.slice(offset + 1, first.offset) : "";
  const indent = /\n([ \t]*)$/.exec(gap)?.[1];
  const json = JSON.stringify(row, null, indent).replaceAll("\n", `\n${indent}`);
  const last = children.at(-1);
  const end = last ? last.offset + last.length : offset + 1;
  const [from, to] = same ? [same.offset, same.offset + same.length] : [end, end];
  const between = same || !last ? "" : `,${gap}`;
  return `${text.slice(0, from)}${between}${json}${text.slice(to)}`;
}

function linesIn(list: Buffer): string[] {
  return list
    .toString()
    .split("\n")
    .filter((line) => line.trim() !== "");
}

function arrayIn(text: string): { array: Node; isEntries: boolean } | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors);
  if (!root || errors.length > 0) return undefined;
  if (root.type === "array") return { array: root, isEntries: false };
  const array = findNodeAtLocation(root, ["entries"]);
  return array?.type === "array" ? { array, isEntries: true } : undefined;
}
