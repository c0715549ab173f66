import { writer } from "../stringify.js";

const inConstruct = "phrasing" as const;

/**
 * Blocks as Markdown in which the text of a stranger is nothing but text: no address in a title keeps
 * its link from ending, nothing is struck out, and no second line makes a table of the first.
 */
export const stringify = writer([
  { character: ":", before: "[PpSs]", after: "//", inConstruct },
  { character: ".", before: "[Ww]{3}", inConstruct },
  { character: "@", before: "[\\w.+-]", after: "[\\w-]", inConstruct },
  { character: "~", inConstruct },
  { character: "-", atBreak: true },
  { character: ":", atBreak: true },
  { character: "|", atBreak: true },
]);
