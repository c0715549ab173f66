import { isSpoken } from "./letter-pairs.js";
import { isConstant, isName, isPlaceholder, looksRandom } from "./placeholder.js";
import type { Span } from "./rule.js";
import {
  printer,
  secretVariable,
  settingsPrinter,
  sourcing,
  variablePrinter,
} from "./secret-commands.js";
import { mayNameSecret, ruleForKey } from "./secret-names.js";

/*
 * The output of commands is judged by the command: of one that prints a secret, any word may be it;
 * of one that prints settings, a value with a name of secrets or one that looks random.
 */

/** Commands with a form of output of their own, and how it holds secrets. */
const shapes: readonly (readonly [command: RegExp, secret: RegExp])[] = [
  [/\/?\.pgpass/, /^(?:[^:\s]{1,200}:){4}(?<secret>\S{4,200})$/dgm],
  [/pwgen|\bapg\b/, /(?<![^\s])(?<secret>\S{8,200})(?!\S)/dg],
  [/ykman\soath/, /[ \t](?<secret>[0-9]{6,8})$/dgm],
  [/influx\sauth/, /[ \t](?<secret>[\w-]{40,120}={0,2})(?!\S)/dg],
];

/** The places of secrets in what a command printed, judged by the command; they may overlap. */
export function* printedSecrets(command: string, text: string): Generator<Span> {
  // What a document in a command says is not run.
  const [script = ""] = command.split(/(?<!<)<<-?\s?["']?[A-Za-z]/, 1);
  if (!mayPrintSecret(script)) return;
  const pipes = script.split(/&&|\|\||[;\n]/);
  const shape = shapes.find(([command]) => pipes.some((pipe) => command.test(pipe)));
  if (shape) {
    for (const { indices } of text.matchAll(shape[1])) yield spanOf(indices);
    return;
  }
  const secret = pipes.filter((pipe) => isShown(printer(), pipe));
  const kinds = sourcing().test(script) ? [settingsPrinter, variablePrinter] : [settingsPrinter];
  const settings = pipes.filter((pipe) => kinds.some((kind) => isShown(kind(), pipe)));
  const printers = [...secret, ...settings];
  if (printers.length === 0) return;
  const tellsSecret = secret.length > 0 || settings.some((pipe) => secretVariable.test(pipe));
  const isAlone = pipes.every((pipe) => silent.test(pipe) || printers.includes(pipe));
  const isShort = text.split("\n", longest + 1).length <= longest;
  yield* words(text, tellsSecret && isAlone && isShort);
  yield* pairs(text, secret.length > 0 ? isNamedSecret : isSecretSetting);
}

/** True when a command may print secrets: quick, because most do not. */
export function mayPrintSecret(command: string): boolean {
  return (
    [printer, settingsPrinter, sourcing].some((form) => form().test(command)) ||
    shapes.some(([shape]) => shape.test(command))
  );
}

/** Of so many lines, each may be any word. */
const longest = 12;

/** Commands that print nothing. */
const silent =
  /^\s*(?:$|#|(?:cd|export|set|source|\.|eval|mkdir|sleep|umask|unset|true|test|\[|chmod|rm|fi|done)(?:\s|$)|[A-Za-z_]\w*=)/;

/** True when one of the forms is run, and nothing takes what it prints. */
function isShown(printer: RegExp, pipe: string): boolean {
  const match = printer.exec(pipe);
  if (!match || !isRun(pipe.slice(0, match.index)) || intoFile.test(pipe)) return false;
  if (namesOnly.test(pipe)) return false;
  const [inMatch = "", ...filters] = pipe.slice(match.index + match[0].length).split("|");
  let before = match[0] + inMatch;
  for (const filter of filters) {
    const isQuoted = [/'/g, /"/g].some((mark) => (before.match(mark)?.length ?? 0) % 2 === 1);
    if (!isQuoted && !shows.test(filter)) return false;
    before += filter;
  }
  return true;
}

/** Filters that let the secret through. */
const shows =
  /^\s*(?:head|tail|base64|openssl\s(?:base64|enc)|tr|cut|jq|yq|g?awk|sed|tee|cat|[ef]?grep|rg|findstr|Select-String|sort|uniq|fold|rev|strings|column|less|more|xxd|od|hexdump|perl|python[0-9.]*|node|ruby|xargs(?:\s-\S+)*(?:\secho)?\s*$)(?:[\s"']|$)/;

/** Counts, names of files, names of settings. */
const namesOnly =
  /(?:grep|rg)\s(?:[^\n|]{0,100}\s)?(?:-[a-zA-Z]{0,5}[lLcq]\w{0,3}(?:\s|$)|--(?:count|quiet|files))|cut\s[^\n|]{0,20}-f\s?1(?![-,0-9])|print \$1|s\/=/;

const intoFile = /(?:^|[^\d&>=-])>{1,2}\s?(?!\/dev\/(?:stdout|stderr|tty))[\w~./$"']/;

/** True when the text before a command leaves it a command whose output is shown. */
function isRun(before: string): boolean {
  const head = before.replace(/[\w./~-]{1,200}\/$/, "");
  if (/\$\(|`/.test(head)) return /^\s*(?:echo|printf)\s[^$`]{0,80}(?:\$\(|`)\s*$/.test(head);
  return head.trim() === "" || starters.test(head);
}

/** Commands that run another one, here or elsewhere. */
const starters =
  /^\s*(?:[A-Za-z_]\w*=\S*\s|[!({$"']+\s*$|(?:sudo|doas|ssh|sshpass|env|command|time|timeout|exec|nohup|bash|sh|zsh|su|runuser|kubectl|oc|docker|podman|docker-compose|lxc|incus|vagrant|wsl|gcloud|nix|nix-shell|npx|bundle|bin\/rails|php|then|do|else|if|xargs|watch|fly|flyctl|heroku|aws-vault|doppler|dotenv|op\srun)\s)/;

/** Lines of one word. */
function* words(text: string, isAny: boolean): Generator<Span> {
  for (const { groups, indices } of text.matchAll(line)) {
    const word = groups?.secret ?? "";
    if (isPlaceholder(word) || noSecret.test(word)) continue;
    if (isAny || (isUnlikeNames(word) && !/\.[a-z]{1,5}$/.test(word))) yield spanOf(indices);
  }
}

const line =
  /^(?:[ \t]{0,8}[0-9]{1,6}(?:→|\t)|Output: |(?:> )?[ \t]{0,40})["'`]?(?<secret>(?:[^\s"'`]|["'`](?=[^\s,;])){4,5000})["'`]?[,;]?[ \t]{0,40}\r?$/dgm;

/** Settings, JSON, names, addresses, dates and short numbers. */
const noSecret =
  /^(?:(?:[A-Z][A-Z0-9_]*|[a-z][a-z_]{2,})=[^=]|[{[<].*[}\]>]$|[\w.-]+[:({[]+$|[a-z][\w+.-]*:\/\/[^\s@]*$|arn:|[~.]{0,2}\/(?:[\w@-]{0,60}\/){1,20}[\w@.-]{0,80}$|\d{4}-\d\d-\d\d|\d{1,5}$|[^A-Za-z0-9]*$)/;

/** Values behind names. */
function* pairs(text: string, isSecret: typeof isNamedSecret): Generator<Span> {
  for (const pattern of [pairInLine, pairInJson, setting])
    for (const { groups, indices } of text.matchAll(pattern)) {
      const { name = "", secret = "" } = groups ?? {};
      if (!noSecret.test(secret) && !isPlaceholder(secret) && isSecret(name, secret))
        yield spanOf(indices);
    }
}

function isNamedSecret(name: string, secret: string): boolean {
  if (noSecretName.test(name)) return false;
  return mayNameSecret(name) || (looksRandom(secret, 6) && !isName(secret));
}

/** True when a value among settings is secret, of which most have names that say nothing. */
function isSecretSetting(name: string, secret: string): boolean {
  if (noSecretName.test(name)) return false;
  return (
    ruleForKey(name, secret) !== undefined || (!publicName.test(name) && isUnlikeNames(secret))
  );
}

/** True when a value is no name of a server, a model, a version, and no amount. */
function isUnlikeNames(value: string): boolean {
  if (!looksRandom(value, 8) || isName(value) || isConstant(value)) return false;
  if (/^[0-9.]+[A-Za-z]{1,8}$|:.*[:;]/.test(value)) return false;
  return !(isSpoken(value) && /^[A-Za-z0-9]+(?:[-_.:/@][A-Za-z0-9]*)+$/.test(value));
}

const pairInLine =
  /^[ \t"'+>│|]{0,20}(?<name>[\w./@-]{1,80}(?: (?:ID|value))?)["']?(?:[ \t]{0,20}[:=][ \t]{0,20}|\t{1,4}|[ \t]{2,40})["'`]?(?<secret>[^\s"'`]{4,4000})["'`]?[,;]?[ \t]{0,20}\r?$/dgm;

const pairInJson =
  /["'](?<name>[\w./@-]{1,80})\\?["']\s?:\s?\\?["'](?<secret>[^\s"'\\]{4,4000})(?=\\?["'])/dg;

const setting =
  /(?<![\w?&$-])(?<name>[A-Za-z_][\w.-]{1,80})=["']?(?![A-Z_]{2,40}=)(?<secret>[^\s"',;\\]{4,4000})/dg;

const publicName =
  /^(?:LS|XDG|LC|LESS|SSH|npm|GITHUB|CI|NEXT_PUBLIC|NUXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|DBUS|WSL|VSCODE)_|(?:home|shell|lang|term|pwd|model|image|tag|ref|commit|hash|branch|dir|bucket|project|display|colors|options|opts|flags)$/i;

const noSecretName =
  /(?:(?<!secret[ _]?)id|arn|name|user|host|ur[il]|date|time|version|type|region|e?mail|status|created\w*|updated\w*|expir\w*|endpoint|address|fingerprint|accessor\w*|lease\w*|path|kind|engine|port|_at|duration|ttl|uses|period|cidrs|policies|renewable|sha\d*)$/i;

function spanOf(indices: RegExpIndicesArray | undefined): Span {
  const [start, end] = indices?.groups?.secret ?? [0, 0];
  return { start, end };
}
