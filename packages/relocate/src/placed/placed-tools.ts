import type { Context, Source, SourceOptions } from "@chatexport/core";
import type { PackedFiles, PlacedStore } from "@chatexport/core/source";
import cline from "@chatexport/source-cline";
import * as clinePaths from "@chatexport/source-cline/paths";
import continueSource from "@chatexport/source-continue";
import * as continuePaths from "@chatexport/source-continue/paths";
import crush from "@chatexport/source-crush";
import * as crushPaths from "@chatexport/source-crush/paths";
import droid from "@chatexport/source-droid";
import * as droidPaths from "@chatexport/source-droid/paths";
import goose from "@chatexport/source-goose";
import * as goosePaths from "@chatexport/source-goose/paths";
import hermes from "@chatexport/source-hermes";
import * as hermesPaths from "@chatexport/source-hermes/paths";
import kimi from "@chatexport/source-kimi";
import * as kimiPaths from "@chatexport/source-kimi/paths";
import openhands from "@chatexport/source-openhands";
import * as openhandsPaths from "@chatexport/source-openhands/paths";
import pi from "@chatexport/source-pi";
import * as piPaths from "@chatexport/source-pi/paths";
import qwen from "@chatexport/source-qwen";
import * as qwenPaths from "@chatexport/source-qwen/paths";
import vibe from "@chatexport/source-vibe";
import * as vibePaths from "@chatexport/source-vibe/paths";

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

/** A tool of which a pack can hold sessions, too. */
export interface PackablePlacedTool extends PlacedTool {
  packed: PackedFiles;
}

/** The name of the source of a tool of which a pack can hold sessions. */
export type PackedName =
  | "pi"
  | "qwen"
  | "kimi"
  | "cline"
  | "continue"
  | "droid"
  | "openhands"
  | "vibe";

/** The name of the source of such a tool. */
export type PlacedName = PackedName | "crush" | "goose" | "hermes";

/** All such tools, by the names of their sources. */
export const placedTools: Readonly<
  Record<PlacedName, PlacedTool> & Record<PackedName, PackablePlacedTool>
> = {
  pi: toolOf("pi", pi, piPaths),
  qwen: toolOf("Qwen Code", qwen, qwenPaths),
  kimi: toolOf("Kimi", kimi, kimiPaths),
  cline: toolOf("Cline", cline, clinePaths),
  continue: toolOf("Continue", continueSource, continuePaths, "cn"),
  crush: toolOf("Crush", crush, crushPaths),
  droid: toolOf("Factory Droid", droid, droidPaths),
  goose: toolOf("Goose", goose, goosePaths),
  hermes: toolOf("Hermes Agent", hermes, hermesPaths),
  openhands: toolOf("OpenHands", openhands, openhandsPaths),
  vibe: toolOf("Mistral Vibe", vibe, vibePaths),
};

/** A tool by what its source says of its stores; the program has a name of its own where one is given. */
function toolOf<Paths extends { placedStores: PlacedTool["storesOf"] }>(
  title: string,
  source: PlacedTool["source"],
  { placedStores, ...paths }: Paths,
  program?: string,
) {
  return { ...paths, title, source, storesOf: placedStores, ...(program && { program }) };
}

/** True for the name of the source of such a tool. */
export function isPlaced(source: string): source is PlacedName {
  return Object.hasOwn(placedTools, source);
}
