/** A kind of plugin that users name. */
export type NamedKind = "source" | "sink";

const ownScope = "@chatexport";
const scopeAlone = /^@[a-z\d~_-][a-z\d._~-]*$/;
const packageName = /^(?:(@[a-z\d~_-][a-z\d._~-]*)\/)?([a-z\d~_-][a-z\d._~-]*)$/;

/**
 * The packages that a word can mean, as in `--from NAME`, the first that is installed before the others;
 * none for a word that is no name of a package.
 */
export function packagesFor(kind: NamedKind, word: string): string[] {
  const prefix = `chatexport-${kind}`;
  if (scopeAlone.test(word)) return [`${word}/${prefix}`];
  const [, scope, name = ""] = packageName.exec(word) ?? [];
  if (name === "" || wordFor(kind, word) !== undefined) return name === "" ? [] : [word];
  return scope === undefined
    ? [`${ownScope}/${kind}-${name}`, `${prefix}-${name}`]
    : [`${scope}/${prefix}-${name}`, word];
}

/** The shortest word that means a package; undefined for one whose name does not say that it is such a plugin. */
export function wordFor(kind: NamedKind, name: string): string | undefined {
  const [, scope, own = ""] = packageName.exec(name) ?? [];
  const prefix = `chatexport-${kind}`;
  if (scope === ownScope && own.startsWith(`${kind}-`)) return own.slice(kind.length + 1);
  if (scope !== undefined && own === prefix) return scope;
  if (!own.startsWith(`${prefix}-`)) return undefined;
  const short = own.slice(prefix.length + 1);
  // Another first character would make it a path or an option.
  if (!/^[a-z\d]/.test(short)) return undefined;
  return scope === undefined ? short : `${scope}/${short}`;
}

/** The name of the plugin in a package: that of the package without its scope and prefix. */
export function pluginName(kind: NamedKind, name: string): string {
  const word = wordFor(kind, name) ?? name;
  return word.replace(/^@(?:[^/]*\/)?/, "");
}
