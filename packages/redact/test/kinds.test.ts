import { createHash } from "node:crypto";
import { sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import redactor from "../src/index.js";
import { random, type Sample, samples, textWith } from "./secrets.js";
import { call, masked, maskedText, sessionWith } from "./session.js";

const named = samples.map((sample, at) => ({ ...sample, title: `${at} ${sample.rule}` }));

function maskedSample({ before = "", rule, after = "" }: Sample): string {
  return `${before}[redacted: ${rule}]${after}`;
}

test.each(named)("masks all of the secret and nothing else: $title", async (sample) => {
  const text = await maskedText(`Before that,\n${textWith(sample)}\nand so on.`);
  expect(text).toBe(`Before that,\n${maskedSample(sample)}\nand so on.`);
});

test("masks the first option of a command, also where another command with one follows", async () => {
  const text = await maskedText("sshpass -p tr0ub4dor ssh host mysql -p'tr0ub;4|dor' shop");
  expect(text).toBe("sshpass -p [redacted: password] ssh host mysql -p'[redacted: password]' shop");
});

test.each(named)("masks it after an escaped line break: $title", async (sample) => {
  const text = await maskedText(`first\\n${textWith(sample)}`);
  expect(text).toBe(`first\\n${maskedSample(sample)}`);
});

test.each(named)("masking again changes nothing: $title", async (sample) => {
  const once = await maskedText(textWith(sample));
  expect(await maskedText(once)).toBe(once);
  expect(await maskedText(`${once} and ${once}`)).toBe(`${once} and ${once}`);
});

test.each(named)("masks it wherever text may stand: $title", async (sample) => {
  const text = `see ${textWith(sample)}`;
  const session = sessionOf(
    [
      {
        id: "message",
        role: "user",
        parts: [
          { type: "text", text },
          { type: "reasoning", text },
          call({
            input: { list: [{ deep: text }], [text]: 1 },
            result: { content: [{ type: "text", text }], output: { stdout: text }, isError: false },
            native: { a: [text] },
          }),
          { type: "file", name: text, path: text, url: text, text, from: "tool" },
          { type: "unknown", recordType: text, native: [text] },
        ],
        native: { nested: { more: [text] } },
      },
    ],
    { title: text, cwd: text, project: { path: text, remote: text }, native: { [text]: text } },
  );
  const again = JSON.stringify(await masked(session));
  const found =
    JSON.stringify(session).split(JSON.stringify(sample.secret).slice(1, -1)).length - 1;
  expect(found).toBe(20);
  expect(again.split(`[redacted: ${sample.rule}]`).length - 1).toBe(found);
  expect(again).not.toContain(JSON.stringify(sample.secret).slice(1, -1));
});

test.each([64, 76, 10_000])(
  "masks a key in base64 whose lines have %i characters",
  async (width) => {
    const block = `-----BEGIN PRIVATE ${"KEY"}-----`;
    const key = Array.from({ length: 26 }, () => random(64));
    const pem = [block, ...key, block.replace("BEGIN", "END"), ""].join("\n");
    const encoded = Buffer.from(pem).toString("base64");
    const lines = encoded.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
    for (const lineBreak of ["\n", "\\n", "\n    "]) {
      const text = lines.join(lineBreak);
      expect(await maskedText(text)).toBe("[redacted: private-key]");
      const printed = `$ base64 key\n${text}\n/usr/share/a/long/path/that/stays/behind/the/key\n`;
      expect(await maskedText(printed)).toBe(printed.replace(text, "[redacted: private-key]"));
    }
  },
);

test.each(["", " 12→", "+"])(
  "masks the last lines of a key without the first: %j",
  async (mark) => {
    const end = `-----END RSA PRIVATE ${"KEY"}-----`;
    const key = [random(64), random(63), `${random(20)}==`];
    const text = ["The file goes on:", ...key, end, "That was it."].join(`\n${mark}`);
    const masked = await maskedText(text);
    expect(masked).toBe(
      `The file goes on:\n[redacted: private-key]\n${mark}${end}\n${mark}That was it.`,
    );
  },
);

test("of overlapping secrets the longest names the mask", async () => {
  const [inner] = samples.filter(({ rule }) => rule === "github-token");
  expect(await maskedText(`API_TOKEN=abc1-${inner?.secret}-def2`)).toBe(
    "API_TOKEN=[redacted: api-key]",
  );
});

test("keys of objects say that their values are secrets", async () => {
  const input = {
    password: "hunter2",
    db: {
      Passwd: "abc4",
      clientSecret: "a1b2c3d4e5",
      "api-key": ["a1b2c3d4e5"],
      apiKeyName: "x1y2z3w4",
    },
    headers: { cookie: "theme=abcdefghij", "x-auth-token": "a1b2c3d4e5" },
    token: "word",
    smtp_pass: "y9x8w7v6",
    bypass: "a1b2c3d4",
    next: "z9y8x7w6v5u4",
  };
  const session = await masked(sessionWith(call({ input })));
  expect(session.messages[0]?.parts[0]).toMatchObject({
    input: {
      password: "[redacted: password]",
      db: {
        Passwd: "[redacted: password]",
        clientSecret: "[redacted: api-key]",
        "api-key": ["[redacted: api-key]"],
        apiKeyName: "x1y2z3w4",
      },
      headers: { cookie: "[redacted: cookie]", "x-auth-token": "[redacted: api-key]" },
      token: "word",
      smtp_pass: "[redacted: password]",
      bypass: "a1b2c3d4",
      next: "z9y8x7w6v5u4",
    },
  });
});

test("a line of two columns names a secret", async () => {
  const text = `Key        Value\n---        -----\napi_key    ${random(24)}\nport       1`;
  expect(await maskedText(text)).toBe(text.replace(random(24), "[redacted: api-key]"));
});

test.each(["export ", "+", "    12→", "12\t"])(
  "a line of settings is a secret to its end, whatever characters it has: %j",
  async (before) => {
    const text = `A=1\n${before}DB_PASSWORD=tr0ub(4)d;or|x\nB=2`;
    expect(await maskedText(text)).toBe(`A=1\n${before}DB_PASSWORD=[redacted: password]\nB=2`);
  },
);

test.each([
  ["API_TOKEN=", ""],
  ['"access_token": "', '"'],
  ["refreshToken: ", ""],
])("a secret of thousands of characters is masked behind %j", async (before, after) => {
  const text = `${before}${random(3500)}${after}\nnext`;
  expect(await maskedText(text)).toBe(`${before}[redacted: api-key]${after}\nnext`);
});

test.each(["w0[id:LV-j&t?BZ7", "{r7%Bq!x2)R<m>Lw9"])(
  "a line of YAML is a secret to its end: %s",
  async (secret) => {
    const text = `db:\n  password: ${secret}\n  port: 1`;
    expect(await maskedText(text)).toBe("db:\n  password: [redacted: password]\n  port: 1");
  },
);

test.each([
  ["| User | Password |\n| --- | --- |\n| anna | ", " |\n| total | 12 |"],
  ["user,password,role\nanna,", ",admin\n"],
  ["user\tpassword\nanna\t", "\n"],
  ["USER   PASSWORD\nanna   ", ""],
  ["1\tuser\tpassword\n2\tanna\t", "\n"],
  ["     9→user,password\n    10→anna,", "\n"],
  ["| a | b |\n|---|---|\n| c | d |\n| User | Password |\n|---|---|\n| anna | ", " |"],
  ["7\t User | Password\n8\t------+----------\n9\t anna | ", ""],
  ["│ user │ password │\n├──────┼──────────┤\n│ anna │ ", " │"],
])("a column says that secrets stand in it: %j", async (before, after) => {
  const text = await maskedText(`${before}tr0ub4dor${after}`);
  expect(text).toBe(`${before}[redacted: password]${after}`);
});

test("a Secret of Kubernetes has plain values, too", async () => {
  const text = "kind: Secret\nstringData:\n  user: anna\n  dsn: ";
  expect(await maskedText(`${text}tr0ub4dor\n`)).toBe(`${text}[redacted: kubernetes-secret]\n`);
});

test.each(["production", "e2e", "Staging_EU-2"])(
  "a token of Unleash for the environment %s is masked",
  async (environment) => {
    const token = `shop:${environment}.${createHash("sha256").update(environment).digest("hex")}`;
    expect(await maskedText(`started with ${token}`)).toBe(
      "started with [redacted: unleash-token]",
    );
  },
);

test("the name of a pair says that its value is a secret", async () => {
  const input = {
    env: [
      { name: "DB_PASSWORD", value: "hunter2" },
      { name: "CITY", value: "abc4" },
    ],
  };
  const session = await masked(sessionWith(call({ input })));
  expect(session.messages[0]?.parts[0]).toMatchObject({
    input: { env: [{ value: "[redacted: password]" }, { value: "abc4" }] },
  });
});

test("a secret is masked where nothing but another place gives it away", async () => {
  const secret = "k3y-0f-the-h0use";
  const [first, second, third] = await redactor().texts([
    `The key is ${secret}, I think.`,
    `HOUSE_TOKEN=${secret}`,
    `${encodeURIComponent(`${secret}`)}!${secret}`,
  ]);
  expect(first).toBe("The key is [redacted: api-key], I think.");
  expect(second).toBe("HOUSE_TOKEN=[redacted: api-key]");
  expect(third).toBe("[redacted: api-key]![redacted: api-key]");
});

test.each(["…", "...", ""])("a secret that a title cuts off is masked: %j", async (end) => {
  const token = `gh${"p"}_${random(36)}`;
  const texts = [`Use ${token} for it`, `Use ${token.slice(0, 20)}${end}`, "tokens begin so: abc…"];
  expect(await redactor().texts(texts)).toEqual([
    "Use [redacted: github-token] for it",
    `Use [redacted: github-token]${end}`,
    texts[2],
  ]);
});

test("a secret that is a common word is masked only where its name says so", async () => {
  const texts = await redactor().texts(["Our database is fine.", "DB_PASSWORD=database"]);
  expect(texts).toEqual(["Our database is fine.", "DB_PASSWORD=[redacted: password]"]);
});
