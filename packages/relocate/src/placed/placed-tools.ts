import type { Context, SourceOptions } from "@chatexport/core";
import type { PlacedStore } from "@chatexport/core/source";
import { placedStores as cline } from "@chatexport/source-cline/paths";
import { placedStores as continueStores } from "@chatexport/source-continue/paths";
import { placedStores as crush } from "@chatexport/source-crush/paths";
import { placedStores as droid } from "@chatexport/source-droid/paths";
import { placedStores as goose } from "@chatexport/source-goose/paths";
import { placedStores as hermes } from "@chatexport/source-hermes/paths";
import { placedStores as kimi } from "@chatexport/source-kimi/paths";
import { placedStores as openhands } from "@chatexport/source-openhands/paths";
import { placedStores as pi } from "@chatexport/source-pi/paths";
import { placedStores as qwen } from "@chatexport/source-qwen/paths";
import { placedStores as vibe } from "@chatexport/source-vibe/paths";

/** The tools whose sources tell which fields of their stores name folders, by the names of these sources. */
export const placedStores = {
  pi,
  qwen,
  kimi,
  cline,
  continue: continueStores,
  crush,
  droid,
  goose,
  hermes,
  openhands,
  vibe,
} satisfies Record<string, (given: SourceOptions, context: Context) => PlacedStore[]>;

/** The name of the source of such a tool. */
export type PlacedTool = keyof typeof placedStores;

/** True for the name of the source of such a tool. */
export function isPlaced(source: string): source is PlacedTool {
  return Object.hasOwn(placedStores, source);
}
