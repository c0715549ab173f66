import type { ToolKind } from "@chatexport/core";
import { nearestWord, unknownWord, usageError } from "../terminal/cli-error.js";

/** The kinds of tools, the frequent ones first. Help has to show them without a package of ours. */
export const toolKinds = [
  "execute",
  "edit",
  "delete",
  "move",
  "read",
  "search",
  "fetch",
  "plan",
  "question",
  "task",
  "think",
  "other",
] as const satisfies readonly ToolKind[];

/** People write a list with commas, too. */
export function eachWord(words: string): string[] {
  return words.split(",");
}

/** Tools have names of their own, which are not known in advance; a word like a kind is one. */
export function parseTool(word: string): string {
  const isLikeKind = /^[a-z]+$/.test(word) && nearestWord(word, toolKinds) !== undefined;
  return isLikeKind ? oneOf("--tool", toolKinds)(word) : word;
}

/** Takes only these words; throws a usage error for any other. */
export function oneOf(flag: string, words: readonly string[]) {
  return (word: string): string => {
    if (!words.includes(word)) throw unknownWord(`value of ${flag}`, word, words);
    return word;
  };
}

/** Reads a number above 0; throws a usage error when it is something else. */
export function parseCount(flag: string) {
  return (word: string): number => {
    if (!/^[1-9]\d{0,8}$/.test(word))
      throw usageError(`${flag} takes a whole number above 0, not '${word}'.`);
    return Number(word);
  };
}

/** Reads which part of how many is meant, "3/64"; throws a usage error when it is something else. */
export function parseShard(word: string): string {
  const [, part, all] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(word) ?? [];
  if (part === undefined || Number(part) > Number(all))
    throw usageError(`--shard takes a part of the whole such as 3/64, not '${word}'.`);
  return word;
}

/** One `--option NAME.KEY=VALUE`. */
export interface PluginSetting {
  plugin: string;
  key: string;
  value: string;
  /** Options of the plugin of unified that the value names. */
  options?: Readonly<Record<string, unknown>>;
  /** The file that names it; all runs find it there, so that the plugin may be none of this run. */
  file?: string;
}

/** Reads `NAME.KEY=VALUE`; throws a usage error when it is something else. */
export function parseSetting(word: string): PluginSetting {
  const [, plugin, key, value] = /^([^.=]+)\.([^=]+)=(.*)$/s.exec(word) ?? [];
  if (plugin === undefined || key === undefined || value === undefined) {
    throw usageError(`--option takes NAME.KEY=VALUE, as in markdown.detail=full, not '${word}'.`);
  }
  return { plugin, key, value };
}
