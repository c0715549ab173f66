import type { FilePart, JsonObject } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { attachedParts } from "./attached.js";
import { draftOf } from "./user-text.js";

/**
 * What somebody wrote into the input box of a composer and never sent, with the files beside it. It is
 * no message: nobody got it. Without text there is none.
 */
export function draftFiles(composer: JsonObject): FilePart[] {
  const text = draftOf(composer);
  if (text === "") return [];
  const beside = attachedParts(objectOf(composer.context) ?? {});
  return [
    { type: "file", mediaType: "text/markdown", name: "Draft, not sent", text, from: "tool" },
    ...beside,
  ];
}
