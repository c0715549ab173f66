import { join, resolve } from "node:path";
import { fingerprintOf, shortHash } from "@chatexport/archive";
import type { IndexPlace } from "@chatexport/search-index";
import { redactorName } from "../../built-in.js";
import type { CommonOptions } from "../../options/option-table.js";
import { cacheFolder } from "../files/cache-folder.js";
import { version } from "../files/package-file.js";
import { standardInput } from "../files/paths.js";
import type { Run } from "../run.js";

/**
 * The place of the index over the sessions, in the user's cache folder. Undefined where there can be none: it holds no
 * secrets, no homes and no names of people, and so nothing for a command that may find or has to replace these.
 */
export function indexPlace(
  { home, root, option = [] }: Pick<CommonOptions, "home" | "root" | "option">,
  { redaction }: Pick<Run, "redaction">,
): IndexPlace | undefined {
  const [masking] = redaction.inputs;
  const isPlain = masking !== undefined && !masking.options.paths && !masking.options.personal;
  if (!isPlain || root?.includes(standardInput)) return undefined;
  const settings = option.filter(({ plugin }) => plugin !== redactorName);
  return {
    folder: join(cacheFolder(), "chatexport", "search"),
    rules: fingerprintOf(...redaction.inputs, { name: "chatexport", version, options: {} }),
    place: shortHash(
      JSON.stringify([home && resolve(home), root?.map((path) => resolve(path)), settings]),
    ),
  };
}
