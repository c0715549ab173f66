import { once } from "@chatexport/core/read";
import { compiled } from "./machine-code.js";

/*
 * Commands that print secrets, which nothing but the command gives away. In a form, a space stands for
 * several, " ?" for some or none, and " … " for arguments, or none.
 */

/** Behind a command: it asks for a field that is no secret. */
const noField =
  "(?![^\\n]{0,200}[./=\\s:_](?:user(?:_?name)?|host(?:name)?|port|ur[il]|e?mail|endpoint|region|dbname|namespace|[Nn]ame|[Tt]ype|keys|length|labels|annotations|(?:tls|ca)\\.crt)[\"'}\\])]{0,4}(?:\\s|$))";

/** The end of a name that describes the value after it. */
const named =
  "[\\w-]{0,40}(?:[Pp]ass(?:word|wd|phrase)?|[Ss]ecret|[Tt]oken|(?<!ublic[_-]?)[Kk]ey|[Cc]red(?:ential)?s?|dsn|[Cc]onnection[_-]?[Ss]tring)[\\w-]{0,20}";

/** The end of the name of a variable of the environment. */
const variable =
  "(?:[A-Z0-9_]{0,60}_)?(?:TOKEN|SECRET|(?:PG)?PASS(?:WORD|WD|PHRASE)?|(?<=_)(?<!PUBLIC_)KEY(?:_BASE)?|(?<=_)PAT|(?<=_)PWD|(?<=_)SALT|CREDENTIALS?|DSN)(?![A-Z0-9_])";

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
  `(?:echo|printf|Write-Output|Write-Host) [^\\n]{0,60}(?:\\$\\{?(?:env:)?|%)${variable}[}%]?(?:[\\s"')]|$)`,
  `\\$env:${variable}$|GetEnvironmentVariable\\(["']${variable}["']`,
  `(?:node|bun|deno|python[0-9.]{0,4}|ruby|php|perl|print\\() ?[^\\n]{0,100}(?:env|environ|ENV)[^\\w\\n]{1,4}(?:get\\(["'])?${variable}`,
  "artisan tinker [^\\n]{0,100}config\\(['\"][\\w.]{1,60}(?:secret|password|token|key)",
  `printenv ${variable}`,
];

/** Files of settings, some of them secret, but no samples of such files. */
const settingsFile = [
  "\\.env(?:\\.(?!example|sample|template|dist)[\\w.*-]{1,40}|\\*|rc)?|\\.dev\\.vars|[\\w.*-]{1,40}\\.(?:tfvars|env)",
  "[._]netrc|\\.npmrc|\\.pypirc|\\.my\\.cnf|credentials|(?:secrets?|database|credentials)\\.(?:ya?ml|json|toml|ini)|environ",
  "(?:\\.docker/|[\\w/.-]{0,60}auth|[\\w/.-]{0,60}config)[\\w-]{0,20}\\.(?:json|ya?ml|toml)(?=[^\\n]{0,200}(?:auth|token|secret|pass))",
].join("|");

/** Programs that show a file or a part of it. */
const viewers =
  "(?:cat|less|more|head|tail|bat|batcat|nl|type|gc|Get-Content|[ef]?grep|rg|ag|ack|[gm]?awk|sed|cut|tr|findstr|Select-String|sls|jq|yq|dotenv|xargs|sort)";

/** Filters for names of settings. */
const filters =
  "\\| ?(?:grep|rg|findstr|awk|Select-String|sed) [^\\n]{0,60}(?:[A-Z_]{3}|[Tt]oken|[Ss]ecret|[Pp]ass|[Kk]ey)";

const environment = "(?:env|printenv|set|export(?: -p)?|declare -[px])";

/** Forms of commands that print settings, secret ones among others. */
const settingsForms: readonly string[] = [
  `${viewers} (?:(?:[^\\n|]|[|](?! )){0,200}?[\\s/"'=<(~:])?(?:${settingsFile})(?![\\w.-])`,
  `${viewers} (?:[^\\n|]{0,100} )?(?:${secretFile})(?:\\.(?:json|ya?ml|env))["']?(?:[\\s"')|]|$)`,
  `${environment}(?: ?\\| ?sort)? ?(?:["']? ?$|${filters}|\\| ?(?:grep|rg) [^\\n]{1,60})`,
  "printenv [A-Za-z]|(?:rails|bin/rails) credentials:show|systemctl (?:show|cat) [^\\n]{0,80}Environment",
  "docker(?:-compose| compose) config",
  `docker(?: container)? inspect [^\\n]{0,160}?(?:${filters}|Config\\.Env)`,
  `(?:kubectl|oc|k) (?:describe|get) [^\\n]{0,160}${filters}`,
  `(?:pm2 env|git config (?:--list|-l)|supabase status|wrangler [^\\n]{0,60}list)[^\\n]{0,80}(?:${filters}|-o env)`,
  "netlify env:(?:get|list)|dokku config:(?:get|show|export)|eas env:(?:list|get)|dotenv -p|render env get|firebase functions:config:get",
  "aws lambda get-function[^\\n]{0,160}Environment|az (?:webapp|functionapp) (?:config appsettings|keys) list|gcloud (?:run|functions) [^\\n]{0,120}env",
  "(?:jq|yq) [^\\n]{0,80}[._](?:[Pp]ass(?:word)?|[Ss]ecret(?:_?[Kk]ey)?|[Tt]oken|api_?[Kk]ey|auth)\\b",
];

function expressionOf(forms: readonly string[]): () => RegExp {
  const runs = forms.map((form) =>
    form
      .replaceAll(" … ", "\\s(?:[^\\n]{0,160}?\\s)?")
      .replaceAll(" ?", "\\s{0,4}")
      .replaceAll(" ", "\\s{1,4}"),
  );
  // Also with the folder of its program in front of it.
  return once(() => compiled(new RegExp(`(?<![\\w.$-])(?:${runs.join("|")})`)));
}

/** The name of a variable that holds a secret. */
export const secretVariable = new RegExp(`(?<![A-Z0-9_])${variable}`);

/** Prints a secret. */
export const printer = expressionOf(forms);

/** Prints settings. */
export const settingsPrinter = expressionOf(settingsForms);

/** Sets variables as a file of settings says. */
export const sourcing = expressionOf([`(?:source|\\.) (?:[^\\n]{0,100}/)?(?:${settingsFile})`]);

/** Prints a variable. */
export const variablePrinter = expressionOf(["(?:echo|printf) [^\\n]{0,60}\\$\\{?[A-Z]"]);
