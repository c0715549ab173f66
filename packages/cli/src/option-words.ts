import type { ToolKind } from "@chatexport/core";
import { unknownWord, usageError } from "./cli-error.js";
import { nearestWord } from "./nearest-word.js";
import type { PluginSetting } from "./option-types.js";

/** The kinds of tools, the frequent ones first. */
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

/** Tools have names of their own, which nobody can know in advance; what is like a kind is one. */
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
      throw usageError(`${flag} '${word}' is not a number above 0.`);
    return Number(word);
  };
}

/** Reads `NAME.KEY=VALUE`; throws a usage error when it is something else. */
export function parseSetting(word: string): PluginSetting {
  const [, plugin, key, value] = /^([^.=]+)\.([^=]+)=(.*)$/s.exec(word) ?? [];
  if (plugin === undefined || key === undefined || value === undefined) {
    throw usageError(
      `--option '${word}' is not of the form NAME.KEY=VALUE, as in markdown.detail=full.`,
    );
  }
  return { plugin, key, value };
}
