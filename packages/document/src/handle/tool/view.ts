import type { Block } from "../../block.js";

/** How a tool call is shown. */
export interface ToolView {
  /** What the tool worked on, in one line of code. */
  code?: string | undefined;
  /** What the tool worked on, in words. */
  words?: string | undefined;
  /** What came of it, beside the status, in one line. */
  outcome?: string | undefined;
  /** What the fields of the kind say. */
  blocks: Iterable<Block>;
  /** Texts of which the blocks show every line, to be taken once. */
  shown: Iterable<string>;
  /** How the result is shown; a redundant one says nothing that the blocks do not show. */
  result: "code" | "prose" | "redundant";
  /** The blocks are part of the conversation and not folded. */
  isOpen?: boolean;
}
