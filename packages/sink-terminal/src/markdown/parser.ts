import type { MarkdownIt as Parser, Token } from "markdown-it";
import MarkdownIt from "markdown-it";

// Deeper lists and quotes have no room in a terminal.
const deepest = 40;
// The parser takes seconds for a million of the worst characters; people write far less.
const longest = 200_000;

/** Markdown as GitHub knows it, where lines end as they were ended. Everything stays: tags are text. */
function createParser(): Parser {
  const parser = new MarkdownIt({ html: false, linkify: false, breaks: true, maxNesting: deepest });
  // A definition would vanish from what was written.
  parser.disable("reference");
  // An address is only printed, and printed as it was written.
  parser.validateLink = () => true;
  parser.normalizeLink = (url) => url;
  return parser;
}

let parser: Parser | undefined;

/** The tokens of what somebody wrote; undefined when it is too long or too deep to be understood. */
export function tokensOf(markdown: string): Token[] | undefined {
  if (markdown.length > longest) return undefined;
  parser ??= createParser();
  const tokens = parser.parse(markdown, {});
  // The parser leaves out what is deeper than it goes.
  return tokens.some(({ level }) => level >= deepest - 1) ? undefined : tokens;
}

/** A token with everything between its beginning and its end. */
export interface Node {
  token: Token;
  children: Node[];
}

/** Tokens as a tree. */
export function treeOf(tokens: readonly Token[]): Node[] {
  const root: Node[] = [];
  const open = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const node = { token, children: treeOf(token.children ?? []) };
    open.at(-1)?.push(node);
    if (token.nesting > 0) open.push(node.children);
  }
  return root;
}
