import { builtIn } from "./templates.computed.js";

/** The plugin that a user wants to begin: its kind, name and language. */
export interface Wish {
  kind: "source" | "sink";
  /** The name of the package, with its scope if it has one. */
  packageName: string;
  language: "typescript" | "javascript";
}

/** The kind that a word names; throws for another word. */
export function kindOf(word: string): Wish["kind"] {
  if (word === "source" || word === "sink") return word;
  throw new Error(`"${word}" is no kind of plugin; write source or sink.`);
}

/** The language that a word names; throws for another word. */
export function languageOf(word: string): Wish["language"] {
  const language = languages.get(word.toLowerCase());
  if (language) return language;
  throw new Error(`"${word}" is no language of a plugin; write typescript or javascript.`);
}

const languages = new Map<string, Wish["language"]>([
  ["typescript", "typescript"],
  ["ts", "typescript"],
  ["javascript", "javascript"],
  ["js", "javascript"],
]);

/** The package of a plugin with this name, which may be that of the package; throws for a name that no host takes. */
export function packageNameOf(kind: Wish["kind"], word: string): string {
  const prefix = `chatexport-${kind}-`;
  const [, scope = "", own = ""] = /^(@[a-z\d~-][a-z\d._~-]*\/)?(.*)$/.exec(word) ?? [];
  const name = own.startsWith(prefix) ? own.slice(prefix.length) : own;
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(name))
    throw new Error(
      `"${word}" is no name of a plugin; write lower-case letters and digits, with single hyphens between: my-tool.`,
    );
  if (name.startsWith("chatexport-"))
    throw new Error(
      `"${word}" is no name of a ${kind}; leave chatexport- out, or choose the other kind.`,
    );
  if (builtIn[kind].includes(name))
    throw new Error(`"${name}" is a built-in ${kind} of chatexport; choose another name.`);
  return `${scope}${prefix}${name}`;
}

/** The short name of a plugin in a package, which users write. */
export function pluginNameOf({ kind, packageName }: Wish): string {
  return folderOf(packageName).slice(`chatexport-${kind}-`.length);
}

/** The name of the folder for a package. */
export function folderOf(packageName: string): string {
  return packageName.replace(/^@[^/]*\//, "");
}
