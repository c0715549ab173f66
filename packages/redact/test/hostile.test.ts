import { beforeAll, expect, test } from "vitest";
import { random } from "./secrets.js";
import { call, masked, maskedText, sessionWith } from "./session.js";

const begin = `-----BEGIN RSA PRIVATE ${"KEY"}-----`;

/** The beginnings of patterns, again and again, and the pieces that they repeat without an end. */
const hostile: Record<string, string> = {
  "private keys that never end": `${begin}\n`,
  "private key of spaces": `${begin}${" ".repeat(500)}`,
  "private key in pieces": `${begin}${"A1".repeat(100)}- `,
  "headers of web tokens": `.eyJ-eyJ${random(12)}`,
  "web tokens without signature": `eyJ${random(9)}.eyJ${random(60)}.`,
  addresses: "://a:b",
  "addresses with dots": "http://aa:bb.cc.dd",
  "passwords of spaces": `password${" ".repeat(4)}:${" ".repeat(4)}`,
  "names of passwords": "passwordpassword=",
  "values that never end": "token=password=",
  "escaped quotes": 'token\\\\\\"=\\\\\\"',
  options: "--a-b-c-d-e-f-token-",
  commands: "mysql curl -s ",
  "more commands": "curl -u curl mysql -u ",
  cookies: "Set-Cookie: a=Cookie: b=",
  "cookies without end": `Cookie: ${"a=b;".repeat(1000)}`,
  "cloud names": "aws secret aws secret twilio ",
  sendgrid: `SG.${"a".repeat(300)}`,
  "more sendgrid": `SG.a.${"_".repeat(300)}`,
  slack: `xo${"xb"}-a-b-c_`,
  "1password": `ops_ey${"A".repeat(1280)}`,
  discord: `.${random(6)}.M${random(27)}`,
  "data URLs": "data:a;b;c;data:image/png;base64,",
  masks: "[redacted: a",
  databases: "mongodb://a:b/mysql://c:d/postgres://",
  "secrets that overlap": `API_KEY=${random(12)}`,
  "lists of secrets": 'kind: Secret data: data": {',
  "fields of secrets": `kind: Secret\ndata:\n${"a: abcdefgh\n".repeat(50)}`,
  "names and values": 'password", value token\\"',
  "names and spaces": `password${" ".repeat(30)}`,
  tables: "| password | | a ",
  sentences: "password is password ",
  "lines of settings": "export A_B_C_PASSWORD=",
  "addresses with many signs": "://a:b@c@d@",
  colours: `password${String.fromCharCode(27)}[0;0;0m`,
  echoes: "echo a | echo b:c |",
  logins: "\nlogin a password\n",
  "encoded keys": `LS0tLS1CRUdJTi${"A".repeat(300)}`,
  "encoded keys in lines": `LS0tLS1CRUdJTi${"A".repeat(80)}\n${"A".repeat(80)} `,
  "lines of an encoded key": `LS0tLS1CRUdJTi${`${"A".repeat(80)}\n`.repeat(300)}`,
  "lines of keys": "Private-Lines: 1\nabcdefghabcdefgh\n",
  "keys of Vault": 'keys_b64"',
  "JSON in base64": `eyJ${"a".repeat(19_000)}.`,
  "links that let in": `/reset/${"a".repeat(30)}`,
  "groups of letters": "password is aaaa aaaa aaaa aaaa",
  "one character": "a",
  "slashes and backslashes": "\\/\\",
};

type Mask = (text: string) => Promise<unknown>;

/** Milliseconds of the processor, whatever else runs on the machine. */
async function timeFor(text: string, mask: Mask): Promise<number> {
  const start = process.cpuUsage();
  await mask(text);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * The factor by which the text of size 4n takes longer than that of size n: 4 when time is in proportion,
 * 16 when it is quadratic. The least of some attempts, as other programs slow down either; 4 for what is
 * too quick to be measured.
 */
async function growthOf(
  textOf: (size: number) => string,
  size: number,
  mask: Mask = maskedText,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && least > most; attempt++) {
    const large = await timeFor(textOf(size), mask);
    if (large < 100) return 4;
    const small = await timeFor(textOf(size / 4), mask);
    least = Math.min(least, large / small);
  }
  return least;
}

const most = 8;

// Libraries are loaded and code is compiled before anything is measured.
beforeAll(async () => void (await maskedText(Object.values(hostile).join("\n"))));

test.each(Object.entries(hostile))("the time for %s grows as its size", async (_, piece) => {
  const textOf = (size: number) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  expect(await growthOf(textOf, 500_000)).toBeLessThan(most);
});

test.each([
  ["kubectl get secrets -o ", "x"],
  ["npm config get ", "x"],
  ["cat secrets/", "x"],
  ["gh auth token;", "x"],
  ["pass show x", "aaaa\n"],
  ["pass show x", "a: b\n"],
  ["pass show x", '"a":"b",'],
])(
  "the time for the command %s and what it prints grows as their size",
  async (command, output) => {
    const mask = (text: string) => {
      const result = {
        content: [{ type: "text" as const, text: output === "x" ? "x" : text }],
        isError: false,
      };
      return masked(
        sessionWith(call({ kind: "execute", command: output === "x" ? text : command, result })),
      );
    };
    const piece = output === "x" ? command : output;
    const textOf = (size: number) => piece.repeat(Math.ceil(size / piece.length));
    expect(await growthOf(textOf, 100_000, mask)).toBeLessThan(most);
  },
);

test("the time for many secrets that begin alike grows as their number", async () => {
  const textOf = (size: number) => {
    const list = Array.from({ length: size }, (_, at) => `API_KEY=abcd1234efgh${at}`);
    return `${list.join(" ")} abcd1234efgh`;
  };
  expect(await growthOf(textOf, 20_000)).toBeLessThan(most);
  expect((await maskedText(textOf(20_000))).match(/redacted/g)).toHaveLength(20_000);
});

test("a comment cannot switch the scanner off", async () => {
  const token = `gh${"p"}_${random(36)}`;
  expect(await maskedText(`/* secretlint-disable */ ${token}`)).not.toContain(token);
});
