import type { PersonalSpan } from "./finder.js";

/**
 * Machines that only their owners reach: `build.corp.acme.com`, `nas.local`, `http://jenkins-2:8080`,
 * `ip-10-0-1-2.ec2.internal`; and the names of users and machines in prompts and addresses of shells,
 * as in `ada@thinkpad:~$` and `ssh ada@bastion`.
 */
export function* hosts(text: string): Generator<PersonalSpan> {
  if (text.includes("."))
    for (const { 0: host, index } of text.matchAll(internal))
      if (isHost(host, text, index)) yield { kind: "host", start: index, end: index + host.length };
  if (text.includes("://"))
    for (const { 1: host = "", 0: whole, index } of text.matchAll(single)) {
      const start = index + whole.length - host.length;
      if (!commonNames.test(host)) yield { kind: "host", start, end: start + host.length };
    }
  if (text.includes("@"))
    for (const pattern of [prompt, remote])
      for (const match of text.matchAll(pattern)) {
        const [user = [0, 0], host = [0, 0]] = [
          match.indices?.groups?.user,
          match.indices?.groups?.host,
        ];
        if (!commonUsers.test(text.slice(...user)))
          yield { kind: "user-name", start: user[0], end: user[1] };
        if (!commonNames.test(text.slice(...host)) && !publicHosts.test(text.slice(...host)))
          yield { kind: "host", start: host[0], end: host[1] };
      }
}

const label = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";

const internal = new RegExp(
  `(?<![\\w@$.-])(?:${label}\\.){1,5}(?:(?:internal|corp|lan|intranet|intra)(?:\\.${label}){1,2}\\.[a-z]{2,12}|internal|corp|lan|intranet|intra|local|localdomain|home|private)(?![\\w-]|\\.\\w|\\()`,
  "g",
);

/** True when something that looks like a host is one, and not a field of an object or a file. */
function isHost(host: string, text: string, index: number): boolean {
  if (/\.(?:ya?ml|json|env|[jt]sx?|md|py|conf|cfg|toml|ini|sh|log)$/.test(host)) return false;
  const labels = host.split(".");
  const before = text.slice(Math.max(0, index - 3), index);
  const behind = text.slice(index + host.length, index + host.length + 6);
  if (
    /^(?:settings|config|env|application|docker-compose|docker|CLAUDE|host|kubernetes)$/.test(
      labels[0] ?? "",
    )
  ) {
    return /\/\/$/.test(before) && labels.length > 2;
  }
  // `.svc.cluster.local` is the same in every cluster.
  if (/\.cluster\.local$/.test(host)) return false;
  return (
    /(?:\/\/|@)$/.test(before) ||
    /^:\d{2,5}(?!\d)/.test(behind) ||
    (labels.length > 2 && host === host.toLowerCase()) ||
    /[a-z]-?\d/.test(labels[0] ?? "")
  );
}

const single =
  /\b(?:https?|wss?|ssh|ftp|postgres(?:ql)?|mysql|redis|mongodb|amqp|ldaps?|smb|nfs):\/\/(?:[^\s/@"'<>]{1,100}@)?([a-zA-Z][a-zA-Z0-9]{0,40}-?(?:[a-zA-Z0-9-]{0,40}\d|[a-zA-Z0-9]{1,40}-[a-zA-Z0-9-]{1,40}))(?=[:/"'\s]|$)/g;

const colour = "\\x1b\\[[0-9;]{0,10}m";

const prompt = new RegExp(
  `(?<=^|[\\n(\\[]|${colour})(?<user>[a-z_][a-z0-9_-]{0,31})@(?<host>[A-Za-z0-9][A-Za-z0-9.-]{1,60}?)(?=(?:${colour}){0,2}:?(?:${colour}){0,2}[~/]| [~/][^\\n]{0,80}[$#%>\\]])`,
  "dg",
);

const remote =
  /\b(?:ssh|scp|sftp|rsync|mosh)\b[^\n@]{0,200}[ \t"'](?<user>[A-Za-z_][\w.-]{0,31})@(?<host>[A-Za-z0-9][\w.-]{1,80})/dg;

const commonNames =
  /^(?:localhost|host|hostname|server|api|web|app|db|database|redis|postgres|mysql|mongo|kafka|proxy|nginx|example[\w.-]*|your-[\w.-]+|my-[\w.-]+|some-[\w.-]+|test-?\d?|user|foo|bar|host-?\d?|server-?\d?|ip|sha\d+|x\d+|utf-?8|base64)$/i;

const commonUsers =
  /^(?:root|git|hg|svn|users?\d*|username|admin|ubuntu|debian|ec2-user|node|vscode|codespace|runner|deploy|app|test|you|me|name|foo|centos|fedora|pi|opc)$/i;

const publicHosts =
  /(?:^|\.)(?:github\.com|gitlab\.com|bitbucket\.org|ssh\.dev\.azure\.com|heroku\.com|example(?:\.(?:com|org|net))?)$/i;
