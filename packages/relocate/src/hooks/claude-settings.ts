import type { Node } from "jsonc-parser";
import { jsonTree, nodeAt, type Piece, spliced, withoutFields } from "../json/splice-json.js";

/**
 * The settings of Claude Code, as of 2.1.332, with a command that is run when a session ends, or without one; a
 * command of which `isOwn` says that it is one of these gives way to it. All else stays as it is written. Undefined for
 * settings of another form.
 */
export function claudeSettings(
  text: string,
  isOwn: (command: string) => boolean,
  command: string | undefined,
): string | undefined {
  const settings = text.trim() === "" ? "{}\n" : text;
  const tree = jsonTree(settings);
  const events = tree && nodeAt(tree, ["hooks"]);
  const groups = events && nodeAt(events, ["SessionEnd"]);
  const isKnown = (events?.type ?? "object") === "object" && (groups?.type ?? "array") === "array";
  if (tree?.type !== "object" || !isKnown) return undefined;
  const found = (groups?.children ?? []).filter((group) => ownCommand(group, isOwn));
  if (command === undefined) {
    if (found.length === 0) return text;
    return spliced(settings, withoutGroups([tree, events, groups], found));
  }
  const known = found.map((group) => ownCommand(group, isOwn));
  if (known.length > 0)
    return spliced(
      settings,
      known.flatMap((node) => (node ? [replaced(node, command)] : [])),
    );
  // In seconds: npx alone may take longer than the one and a half that hooks of this event have without it.
  const group = { hooks: [{ type: "command", command, timeout: 30 }] };
  if (groups) return spliced(settings, [added(settings, groups, group)]);
  if (events) return spliced(settings, [added(settings, events, [group], "SessionEnd")]);
  return spliced(settings, [added(settings, tree, { SessionEnd: [group] }, "hooks")]);
}

/** The command in a group of hooks that has no other one. */
function ownCommand(group: Node, isOwn: (command: string) => boolean): Node | undefined {
  const [hook, ...others] = nodeAt(group, ["hooks"])?.children ?? [];
  const command = hook && nodeAt(hook, ["command"]);
  const isMeant = others.length === 0 && typeof command?.value === "string";
  return isMeant && isOwn(command.value) ? command : undefined;
}

/** Takes groups out, and what would be empty without them. */
function withoutGroups(path: readonly (Node | undefined)[], groups: Node[]): Piece[] {
  let [gone, around] = [new Set(groups), path.length - 1];
  while (around > 0 && path[around]?.children?.length === gone.size) {
    const field = path[around]?.parent;
    gone = new Set(field ? [field] : []);
    around--;
  }
  const container = path[around];
  return container ? withoutFields(container, gone) : [];
}

function replaced({ offset, length }: Node, value: string): Piece {
  return { offset, length, text: JSON.stringify(value) };
}

/** Adds a value at the end of a list, or under a name to an object, written like the others around it. */
function added(text: string, container: Node, value: unknown, name?: string): Piece {
  const key = name === undefined ? "" : `${JSON.stringify(name)}: `;
  const last = container.children?.at(-1);
  const outer = indentAt(text, container.offset);
  const unit = /\n(\t| +)/.exec(text)?.[1] ?? "  ";
  const indent = last ? indentAt(text, last.offset) : outer + unit;
  const lines = (key + JSON.stringify(value, undefined, unit)).split("\n");
  const written = lines.map((line) => `\n${indent}${line}`).join("");
  if (last) return { offset: last.offset + last.length, length: 0, text: `,${written}` };
  const { offset, length } = container;
  return { offset: offset + 1, length: length - 2, text: `${written}\n${outer}` };
}

/** The space before the line in which a position is. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}
