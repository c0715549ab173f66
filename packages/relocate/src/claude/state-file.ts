import { stateFields, stateProjects } from "@chatexport/source-claude/paths";
import type { Node } from "jsonc-parser";
import { editJson } from "../json/edit-json.js";
import {
  appended,
  jsonTree,
  nodeAt,
  type Piece,
  spliced,
  textOfNode,
  withoutFields,
} from "../json/splice-json.js";
import type { Changes } from "../move/store-plan.js";
import { fieldRule, jsonEdit } from "./edit-records.js";

/**
 * The tool's state after the move. Where a project has an entry under its new path already, what only
 * the old one has is added to it; every other byte stays.
 */
export const stateEdit = jsonEdit((json, { map }, { changes }) => {
  const { merged, kept } = mergedProjects(json, map.path, changes);
  const kinds = [
    { fields: stateFields, replace: map.path },
    {
      fields: [`${stateProjects}.*`],
      areNames: true,
      except: ([, name]: readonly unknown[]) => kept.has(name),
      replace: map.path,
    },
  ];
  return editJson(merged ?? json, fieldRule(kinds, changes)) ?? merged;
});

interface Entry {
  field: Node;
  name: string;
}

/** The state with entries merged, if any are; and names that stay, as one of two cannot be merged. */
function mergedProjects(
  json: Buffer,
  map: (path: string) => string | undefined,
  changes: Changes,
): { merged: Buffer | undefined; kept: ReadonlySet<unknown> } {
  // A character for each byte, as `editJson` has it.
  const text = json.toString("latin1");
  const tree = jsonTree(text);
  const projects = tree && nodeAt(tree, [stateProjects]);
  const kept = new Set<unknown>();
  if (projects?.type !== "object") return { merged: undefined, kept };
  const gone = new Set<Node>();
  const pieces: Piece[] = [];
  for (const [mapped, entries] of sameAfter(text, projects, map)) {
    const base = entries.find(({ name }) => name === mapped) ?? entries[0];
    const old = entries.filter((entry) => entry !== base && entry.name !== mapped);
    if (!base || old.length === 0) continue;
    const known = valueNode(base.field);
    const values = old.map(({ field }) => valueNode(field));
    if (known?.type !== "object" || !values.every((value) => value?.type === "object")) {
      for (const { field } of old) kept.add(field.children?.[0]?.value);
      continue;
    }
    pieces.push(...additions(text, known, values));
    for (const { field, name } of old) {
      gone.add(field);
      changes.add(`${stateProjects}.*`, name, mapped);
    }
  }
  if (gone.size === 0) return { merged: undefined, kept };
  const all = [...pieces, ...withoutFields(projects, gone)];
  return { merged: Buffer.from(spliced(text, all), "latin1"), kept };
}

/** Entries that have the same name after the move, by that name. */
function sameAfter(
  text: string,
  projects: Node,
  map: (path: string) => string | undefined,
): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const field of projects.children ?? []) {
    const name = nameOf(text, field);
    const mapped = map(name) ?? name;
    groups.set(mapped, [...(groups.get(mapped) ?? []), { field, name }]);
  }
  return groups;
}

/** Adds to an object the fields, and the elements of lists, that only others have. */
function additions(text: string, known: Node, others: readonly (Node | undefined)[]): Piece[] {
  const fields = new Map<string, string>();
  const elements = new Map<Node, Set<string>>();
  const own = new Map(
    (known.children ?? []).map((field) => [nameOf(text, field), valueNode(field)]),
  );
  for (const field of others.flatMap((other) => other?.children ?? [])) {
    const name = nameOf(text, field);
    const list = own.get(name);
    const value = valueNode(field);
    if (!own.has(name)) fields.set(name, fields.get(name) ?? textOfNode(text, field));
    else if (list?.type === "array" && value?.type === "array")
      elements.set(list, new Set([...(elements.get(list) ?? []), ...elementsOf(text, value)]));
  }
  const pieces = [...elements].flatMap(([list, more]) => {
    const known = new Set(elementsOf(text, list));
    const missing = [...more].filter((element) => !known.has(element));
    return missing.length === 0 ? [] : [appended(list, missing)];
  });
  return fields.size === 0 ? pieces : [...pieces, appended(known, [...fields.values()])];
}

function elementsOf(text: string, list: Node): string[] {
  return (list.children ?? []).map((element) => textOfNode(text, element));
}

function valueNode(field: Node): Node | undefined {
  return field.children?.[1];
}

/** The name of a field whose bytes were read as one character each. */
function nameOf(text: string, { children: [name] = [] }: Node): string {
  const literal = name ? textOfNode(text, name) : '""';
  return JSON.parse(Buffer.from(literal, "latin1").toString()) as string;
}
