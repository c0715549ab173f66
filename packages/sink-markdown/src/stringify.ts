import type { Nodes, Parents, RootContent, Yaml } from "mdast";
import { defaultHandlers, type Handle, type Options, type State } from "mdast-util-to-markdown";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
import type { Details, Verbatim } from "./nodes.js";
import { boxOf, plainMarkdown } from "./plain.js";

/** The settings for all Markdown of this package, which remark-stringify writes. */
export const settings: Options = { bullet: "-", rule: "-" };

const inConstruct = "phrasing" as const;

// An address would take escapes for its own. It is not followed further than this.
const untilEscape = "\\S{0,500}[*_<[\\]\\\\`&~!]";

/**
 * The rules by which remark-stringify writes the nodes of a document. In words nothing is struck
 * out, and no address swallows what belongs to the text.
 */
export const extension: Options = {
  handlers: { verbatim: (node: Verbatim) => node.value, yaml, details, paragraph, text },
  unsafe: [
    { character: ":", before: "[PpSs]", after: `//(?=${untilEscape})`, inConstruct },
    { character: ".", before: "[Ww]{3}", inConstruct },
    { character: "@", before: "[\\w.+-]", after: "[\\w-]+\\.", inConstruct },
    { character: "~", inConstruct },
    // The library misses every second one of lines that are a dash alone; such a line makes a heading.
    { character: "-", atBreak: true, after: "(?=[\\r\\n])" },
  ],
};

/** Handlers that write what needs no escapes, and leave all else to those of the library. */
export const quickExtension: Options = {
  handlers: Object.fromEntries(
    (["blockquote", "code", "heading", "list", "paragraph"] as const).map((type) => {
      const thorough: Handle = defaultHandlers[type];
      const quick: Handle = (node, parent, state, info) => {
        const own = boxed(node, parent);
        return plainMarkdown(own) ?? thorough(own, parent, state, info);
      };
      return [type, quick];
    }),
  ),
};

/** Counts no lines and columns: no handler of ours or of the library asks where in a document it writes. */
export const withoutPositions: Options = {
  handlers: {
    root(...[node, parent, state, info]: Parameters<Handle>): string {
      state.createTracker = () => tracker;
      return defaultHandlers.root(node, parent, state, info);
    },
  },
};

const tracker: ReturnType<State["createTracker"]> = {
  move: (written) => written ?? "",
  shift() {},
  current: () => ({ now: { line: 1, column: 1 }, lineShift: 0 }),
};

function yaml({ value }: Yaml): string {
  return `---\n${value}\n---`;
}

function details(...[node, _, state, info]: Parameters<Handle>): string {
  const { summary, children }: Details = node;
  const inside = state.containerFlow({ type: "root", children }, info);
  return `<details><summary>${summary}</summary>\n\n${inside}\n\n</details>`;
}

function paragraph(...[node, parent, state, info]: Parameters<Handle>): string {
  return defaultHandlers.paragraph(boxed(node, parent), parent, state, info);
}

/** In the text of a link, `marked` (9 and 18) takes no escape of a bracket for one, and would load an image. */
function text(...[{ value }, _, state, info]: Parameters<Handle>): string {
  const encode = state.stack.includes("label") ? ["[", "]"] : [];
  return state.safe(value, { ...info, encode });
}

/** The paragraph that begins an item behind the box of the item; remark-gfm writes both in its place. */
function boxed<Node extends Nodes>(node: Node, parent: Parents | undefined): Node {
  if (node.type !== "paragraph" || parent?.type !== "listItem" || parent.children[0] !== node)
    return node;
  return { ...node, children: [...boxOf(parent.checked), ...node.children] };
}

/** A writer of nodes that also escapes what is marked as unsafe. */
export function writer(unsafe: Options["unsafe"] = []): (children: RootContent[]) => string {
  const processor = unified()
    .data("toMarkdownExtensions", [extension, { unsafe }])
    .use(remarkStringify, settings)
    .freeze();
  // Halves of characters cannot be written as UTF-8.
  return (children) => processor.stringify({ type: "root", children }).toWellFormed();
}
