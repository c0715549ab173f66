import type { Rule } from "./rule.js";
import { mayPrintSecret, printedSecrets } from "./secret-outputs.js";

/* Pasted text of a terminal: a prompt, a command, and its output. */

/** Programs that begin commands which may print secrets. */
const programs = [
  "cat|head|tail|bat|Get-Content|gc|grep|rg|awk|sed|cut|tr|jq|yq|findstr|Select-String|echo|printf|printenv",
  "env|pass|gopass|op|security|bw|rbw|lpass|keyring|secret-tool|chamber|sops|gpg|age|ansible-vault",
  "gh|glab|git|npm|gcloud|az|aws|oc|kubectl|vault|argocd|docker|docker-compose|terraform|tofu|pulumi|doppler|heroku",
  "railway|flyctl|fly|consul|nomad|openssl|pwgen|wg|rails|python3?|ruby|php|sudo|ssh",
].join("|");

/** Signs at the end of a prompt. */
const sign = "[$#%>❯➜λ»✗]";

const hint = `(?<=${sign}[ \\t]{0,3}|➜ {1,3}\\S{1,40} )(?:(?:${programs})[ \\t][^\\n]|\\$env:[A-Z])`;

const colour = "\\x1b\\[[0-9;]{0,20}m";
const colours = new RegExp(colour, "g");

/** The prompt before a command. In a sentence or a heading, it would be something else. */
const prompt = new RegExp(
  [
    "^(?:[ \\t]{0,8}[0-9]{1,6}(?:→|\\t))?(?:> )?[ \\t]{0,12}(?:\\[?[0-9]{1,2}:[0-9:]{2,8}\\]? )?(?:\\([\\w.-]{1,20}\\) )?",
    "(?:[$%❯λ»>] ?|[^\\n]{0,80}❯ |➜ {1,3}[^\\n]{1,80} |(?:",
    "\\[?[\\w.-]{1,40}@[\\w.-]|[~/]|[\\w.-]{1,40}:[\\w~/]|\\w{1,5}-[0-9.]{1,5}|PS [A-Z/~]|[A-Z]:\\\\|[└╰]",
    `)[^\\n]{0,100}${sign} ?)$`,
  ].join(""),
);

/** So many lines below a command may be its output. */
const most = 60;

/** The outputs of commands in a pasted terminal. */
export const terminalRule: Rule = {
  name: "printed-secret",
  hints: [hint],
  *find(text, found) {
    for (const place of found.get(hint) ?? []) {
      const lineStart = text.lastIndexOf("\n", place - 1) + 1;
      if (place - lineStart > 160) continue;
      const front = text.slice(lineStart, place).replace(colours, "");
      if (!prompt.test(front)) continue;
      const [command = "", ...below] = text.slice(place, place + 20_000).split("\n", most + 1);
      if (!mayPrintSecret(command)) continue;
      const end = below.findIndex((line) => isBehind(line, front.trimEnd()));
      const output = (end === -1 ? below : below.slice(0, end)).join("\n");
      const start = place + command.length + 1;
      for (const span of printedSecrets(command.trimEnd(), output))
        yield { start: start + span.start, end: start + span.end };
    }
  },
};

/** True when a line comes after an output: it is empty, ends a block, or begins with a prompt. */
function isBehind(line: string, front: string): boolean {
  if (/^\s*(?:```|$)/.test(line) || line.startsWith(front)) return true;
  const head = line.slice(0, 160).replace(colours, "");
  return (
    withName.test(head) &&
    [...head.matchAll(signs)].some(({ index, 0: end }) =>
      prompt.test(head.slice(0, index + end.length)),
    )
  );
}

/** Signs that prompts have and no word alone has. */
const withName = /^\s{0,20}(?:\S{1,40}@|PS |[A-Z]:\\)/;

const signs = /[$#%>] ?/g;
