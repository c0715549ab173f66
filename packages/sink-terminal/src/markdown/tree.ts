import type { Token } from "markdown-it";

/** A token with all that stands between its beginning and its end. */
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
