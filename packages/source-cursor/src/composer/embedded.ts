import { type JsonObject, present } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { jsonObjectOf } from "../json-text.js";
import { inlineBubbles } from "./head.js";
import type { ComposerSource } from "./source.js";

/**
 * The composer of a sub-agent that lies, mostly as JSON in a string, in `additionalData` of the call
 * that started it (1.x and 2.x). One that has rows of its own is a conversation that is listed.
 */
export function embeddedComposer(
  toolData: JsonObject,
  toolCallId: string,
  key: string | undefined,
  { rows, origin }: ComposerSource,
): ComposerSource | undefined {
  const data = jsonObjectOf(jsonObjectOf(toolData.additionalData)?.composerData);
  if (!data || inlineBubbles(data).length === 0) return undefined;
  const id = textOf(data.composerId) ?? `task-${toolCallId}`;
  const ownKey = `composerData:${id}`;
  const hasRows =
    rows !== undefined &&
    (rows.extent(`bubbleId:${id}:`).count > 0 ||
      [...rows.keys(ownKey)].some(({ key }) => key === ownKey));
  if (hasRows) return undefined;
  const place = present({ path: origin.path, at: key ?? origin.at });
  return { id, data, format: "cursor/inline", origin: place };
}
