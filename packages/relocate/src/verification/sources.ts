import { present, type Source } from "@chatexport/core";
import claude from "@chatexport/source-claude";
import cursor from "@chatexport/source-cursor";
import type { Move } from "../move.js";

/** Sources over the stores of a move, new ones each time, for they remember what they have seen. */
export function sourcesOf({ home, sqlite }: Move, names: readonly string[]): Source[] {
  const factories = {
    claude: () => claude(present({ home, memory: true, empty: true })),
    cursor: () => cursor(present({ home, sqlite, empty: true })),
  };
  return Object.entries(factories)
    .filter(([name]) => names.includes(name))
    .map(([, create]) => create());
}
