import { join } from "node:path";
import type { Node } from "jsonc-parser";
import { jsonTree, nodeAt, type Piece, spliced, withoutFields } from "../json/splice-json.js";
import type { HookCommand, HookSettings } from "./hook-settings.js";

/** The settings of Claude Code, as of 2.1.332. */
export const claudeSettings: HookSettings = {
  event: "when a session ends",
  problem: "has another form than Claude Code gives it",
  pathOf: ({ env, home }) => join(env.CLAUDE_CONFIG_DIR || join(home, ".claude"), "settings.json"),
  edited(text, isOwn, command) {
    const settings = text.trim() === "" ? "{}\n" : text;
    const tree = jsonTree(settings);
    const events = tree && nodeAt(tree, ["hooks"]);
    const groups = events && nodeAt(events, ["SessionEnd"]);
    const isKnown =
      (events?.type ?? "object") === "object" && (groups?.type ?? "array") === "array";
    if (tree?.type !== "object" || !isKnown) return undefined;
    const found = (groups?.children ?? []).flatMap((group) => {
      const own = ownCommand(group, isOwn);
      return own ? [{ group, own }] : [];
    });
    if (command === undefined) {
      const ours = found.map(({ group }) => group);
      // Blank settings are none, and stay so.
      return ours.length === 0
        ? text
        : spliced(settings, withoutGroups([tree, events, groups], ours));
    }
    const pieces = found.map(({ own }) => replaced(own, command.line));
    return spliced(settings, pieces.length > 0 ? pieces : [addedHook(settings, tree, command)]);
  },
};

function addedHook(text: string, tree: Node, { line }: HookCommand): Piece {
  // In seconds: npx alone may take longer than the one and a half that hooks of this event have without it.
  const group = { hooks: [{ type: "command", command: line, timeout: 30 }] };
  const events = nodeAt(tree, ["hooks"]);
  const groups = events && nodeAt(events, ["SessionEnd"]);
  if (groups) return added(text, groups, group);
  if (events) return added(text, events, [group], "SessionEnd");
  return added(text, tree, { SessionEnd: [group] }, "hooks");
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
