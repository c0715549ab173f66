import { createHmac, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { shortHash, writeAtomic } from "@chatexport/archive";
import { errorCode, messageOf, safeLine } from "@chatexport/core";
import { makeFolder } from "@chatexport/core/host";
import { numberOf, objectOf, textOf } from "@chatexport/core/read";
import { CliError } from "../../terminal/cli-error.js";
import { shortPath } from "./paths.js";

/**
 * Values that are remembered for texts from run to run, in the user's configuration folder. The file
 * holds a key and hashes made with it, so that it tells no text to anybody who reads it.
 */
export interface Remembered<Value> {
  /** The file, for people. */
  path: string;
  get(kind: string, text: string): Value | undefined;
  set(kind: string, text: string, value: Value): void;
  forget(kind: string, text: string): void;
  /** Another text when any value is another. */
  revision(): string;
  /** Writes the file, when anything was set or forgotten since. */
  save(): Promise<void>;
}

/** Reads what is remembered under a name, such as "pseudonyms"; throws a sentence when the file is broken. */
export function remembered<Value>(
  name: string,
  read: (value: unknown) => Value | undefined,
): Remembered<Value> {
  const folder = join(configFolder(), "chatexport");
  const path = join(folder, `${name}.json`);
  const { key, values } = readRemembered(path, read);
  let isSaved = true;
  const hash = (kind: string, text: string) =>
    createHmac("sha256", key).update(`${kind}\0${text}`).digest("base64url").slice(0, 24);
  return {
    path,
    get: (kind, text) => values.get(hash(kind, text)),
    set(kind, text, value) {
      values.set(hash(kind, text), value);
      isSaved = false;
    },
    forget(kind, text) {
      values.delete(hash(kind, text));
      isSaved = false;
    },
    revision: () => shortHash(JSON.stringify([...values].sort())),
    async save() {
      if (isSaved) return;
      const content = { version, key, values: Object.fromEntries(values) };
      makeFolder(folder);
      await writeAtomic(path, [`${JSON.stringify(content, null, 1)}\n`]);
      isSaved = true;
    },
  };
}

const version = 1;

function readRemembered<Value>(
  path: string,
  read: (value: unknown) => Value | undefined,
): { key: string; values: Map<string, Value> } {
  const values = new Map<string, Value>();
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    if (errorCode(cause) === "ENOENT")
      return { key: randomBytes(24).toString("base64url"), values };
    throw new CliError(1, `${shortPath(path)}: ${safeLine(messageOf(cause))}. ${remedy}`, cause);
  }
  const file = objectOf(content);
  const key = textOf(file?.key);
  if (key === undefined || numberOf(file?.version) !== version)
    throw new CliError(1, `${shortPath(path)} was not written by this version. ${remedy}`);
  for (const [hash, given] of Object.entries(objectOf(file?.values) ?? {})) {
    const value = read(given);
    if (value !== undefined) values.set(hash, value);
  }
  return { key, values };
}

const remedy = "Delete the file to begin anew.";

/** The folder where programs keep the user's settings: `%APPDATA%`, `$XDG_CONFIG_HOME` or `~/.config`. */
function configFolder(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  if (process.platform === "win32" && APPDATA) return APPDATA;
  return XDG_CONFIG_HOME || join(homedir(), ".config");
}
