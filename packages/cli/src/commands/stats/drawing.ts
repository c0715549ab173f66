import { extname, resolve } from "node:path";
import type { Statistics } from "@chatexport/document/statistics";
import { shortPath } from "../../host/files/paths.js";
import { writeOut } from "../../host/files/write-out.js";
import type { Run } from "../../host/run.js";
import { type OptionsOf, optionTable } from "../../options/option-table.js";
import { unknownWord, usageError } from "../../terminal/cli-error.js";
import { writeStdout } from "../../terminal/stdout.js";

/** The options of the command; without `out`, everything goes to standard output. */
export type StatsOptions = Omit<OptionsOf<"stats">, "out"> & { out?: string };

const forms = optionTable.to.valuesFor.stats;

/** Statistics as a page or as a picture. */
export interface Drawing {
  form: (typeof forms)[number];
  /** The file to write; absent for standard output. */
  path?: string;
}

/** The drawing that is asked for; undefined for text. Throws a usage error for what cannot be. */
export function drawingOf({ to, out, json }: StatsOptions): Drawing | undefined {
  if (to === undefined && out === undefined) return undefined;
  if (json) throw usageError("--json prints text for programs: leave out --to and --out.");
  const path = out === undefined || out === "-" ? undefined : resolve(out);
  const word =
    to?.join() ??
    extname(out ?? "")
      .slice(1)
      .toLowerCase();
  const form = forms.find((each) => each === word);
  if (form) return path === undefined ? { form } : { form, path };
  if (to) throw unknownWord("form of statistics", word, forms);
  throw usageError(
    `--out ${out}: name a file that ends in .html or .svg, or add --to html or --to svg.`,
  );
}

/** Draws statistics of what `scope` says into a file, or to standard output. */
export async function writeDrawing(
  { form, path }: Drawing,
  statistics: Statistics,
  scope: string,
  { messages }: Run,
): Promise<void> {
  const { statisticsPage, statisticsPicture } = await import("@chatexport/sink-html/statistics");
  const text = form === "html" ? statisticsPage(statistics, scope) : statisticsPicture(statistics);
  if (path === undefined) return writeStdout(text);
  await writeOut(path, [text]);
  messages.say(`Wrote ${shortPath(path)}.`);
}
