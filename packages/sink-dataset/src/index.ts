import { apiVersion, type Dataset } from "@chatexport/core";
import jsonl from "@chatexport/sink-jsonl";
import { type DatasetOptions, settingsOf } from "./options.js";

export {
  type DatasetOptions,
  type Outcome,
  options,
  type RowDialect,
  type Split,
} from "./options.js";

/**
 * Writes sessions as a data set: a line for each conversation, in files for training and for tests, with a card
 * that says what is in them. Throws an OptionError for an unknown option or value.
 */
export default function dataset(options: DatasetOptions = {}): Dataset {
  const settings = settingsOf(options);
  const rows = jsonl({ dialect: settings.dialect });
  return {
    name: "dataset",
    apiVersion,
    keeps: rows.keeps,
    async plan(refs, context) {
      // Programs that only ask which sinks there are need none of it.
      const { planDataset } = await import("./plan-dataset.js");
      return planDataset(refs, context, settings, rows);
    },
  };
}
