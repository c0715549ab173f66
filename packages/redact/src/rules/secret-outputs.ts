import { isName, isPlaceholder, looksRandom } from "./placeholder.js";
import type { Span } from "./rule.js";
import { mayNameSecret } from "./secret-names.js";

/*
 * Commands that print secrets, which nothing but the command gives away. In a form, a space stands for
 * several, and " … " for arguments, or none.
 */

/** Behind a command: it asks for a field that is no secret. */
const noField =
  "(?![^\\n]{0,200}[./=\\s:_](?:user(?:_?name)?|host(?:name)?|port|ur[il]|e?mail|endpoint|region|dbname|namespace|[Nn]ame|[Tt]ype|keys|length|labels|annotations|(?:tls|ca)\\.crt)[\"'}\\])]{0,4}(?:\\s|$))";

/** The end of a name that says what stands behind it. */
const named =
  "[\\w-]{0,40}(?:[Pp]ass(?:word|wd|phrase)?|[Ss]ecret|[Tt]oken|(?<!ublic[_-]?)[Kk]ey|[Cc]red(?:ential)?s?|dsn|[Cc]onnection[_-]?[Ss]tring)[\\w-]{0,20}";

/** The end of the name of a variable of the environment. */
const variable =
  "(?:[A-Z0-9_]{0,60}_)?(?:TOKEN|SECRET|PASS(?:WORD|WD|PHRASE)?|(?<=_)(?<!PUBLIC_)KEY(?:_BASE)?|(?<=_)PAT|(?<=_)PWD|CREDENTIALS?|DSN)(?![A-Z0-9_])";

/** Files that hold nothing but a secret. */
const secretFile = [
  "initialAdminPassword|initial_root_password|master\\.key|\\.?vault[-_]pass(?:word)?|\\.vault-token",
  "node-token|(?:server|serviceaccount)/token|secrets/[\\w/-]{1,100}",
  "\\.?[\\w-]{0,40}(?:password|token|secret|api[-_]?key)",
].join("|");

const forms: readonly string[] = [
  // Stores of passwords.
  `(?:go)?pass (?:(?:show|otp|generate) [^\\n]|[\\w.-]{1,40}/[\\w./@-]{1,100}\\s{0,4}(?:[|\\n"']|$))`,
  `op (?:read|item get … --fields)${noField}`,
  "op item get … --reveal",
  "security find-(?:generic|internet)-password … -\\w{0,2}w",
  `(?:bw (?:get (?:password|totp|notes|item)|list items)|bw unlock … --raw|rbw get|lpass show … (?:-p|--password|--notes)|keyring get|secret-tool lookup|chamber read|dcli password)${noField}`,
  "ykman oath accounts code",
  "systemd-creds decrypt",
  "(?:sops … (?:-d|--decrypt|decrypt)|ansible-vault (?:view|decrypt … --output[=\\s]-)|age … (?:-d|--decrypt)|gpg2? … (?:-d|--decrypt)) ",
  // What command lines print of their own logins.
  "gh auth token|glab config get … token|gcloud auth … print-(?:access|identity)-token|oc whoami -t|oc whoami --show-token",
  "az account get-access-token … tsv|aws ecr get-login-password|aws rds generate-db-auth-token|aws codeartifact get-authorization-token",
  `(?:npm|pnpm|yarn|composer|git|gh|wp|pulumi|snyk|flyctl|stripe) config … (?:--)?get … [^\\s|]{0,100}(?:[Tt]oken|[Pp]ass(?:word)?|PASSWORD|[Ss]ecret|SALT|_KEY|api[-_]?key)`,
  "composer config … (?:github-oauth|gitlab-token|http-basic|bearer)\\.[\\w.-]{1,60}[\"']?\\s{0,4}$",
  "git credential fill",
  // Servers and clouds.
  `argocd admin initial-password|vault print token`,
  `vault (?:kv get|read)${noField} … [^-\\s]`,
  `(?:kubectl|oc|k) … get … secrets?${noField}[/\\s][^\\n]{0,160}?\\s(?:-o|--output|--template)[^\\n]{0,20}(?:jsonpath|go-template|template|json|yaml|\\{)`,
  "(?:kubectl|oc) … create token|kubeadm token create|docker swarm join-token … (?:-q|--quiet)|(?:fly|flyctl) tokens create|npm token create",
  `(?:terraform|tofu|terragrunt) … output … -(?:raw|json) ${named}`,
  `pulumi stack output … (?:${named} … --show-secrets|--show-secrets … ${named})`,
  `aws secretsmanager get-secret-value${noField}|aws ssm get-parameters?(?:-by-path)?${noField} … --with-decryption`,
  `az keyvault secret show|az acr credential show|az storage account keys list`,
  "gcloud secrets versions access",
  `doppler secrets (?:get|download … --no-file)${noField}`,
  `heroku config(?::get)?(?![:\\w])${noField}|railway variables|vercel env ls … --decrypt`,
  "(?:consul|nomad) acl bootstrap|influx auth create|elasticsearch-reset-password|elasticsearch-create-enrollment-token",
  // What makes secrets.
  "openssl rand|wg gen(?:key|psk)|(?:rails|rake|mix phx\\.gen\\.) ?secret|artisan key:generate … --show|ansible-vault encrypt_string",
  "(?:pwgen|apg|xkcdpass|diceware) ?",
  "(?:head|tr|dd|cat|base64|xxd|od|LC_ALL=C tr) [^\\n]{0,60}/dev/u?random",
  "(?:print\\(|python[0-9.]{0,4} -c [^\\n]{0,100})(?:secrets\\.token_|Fernet\\.generate_key|get_random_secret_key)|node -e [^\\n]{0,100}randomBytes|ruby (?:-\\w{1,20} )?-e [^\\n]{0,100}SecureRandom",
  // Files and the environment.
  `(?:cat|less|more|head|tail|bat|type|Get-Content) (?:[^\\n]{0,120}[\\s/"'~])?(?:${secretFile})(?:\\.(?:txt|key|pass))?["']?(?:[\\s"')|]|$)`,
  `(?:echo|printf) [^\\n]{0,60}\\$\\{?${variable}\\}?(?:[\\s"')]|$)`,
  `printenv ${variable}`,
  "(?:env|printenv|set|export) ?\\| ?(?:grep|rg|findstr|awk) [^\\n]{0,60}(?:[Tt]oken|TOKEN|[Ss]ecret|SECRET|[Pp]ass|PASS|[Kk]ey|KEY)",
];

const runs = forms.map((form) =>
  form.replaceAll(" … ", "\\s(?:[^\\n]{0,160}?\\s)?").replaceAll(" ", "\\s{1,4}"),
);

/** One of the forms, also with the folder of its program in front of it. */
const printer = new RegExp(`(?<![\\w.$-])(?:${runs.join("|")})`);

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
  const printers = pipes.filter(printsSecret);
  const shape = shapes.find(([command]) => pipes.some((pipe) => command.test(pipe)));
  if (shape) {
    for (const { indices } of text.matchAll(shape[1])) yield spanOf(indices);
    return;
  }
  if (printers.length === 0) return;
  const isAlone = pipes.every((pipe) => silent.test(pipe) || printers.includes(pipe));
  const isShort = text.split("\n", longest + 1).length <= longest;
  yield* words(text, isAlone && isShort);
  yield* pairs(text);
}

/** Whether a command may print secrets: quick, because most do not. */
export function mayPrintSecret(command: string): boolean {
  return printer.test(command) || shapes.some(([shape]) => shape.test(command));
}

/** Of so many lines, each may be any word. */
const longest = 12;

/** Commands that print nothing. */
const silent =
  /^\s*(?:$|#|(?:cd|export|set|source|\.|eval|mkdir|sleep|umask|unset|true|test|\[|chmod|rm|fi|done)(?:\s|$)|[A-Za-z_]\w*=)/;

/** Whether one of the forms is run, and nothing takes what it prints. */
function printsSecret(pipe: string): boolean {
  const match = printer.exec(pipe);
  if (!match || !isRun(pipe.slice(0, match.index)) || intoFile.test(pipe)) return false;
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
  /^\s*(?:head|tail|base64|openssl\s(?:base64|enc)|tr|cut|jq|yq|g?awk|sed|tee|cat|grep|rg|sort|uniq|fold|rev|strings|column|less|more|xxd|od|hexdump|perl|python[0-9.]*|node|ruby|xargs(?:\s-\S+)*(?:\secho)?\s*$)(?:[\s"']|$)/;

const intoFile = /(?:^|[^\d&>=-])>{1,2}\s?(?!\/dev\/(?:stdout|stderr|tty))[\w~./$"']/;

/** Whether what stands before a command leaves it a command whose output is shown. */
function isRun(before: string): boolean {
  const head = before.replace(/[\w./~-]{1,200}\/$/, "");
  if (/\$\(|`/.test(head)) return /^\s*(?:echo|printf)\s[^$`]{0,80}(?:\$\(|`)\s*$/.test(head);
  return head.trim() === "" || starters.test(head);
}

/** What runs a command that follows, here or elsewhere. */
const starters =
  /^\s*(?:[A-Za-z_]\w*=\S*\s|[!({$"']+\s*$|(?:sudo|doas|ssh|sshpass|env|command|time|timeout|exec|nohup|bash|sh|zsh|su|runuser|kubectl|oc|docker|podman|docker-compose|lxc|incus|vagrant|wsl|gcloud|nix|nix-shell|npx|bundle|bin\/rails|php|then|do|else|if|xargs|watch|fly|flyctl|heroku|aws-vault|op\srun)\s)/;

/** Lines of one word. */
function* words(text: string, isAny: boolean): Generator<Span> {
  for (const { groups, indices } of text.matchAll(line)) {
    const word = groups?.secret ?? "";
    if (isPlaceholder(word) || noSecret.test(word)) continue;
    if (isAny || (looksRandom(word, 8) && !isName(word) && !/\.[a-z]{1,5}$/.test(word)))
      yield spanOf(indices);
  }
}

const line =
  /^(?:[ \t]{0,8}[0-9]{1,6}(?:→|\t)|Output: |[ \t]{1,40})?["'`]?(?<secret>(?:[^\s"'`]|["'`](?=[^\s,;])){4,5000})["'`]?[,;]?[ \t]{0,40}\r?$/dgm;

/** Settings, JSON, names, addresses, dates and short numbers. */
const noSecret =
  /^(?:(?:[A-Z][A-Z0-9_]*|[a-z][a-z_]{2,})=[^=]|[{[<].*[}\]>]$|[\w.-]+[:({[]+$|[a-z][\w+.-]*:\/\/[^\s@]*$|arn:|[~.]{0,2}\/(?:[\w@-]{0,60}\/){1,20}[\w@.-]{0,80}$|\d{4}-\d\d-\d\d|\d{1,5}$|[^A-Za-z0-9]*$)/;

/** Values behind names. */
function* pairs(text: string): Generator<Span> {
  for (const pattern of [pairInLine, pairInJson])
    for (const { groups, indices } of text.matchAll(pattern)) {
      const { name = "", secret = "" } = groups ?? {};
      if (noSecret.test(secret) || isPlaceholder(secret) || noSecretName.test(name)) continue;
      if (mayNameSecret(name) || (looksRandom(secret, 6) && !isName(secret))) yield spanOf(indices);
    }
}

const pairInLine =
  /^[ \t"'+>│|]{0,20}(?<name>[\w./@-]{1,80}(?: (?:ID|value))?)["']?(?:[ \t]{0,20}[:=][ \t]{0,20}|\t{1,4}|[ \t]{2,40})["'`]?(?<secret>[^\s"'`]{4,4000})["'`]?[,;]?[ \t]{0,20}\r?$/dgm;

const pairInJson = /"(?<name>[\w./@-]{1,80})\\?"\s?:\s?\\?"(?<secret>[^\s"\\]{4,4000})(?=\\?")/dg;

const noSecretName =
  /(?:(?<!secret[ _]?)id|arn|name|user|host|ur[il]|date|time|version|type|region|e?mail|status|created\w*|updated\w*|expir\w*|endpoint|address|fingerprint|accessor\w*|lease\w*|path|kind|engine|port|_at|duration|ttl|uses|period|cidrs|policies|renewable|sha\d*)$/i;

function spanOf(indices: RegExpIndicesArray | undefined): Span {
  const [start, end] = indices?.groups?.secret ?? [0, 0];
  return { start, end };
}
