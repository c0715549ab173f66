import { escapeRegExp } from "./escape-reg-exp.js";

/** Replaces home directories by `~` and the names of their owners by `user`. */
export class HomePaths {
  #directories = new Set<string>();
  #names = new Set<string>();
  #replacements: [RegExp, string][] | undefined;

  /** `home` may be of any shape; the folders of sessions tell in whose homes they lie. */
  constructor(home: string | undefined, folders: readonly string[]) {
    if (home !== undefined) this.#addHome(home.replace(/(?<![\\/])[\\/]+$/, ""));
    for (const folder of folders)
      for (const { 1: name = "", index } of folder.matchAll(homeDirectory))
        if (index === 0) this.#addName(name);
  }

  /** Looks for home directories in a text. */
  find(text: string): void {
    if (!/[\\/](?:home|[Uu]sers)[\\/]/.test(text)) return;
    for (const [directory] of text.matchAll(homeDirectory)) {
      if (this.#directories.size >= mostDirectories) return;
      this.#directories.add(directory);
    }
  }

  /** The text with all that was found replaced. */
  replace(text: string): string {
    this.#replacements ??= replacementsFor(this.#directories, this.#names);
    return this.#replacements.reduce(
      (result, [pattern, replacement]) => result.replace(pattern, replacement),
      text,
    );
  }

  #addHome(path: string): void {
    if (path === "") return;
    this.#directories.add(path);
    this.#addName(path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1));
  }

  #addName(name: string): void {
    if (name.length >= 3 && !commonNames.test(name)) this.#names.add(name);
  }
}

/** More than anybody has; a text may name any number. */
const mostDirectories = 200;

const homeDirectory =
  /(?<![\p{L}\p{N}_.-])(?:\/(?:home|Users)\/|(?:\/mnt)?\/[a-z]\/Users\/|[A-Za-z](?::|%3A)[\\/]{1,4}[Uu]sers[\\/]{1,4})(?!Shared\b|Public\b|Default\b)([\p{L}\p{N}_][\p{L}\p{N}_.-]{0,60}[\p{L}\p{N}_]|[\p{L}\p{N}_])(?=[\\/"'`\s:;,)\]}]|$)/gu;

const commonNames =
  /^(?:root|users?|username|admin|administrator|ubuntu|debian|node|home|apps?|runner|vscode|codespace|dev|developer|test|tester|build|git|guest|work|me|you|name|ec2-user|jenkins|docker|linuxbrew)$/i;

function replacementsFor(
  directories: ReadonlySet<string>,
  names: ReadonlySet<string>,
): [RegExp, string][] {
  const letter = "[\\p{L}\\p{N}_]";
  const spellings = [...new Set([...directories].flatMap(spellingsOf))];
  const owners = [...names].map(escapeRegExp);
  const replacements: [RegExp, string][] = [];
  if (spellings.length > 0)
    replacements.push([anyOf(spellings, "[\\p{L}\\p{N}_.~]", letter, "gu"), "~"]);
  if (owners.length > 0) replacements.push([anyOf(owners, letter, letter, "giu"), "user"]);
  return replacements;
}

function anyOf(sources: readonly string[], before: string, after: string, flags: string): RegExp {
  const longestFirst = sources.toSorted((a, b) => b.length - a.length);
  return new RegExp(
    `(?:(?<!${before})|(?<=%(?:2F|5C)))(?:${longestFirst.join("|")})(?!${after})`,
    flags,
  );
}

/** Sources of regular expressions for all ways to write a directory, also in names of projects' folders. */
function spellingsOf(directory: string): string[] {
  const steps = directory.replace("%3A", ":").split(/[\\/]+/);
  const separator = directory.startsWith("/") ? "/" : "[\\\\/]{1,4}";
  const path = steps.map(escapeRegExp).join(separator).replace(":", "(?::|%3A)");
  const folder = steps.map((step) => escapeRegExp(step.replace(/[^A-Za-z0-9]/g, "-"))).join("-");
  return [path, folder, folder.replace(/^(?:\\?-)+/, "")];
}
