import type { Part, Session, ToolResult } from "@chatexport/core";
import { answer, sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import { call, masked, maskedText, sessionWith } from "./session.js";

/** A call of a command with what it printed. */
function ran(command: string, text: string, rest: Partial<ToolResult> = {}): Part {
  const result = { content: [{ type: "text" as const, text }], isError: false, ...rest };
  return call({ kind: "execute", command, result });
}

/** The rest of a command's output after masking. */
async function shown(command: string, text: string, rest?: Partial<ToolResult>): Promise<string> {
  const session = await masked(sessionWith(ran(command, text, rest)));
  const [part] = session.messages[0]?.parts ?? [];
  const [printed] = (part?.type === "tool-call" && part.result?.content) || [];
  return printed?.type === "text" ? printed.text : "";
}

const secret = "tidal-93kq";
const mask = "[redacted: printed-secret]";

test("masks what a command prints that prints secrets, and nothing beside it", async () => {
  expect(await shown("pass show shop/db", `${secret}\nlogin: anna\n`)).toBe(
    `${mask}\nlogin: anna\n`,
  );
  expect(
    await shown(
      "vault read db/creds/shop",
      `Key       Value\n---       -----\nusername  anna\nphrase    ${secret}`,
    ),
  ).toBe(`Key       Value\n---       -----\nusername  anna\nphrase    ${mask}`);
});

test("masks it everywhere in the session", async () => {
  const { messages, title }: Session = await masked({
    ...sessionOf([
      { ...answer("first"), parts: [{ type: "text", text: `so ${secret} it is` }] },
      { ...answer("second"), parts: [ran("gh auth token", secret)] },
    ]),
    title: `use ${secret}`,
  });
  expect(JSON.stringify({ messages, title })).not.toContain(secret);
});

test("masks what a tool keeps of the output apart from what the model saw", async () => {
  const parts = [
    ran("pwgen 9 1", "", { content: [], output: { stdout: `${secret}\n`, stderr: "" } }),
  ];
  expect(JSON.stringify(await masked(sessionWith(...parts)))).toContain(`"stdout":"${mask}\\n"`);
});

test("masks what a command prints that a person typed", async () => {
  const session = sessionWith(
    { type: "text", text: "! cd shop && sudo cat secrets/db" },
    { type: "text", text: secret, synthetic: "output" },
  );
  expect((await masked(session)).messages[0]?.parts[1]).toMatchObject({ text: mask });
});

test.each([
  [{ bash_id: "b7f2" }, "Command running in background with ID: b7f2"],
  [{ session_id: 48271, chars: "" }, "Process running with session ID 48271\nOutput:\n"],
  [{ file_path: "/tmp/tasks/b7f2.output" }, "It is written to: /tmp/tasks/b7f2.output"],
])("masks what a later call, %j, reads of the output", async (input, text) => {
  const later = (printed: string): Part =>
    call({ input, result: { content: [{ type: "text", text: printed }], isError: false } });
  const masks = async (...parts: Part[]) => JSON.stringify(await masked(sessionWith(...parts)));
  expect(await masks(ran("sleep 9 && pass show shop/db", text), later(secret))).toContain(mask);
  expect(await masks(ran("sleep 9 && pass show shop/db", ""), later(secret))).not.toContain(mask);
  expect(await masks(ran("sleep 9 && npm test", text), later(secret))).not.toContain(mask);
});

test("masks what a later command shows of the file of an output", async () => {
  const parts = [
    ran("pass show shop/db", "It is written to: /tmp/tasks/b7f2.output"),
    ran("tail -n 5 '/tmp/tasks/b7f2.output'", secret),
  ];
  expect(JSON.stringify(await masked(sessionWith(...parts)))).toContain(mask);
});

test("masks what the result of a call in the background calls by its id", async () => {
  const started = ran("pass show shop/db", "started", { output: { backgroundTaskId: "b7f2" } });
  const read = { content: [{ type: "text" as const, text: secret }], isError: false };
  const session = sessionWith(started, call({ input: { task_id: "b7f2" }, result: read }));
  expect(JSON.stringify(await masked(session))).toContain(mask);
});

test("keeps what the user allows", async () => {
  const session = sessionWith(ran("pass show shop/db", secret));
  expect(await masked(session, { allow: ["tidal-.*"] })).toBe(session);
});

test.each([
  ["git log --grep 'pass show shop/db'", secret],
  ["rg 'gh auth token' docs", secret],
  ["export TOKEN=$(gh auth token) && deploy", "deploy-4711-eu"],
  ['curl -H "x: $(pass show shop/db)" https://host.net', secret],
  ["pass show shop/db | wc -c", "11"],
  ["pass show shop/db | sha256sum", "b94d27b9934d3e08  -"],
  ["openssl rand -hex 24 > key.txt", secret],
  ["pass show shop/db && ls", "README.md\nmain.ts\nsrc\npackage-lock2.json"],
  ["cat > run.sh <<'EOF'\npass show shop/db\nEOF", secret],
  ["kubectl get secret db -o jsonpath='{.data.username}' | base64 -d", "service-user-9"],
  ["kubectl get secrets", "NAME   TYPE     DATA   AGE\ndb-7f   Opaque   2      31d"],
  ["op read op://Team/db/username", "service-user-9"],
  ["vault kv get -field=username secret/shop", "service-user-9"],
  ["kubectl get secret -A -o json | jq -r '.items[].metadata.name'", "shop-token-x7k2p"],
  ["echo $GOOGLE_APPLICATION_CREDENTIALS", "/home/anna/keys/shop-7f3a.json"],
  ["for KEY in a b; do echo $KEY; done", "shop2-eu-west\nshop3-eu-west"],
  [
    "vault read auth/approle/role/shop",
    "Key              Value\n---              -----\nsecret_id_ttl    768h\ntoken_type       default",
  ],
  ["terraform output -raw bucket_name", "shop-assets-9f3a"],
  ["cat src/token.ts", "export"],
  ["cat src/secrets/index.ts", "export"],
  ["echo $" + "{API_TOKEN:+set}", "set-it-to-9"],
  ["echo $PWD", "/home/anna/shop9"],
  ["pass show shop/db", "Error: shop/db is not in the password store."],
  ["gh auth token", "no oauth token found for github.com"],
  [
    "aws secretsmanager get-secret-value --secret-id x",
    '{"ARN": "arn:aws:secretsmanager:eu-central-1:1234:secret:x-Ab12Cd", "VersionId": "1b7f-11"}',
  ],
  ["cat .env.example", "SHOP_SEED=q8Zk3vT0pLw2Yx7nRb5c"],
  ["grep -l PASSWORD .env .env.local", ".env.local"],
  ["grep -c PASSWORD .env", "2"],
  ["cut -d= -f1 .env", "DB_PASSWORD\nSHOP_SEED2"],
  [
    "cat .env",
    "NODE_ENV=production\nMODEL=gpt-4o-mini\nAWS_REGION=eu-central-1\nAPI_TOKEN_URL=https://host.net/t",
  ],
  [
    "env | sort",
    "LANG=de_DE.UTF-8\nPATH=/usr/lib64:/usr/bin\nGITHUB_SHA=0f3c9d1be27a4485a6d0c3f1b2e4d5c6a7b8c9d0",
  ],
  ["echo $JAVA_HOME", "/usr/lib/jvm/java-21-openjdk"],
  ["grep -n token src/lexer.ts", "12:  token: nextToken2(),"],
])("%s keeps what it printed", async (command, text) => {
  expect(await shown(command, text)).toBe(text);
});

test("keeps what a command printed that failed", async () => {
  expect(await shown("pass show shop/db", secret, { isError: true })).toBe(secret);
  expect(await shown("pass show shop/db", secret, { exitCode: 1 })).toBe(secret);
});

test.each([
  "$ §\n¶",
  "anna@web1:~/shop (main) $ §\n¶\nanna@web1:~/shop (main) $ ",
  "it fails:\n```\nPS C:\\shop> §\n¶\n```\nwhy?",
  "> $ §\n> ¶",
  "[root@db ~]# §\r\n¶\r\n",
])("masks what a command printed in a pasted terminal: %j", async (paste) => {
  const text = paste.replace("§", "pass show shop/db");
  expect(await maskedText(text.replace("¶", secret))).toBe(text.replace("¶", mask));
});

test.each([
  `Then run pass show shop/db, or $ pass show shop/db\n\n${secret}`,
  `# pass show shop/db\n${secret}`,
  `it costs 5$ to pass show shop/db\n${secret}`,
  `$ git pull\n${secret}`,
  `$ pass show shop/db\n$ ls\n${secret}`,
  `$ pass show shop/db\n\n${secret}`,
  "$ cat .env | grep STAGE\nSTAGE=staging-eu-2",
])("keeps what no command of secrets printed: %j", async (text) => {
  expect(await maskedText(text)).toBe(text);
});
