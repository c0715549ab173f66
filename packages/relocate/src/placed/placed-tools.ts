import type { Context, Source, SourceOptions } from "@chatexport/core";
import type { PlacedStore } from "@chatexport/core/source";
import cline from "@chatexport/source-cline";
import { placedStores as clineStores } from "@chatexport/source-cline/paths";
import continueSource from "@chatexport/source-continue";
import { placedStores as continueStores } from "@chatexport/source-continue/paths";
import crush from "@chatexport/source-crush";
import { placedStores as crushStores } from "@chatexport/source-crush/paths";
import droid from "@chatexport/source-droid";
import { placedStores as droidStores } from "@chatexport/source-droid/paths";
import goose from "@chatexport/source-goose";
import { placedStores as gooseStores } from "@chatexport/source-goose/paths";
import hermes from "@chatexport/source-hermes";
import { placedStores as hermesStores } from "@chatexport/source-hermes/paths";
import kimi from "@chatexport/source-kimi";
import { placedStores as kimiStores } from "@chatexport/source-kimi/paths";
import openhands from "@chatexport/source-openhands";
import { placedStores as openhandsStores } from "@chatexport/source-openhands/paths";
import pi from "@chatexport/source-pi";
import { placedStores as piStores } from "@chatexport/source-pi/paths";
import qwen from "@chatexport/source-qwen";
import { placedStores as qwenStores } from "@chatexport/source-qwen/paths";
import vibe from "@chatexport/source-vibe";
import { placedStores as vibeStores } from "@chatexport/source-vibe/paths";

/** A tool whose source tells which fields of its stores name folders. */
export interface PlacedTool {
  /** Its name for people. */
  title: string;
  /** The name of its program, where that is not the name of its source. */
  program?: string;
  /** Reads its sessions. */
  source(given: SourceOptions): Source;
  /** The stores with their sessions. */
  storesOf(given: SourceOptions, context: Context): PlacedStore[];
}

/** The name of the source of such a tool. */
export type PlacedName =
  | "pi"
  | "qwen"
  | "kimi"
  | "cline"
  | "continue"
  | "crush"
  | "droid"
  | "goose"
  | "hermes"
  | "openhands"
  | "vibe";

/** All such tools, by the names of their sources. */
export const placedTools: Readonly<Record<PlacedName, PlacedTool>> = {
  pi: { title: "pi", source: pi, storesOf: piStores },
  qwen: { title: "Qwen Code", source: qwen, storesOf: qwenStores },
  kimi: { title: "Kimi", source: kimi, storesOf: kimiStores },
  cline: { title: "Cline", source: cline, storesOf: clineStores },
  continue: { title: "Continue", program: "cn", source: continueSource, storesOf: continueStores },
  crush: { title: "Crush", source: crush, storesOf: crushStores },
  droid: { title: "Factory Droid", source: droid, storesOf: droidStores },
  goose: { title: "Goose", source: goose, storesOf: gooseStores },
  hermes: { title: "Hermes Agent", source: hermes, storesOf: hermesStores },
  openhands: { title: "OpenHands", source: openhands, storesOf: openhandsStores },
  vibe: { title: "Mistral Vibe", source: vibe, storesOf: vibeStores },
};

/** True for the name of the source of such a tool. */
export function isPlaced(source: string): source is PlacedName {
  return Object.hasOwn(placedTools, source);
}
