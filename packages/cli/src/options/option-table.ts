import type { CommandName } from "./command-names.js";
import type { OptionRow, OptionRows } from "./option-row.js";
import type { Edge } from "./parse-time.js";
import { content } from "./rows/content.js";
import { output } from "./rows/output.js";
import { run } from "./rows/run.js";
import { selection } from "./rows/selection.js";
import { stores } from "./rows/stores.js";

/** All options, by their names in camel case. */
export const optionTable = { ...selection, ...content, ...stores, ...run, ...output };

/** The options of each group of the help. */
export const optionGroups: Readonly<Record<string, OptionRows>> = {
  Selection: selection,
  Content: content,
  Stores: stores,
  Run: run,
  Output: output,
};

type Table = typeof optionTable;

/** The value of an option; one that allows others besides its values is any text. */
type ValueOf<Row extends OptionRow> = Row extends { edge: Edge }
  ? number
  : Row extends { values: readonly (infer Word)[] }
    ? Row extends { parse: unknown }
      ? Word | (string & {})
      : Word
    : Row extends { parse(word: string): infer Value }
      ? Value extends readonly (infer Element)[]
        ? Element
        : Value
      : Row["flags"] extends `${string}<${string}`
        ? string
        : boolean;

type Given<Row extends OptionRow> = Row extends { repeatable: true }
  ? ValueOf<Row>[]
  : ValueOf<Row>;

/** The value that each option gives a command. */
type Values = { [Name in keyof Table]: Given<Table[Name]> };

/** The options that have a value also when nobody gives them. */
type Defaulted = {
  [Name in keyof Table]: Table[Name] extends { initial: string } | { flags: `--no-${string}` }
    ? Name
    : never;
}[keyof Table];

type OptionsNamed<Names extends keyof Table> = Pick<Values, Names & Defaulted> &
  Partial<Pick<Values, Exclude<Names, Defaulted>>>;

/** The names of the options that at least one of these commands takes. */
type NamesFor<Commands extends CommandName> = {
  [Name in keyof Table]: Commands & Table[Name]["commands"][number] extends never ? never : Name;
}[keyof Table];

/** The options of a command. */
export type OptionsOf<Command extends CommandName> = OptionsNamed<NamesFor<Command>>;

/** The options that a file may hold: those of commands that do not change stores. */
export type FileOptions = OptionsNamed<
  Exclude<NamesFor<Table["config"]["commands"][number]>, "config" | "findConfig" | "yes" | "watch">
>;

/** Which sessions a command is about. */
export type SelectionOptions = Pick<
  OptionsOf<"list">,
  "project" | "session" | "since" | "until" | "grep" | "model" | "archived" | "empty" | "limit"
> &
  Pick<OptionsOf<"export">, "shard">;

/** The options about places of sessions, which every command that reads them takes. */
export type CommonOptions = Omit<OptionsOf<"list">, "json" | "findConfig">;

/** The options that decide what a document of a session shows. */
export type ContentOptions = Pick<
  OptionsOf<"export">,
  "to" | "detail" | "branches" | "timezone" | "reasoning" | "subagents"
>;

/** All options in the order of the help. */
export const optionRows: readonly OptionRow[] = Object.values(optionTable);

/** True when many commands take an option, which help then explains once for all of them. */
export function isShared(row: OptionRow): boolean {
  return row.commands.length > 5 && !Object.values<OptionRow>(run).includes(row);
}

/** True when an option is on or off. */
export function isSwitch({ flags }: OptionRow): boolean {
  return !flags.includes("<");
}

/** True when a file of options may hold an option: not one of commands that change what they find. */
export function isForFiles(row: OptionRow): boolean {
  const takers: readonly CommandName[] = optionTable.config.commands;
  const ofThisRun: readonly OptionRow[] = [
    optionTable.config,
    optionTable.findConfig,
    optionTable.yes,
    optionTable.watch,
  ];
  return !ofThisRun.includes(row) && row.commands.some((name) => takers.includes(name));
}

/** An option with two dashes and without its value: "--no-redact". */
export function longFlag({ flags }: OptionRow): string {
  return /--[a-z-]+/.exec(flags)?.[0] ?? flags;
}

/** The options with a flag, which may be the short one: it may mean something else to another command. */
export function optionsNamed(flag: string): OptionRow[] {
  return optionRows.filter((row) => longFlag(row) === flag || row.flags.startsWith(`${flag}, `));
}
