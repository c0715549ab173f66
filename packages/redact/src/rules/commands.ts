import { isPhrase } from "./passphrases.js";
import { isName, isPlaceholder, looksRandom } from "./placeholder.js";
import { patternRule, type Rule, wordCharacter } from "./rule.js";

const argument = [
  "(?:[\"']?)(?<secret>(?<=')[^'\\r\\n]{4,200}(?=')|(?<=\"(?:pass:)?)[^\"\\r\\n]{4,200}(?=\")",
  `(?<!["'])${wordCharacter}{4,200})`,
].join("|");

/** Commands that read a secret from what is piped into them. */
const readers =
  "sudo[ \\t](?:-[A-Z][ \\t]|chpasswd)|chpasswd|passwd|(?:docker|podman|helm|oras)[ \\t](?:registry[ \\t])?login|gh[ \\t](?:auth|secret)|gcloud[ \\t]secrets|(?:npx[ \\t])?wrangler[ \\t]|vercel[ \\t]env|kubeseal|kinit|cryptsetup[ \\t]";

/** The words between a command and its option; a backslash continues the line. */
const words = "(?:(?:[^\\n|;&]|\\\\\\n){0,160}?\\s)??";

/** The names of commands, and the text between one and its password: its arguments, its option. */
const commands: readonly (readonly [name: string, rest: string])[] = [
  // Options of one letter, each with the commands that read a password there.
  ["sshpass[ \\t]", `${words}-p[ \\t]?`],
  ["(?:mysql(?:dump|admin|sh)?|mariadb(?:-dump|-admin)?)[ \\t]", `${words}-p`],
  ["(?:7za?[ \\t][a-z]|(?:un)?rar[ \\t][a-z])[ \\t]", `${words}-p`],
  [
    "(?:mongo(?:sh|dump|restore|import|export)?|cqlsh|cypher-shell|rabbitmqadmin|supervisorctl|certutil)[ \\t]",
    `${words}-p[ \\t]{1,4}`,
  ],
  [
    "(?:az[ \\t][a-z]|(?:twine|supabase|ncftp(?:put|get)|add-user\\.sh)[ \\t])",
    `${words}-p[ \\t]{1,4}`,
  ],
  ["(?:registry|docker|podman|oras|oc)[ \\t]login[ \\t]", `${words}(?:-p|--password)[ \\t=]{1,2}`],
  ["security[ \\t][a-z]{3,10}-", `(?!identity)${words}-[wpP][ \\t]{1,4}`],
  ["(?:sqlcmd|bcp|mosquitto_(?:pub|sub)|ipmitool)[ \\t]", `${words}-P[ \\t]{0,4}`],
  ["(?:un)?zip[ \\t]", `${words}-P[ \\t]{1,4}`],
  ["(?:ldap(?:search|modify|add|passwd|whoami)|dsconf)[ \\t]", `${words}-[ws][ \\t]{1,4}`],
  ["snmp(?:walk|get|set|bulkwalk)[ \\t]", `${words}-[AX][ \\t]{1,4}`],
  ["redis-cli[ \\t]", `${words}(?:-a|--pass)[ \\t]{1,4}`],
  ["swaks[ \\t]", `${words}(?:-ap|--auth-password)[ \\t=]{1,4}`],
  ["(?:keytool|jarsigner)[ \\t]", `${words}-(?:store|key)pass[ \\t]{1,4}`],
  ["openssl[ \\t]", `${words}(?:["']?pass:|-k[ \\t]{1,4})`],
  ["openssl[ \\t]passwd[ \\t]", "(?:-(?!stdin)[a-z0-9]{1,8}[ \\t]{1,4}){0,3}"],
  ["gh[ \\t]secret[ \\t]set[ \\t]", `${words}(?:-b|--body)[ \\t=]{0,4}`],
  ["(?:cmdkey|xfreerdp)[ \\t]", `${words}/p(?:ass)?:`],
  ["signtool[ \\t]", `${words}/p[ \\t]{1,4}`],
  ["aws[ \\t](?:ssm|secretsmanager)[ \\t]", `${words}--(?:value|secret-string)[ \\t=]{1,4}`],
  ["az[ \\t]keyvault[ \\t]secret[ \\t]", `${words}--value[ \\t=]{1,4}`],
  // Behind the user's name.
  ["(?:curl|wget)[ \\t]", `${words}(?:-u|--user|--proxy-user)[ \\t=]{0,2}["']?[^\\s:"']{1,100}:`],
  ["(?:https?|xh)[ \\t]-?[a-zA-Z]", `${words}(?:-a|--auth)[ \\t=]{1,2}["']?[^\\s:"']{1,100}:`],
  ["(?:https?|xh)[ \\t]-a[ \\t]", `["']?[^\\s:"']{1,100}:`],
  ["etcdctl[ \\t]", `${words}--user[ \\t=]{1,2}["']?[^\\s:"']{1,100}:`],
  ["jenkins-cli", `${words}-auth[ \\t]{1,2}["']?[^\\s:"']{1,100}:`],
  [
    "bundle[ \\t]config[ \\t]",
    `(?:set[ \\t])?(?:--\\w{1,9}[ \\t])?[\\w.-]{1,80}[ \\t]{1,4}(?=[\\w.@-]{1,60}:)`,
  ],
  ["smbclient[ \\t]", `${words}["']?-U[ \\t]{0,4}["']?[^\\s%"']{1,60}%`],
  ["lftp[ \\t]", `${words}-u[ \\t]{1,4}["']?[^\\s,"']{1,60},`],
  ["sqlplus[ \\t]", `(?:-[A-Za-z][ \\t]){0,3}["']?[\\w$#-]{1,60}/(?=[^\\s@/]{4,100}@)`],
  ["net[ \\t]use[ \\t]", "[^\\n]{0,160}?/user:\\S{1,60}[ \\t]{1,4}"],
  ["net[ \\t]user[ \\t]", "[\\w.-]{1,60}[ \\t]{1,4}(?!/)"],
  ["rabbitmqctl[ \\t](?:add_user|change_password)[ \\t]", "\\S{1,60}[ \\t]{1,4}"],
  ["htpasswd[ \\t]-[a-zA-Z]{0,4}b[a-zA-Z]{0,4}[ \\t]", "\\S{1,160}[ \\t]\\S{1,60}[ \\t]{1,4}"],
  ["htpasswd[ \\t]-[a-zA-Z]{0,2}n[a-zA-Z]{0,4}[ \\t]", "\\S{1,60}[ \\t]{1,4}"],
  [
    "wpa_passphrase[ \\t]",
    "(?:\"[^\"\\r\\n]{1,60}\"|'[^'\\r\\n]{1,60}'|[^\\s\"']{1,60})[ \\t]{1,4}",
  ],
  ["ejabberdctl[ \\t]register[ \\t]", "\\S{1,60}[ \\t]\\S{1,60}[ \\t]{1,4}"],
  ["drush[ \\t]user:password[ \\t]", "\\S{1,60}[ \\t]{1,4}"],
  ["mc[ \\t]alias[ \\t]set[ \\t]", "\\S{1,60}[ \\t]\\S{1,200}[ \\t]\\S{1,60}[ \\t]{1,4}"],
  [
    "(?:poetry|composer)[ \\t]config[ \\t]",
    "[^\\n]{0,60}?http-basic\\.\\S{1,60}[ \\t]\\S{1,60}[ \\t]{1,4}",
  ],
  // Behind the name of what is set.
  [
    "(?:poetry|composer)[ \\t]config[ \\t]",
    "[^\\n]{0,60}?(?:pypi-token|oauth|gitlab-token)\\.\\S{1,60}[ \\t]{1,4}",
  ],
  ["cargo[ \\t]login[ \\t]", ""],
  ["ngrok[ \\t]", `${words}add-authtoken[ \\t]{1,4}`],
  ["nmcli[ \\t]", `${words}password[ \\t]{1,4}`],
  ["rclone[ \\t]config[ \\t]", `${words}pass[ \\t=]{1,4}`],
  [
    "user-secrets[ \\t]set[ \\t]",
    "[\"']?[^\\s\"']{0,60}(?:[Pp]assword|[Kk]ey|[Ss]ecret|[Tt]oken)[\"']?[ \\t]{1,4}",
  ],
  ["consul[ \\t]kv[ \\t]put[ \\t]", "\\S{0,80}(?:pass|secret|token|key)\\S{0,20}[ \\t]{1,4}"],
  // Redis: at its prompt, and in its settings.
  ["> AUTH[ \\t]", "(?:[\\w.-]{1,60}[ \\t](?=\\S))?"],
  ["(?:requirepass|masterauth)[ \\t]", ""],
  ["-setcookie[ \\t]", ""],
  ["ssh-keygen[ \\t]", `${words}-[NP][ \\t]{1,4}`],
  ["tailscale[ \\t]", `${words}--auth-?key[ \\t=]{1,4}`],
  ["vault[ \\t]operator[ \\t]unseal[ \\t]", "(?!-)"],
  ["vault[ \\t]login[ \\t]", "(?:-no-print[ \\t]|token=)?(?!-)"],
  ["ACL[ \\t]SETUSER[ \\t]", "[^\\n]{0,80}?[ \\t]>"],
];

/** Secrets in commands that connect to something. */
export const commandRules: readonly Rule[] = [
  ...commands.map(([name, rest]) => command(name, rest)),
  patternRule(
    "cookie",
    `curl[ \\t]${words}(?:-b|--cookie)[ \\t=]{1,2}["']?(?<secret>[\\w.-]{1,80}=[^\\r\\n"'\\\\]{8,4000})`,
    (cookies) => cookies.split(/[;=,\s]/).some((value) => looksRandom(value, 8)),
    "curl[ \\t]",
  ),
  // A key in the place of the user, with an empty password behind it.
  patternRule(
    "api-key",
    `curl[ \\t]${words}(?:-u|--user)[ \\t=]{0,2}["']?(?<secret>[A-Za-z0-9_-]{20,200}):["']?(?=\\s|\\\\n|$)`,
    (key) => looksRandom(key, 20) && !isName(key),
    "curl[ \\t]",
  ),
  patternRule(
    "password",
    `(?:echo[ \\t](?:-[ne][ \\t])?|printf[ \\t](?:["']?%s(?:\\\\n)?["']?[ \\t])?)["']?(?:[\\w.-]{1,40}:)?(?<secret>(?<=')[^'\\r\\n]{4,200}(?=')|${wordCharacter}{4,200})(?:\\\\n[^\\s"']{0,200})?["']?[ \\t]{0,4}\\|[ \\t]{0,4}(?:${readers})`,
    isReal,
    `(?:echo|printf)[ \\t].{4,460}\\|[ \\t]{0,4}(?:${readers})`,
  ),
  patternRule(
    "password",
    `(?<=(?:${readers})[^\\n|;&]{0,160})<<<[ \\t]?${argument}`,
    isReal,
    "<<<[ \\t]?[\\w\"']",
    0,
  ),
  // Settings of a server, of any name.
  patternRule(
    "password",
    `(?:kubectl[ \\t]${words}--from-literal[= \\t]|vault[ \\t](?:kv[ \\t]put|write)[ \\t]${words}|(?:fly|flyctl)[ \\t]secrets[ \\t]set[ \\t]${words}|heroku[ \\t]config:set[ \\t]${words})["']?[\\w.-]{1,80}=${argument}`,
    (value) => looksRandom(value, 6) && !isName(value),
    "kubectl[ \\t][^\\n]{0,200}from-literal|vault[ \\t](?:kv[ \\t]put|write)|fly(?:ctl)?[ \\t]secrets|heroku[ \\t]config:set",
    0,
  ),
  // A script of expect answers a prompt.
  patternRule(
    "password",
    '[Pp]assword[^\\n"]{0,20}"[^\\n]{0,20}\\n[ \\t]{0,20}send(?: --)?[ \\t]"(?<secret>[^\\s"\\\\]{4,200})',
    isReal,
    '[Pp]assword[^\\n"]{0,20}"[^\\n]{0,20}\\n[ \\t]{0,20}send',
  ),
  patternRule(
    "api-key",
    "_authToken[ \\t]{1,4}[\"']?(?<secret>[A-Za-z0-9_=+/-]{16,300})",
    (token) => looksRandom(token, 16),
    "_authToken[ \\t]",
  ),
];

/** A command and the text between its name and a password. */
function command(name: string, rest: string): Rule {
  return patternRule("password", `${name}${rest}${argument}`, isReal, name);
}

function isReal(value: string): boolean {
  return !isPlaceholder(value) || isPhrase(value);
}
