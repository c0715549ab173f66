import { describe, expect, test } from "vitest";
import redactor from "../src/index.js";
import { random } from "./secrets.js";
import { call, masked, maskedText, sessionWith } from "./session.js";

const context = { report() {}, signal: new AbortController().signal };
const githubToken = `gh${"p"}_${random(36)}`;

/** The second text, masked together with a first one that names the secret. */
async function besideName(secret: string, text: string): Promise<string> {
  const own = { rule: [`own=(?<=the secret )\\S+`] };
  const [, found = ""] = await redactor(own).texts([`the secret ${secret}`, text]);
  return found;
}

const words = "one two six ten red blue green lemon apple house river stone";

describe("a seed phrase", () => {
  test.each([
    [
      "another one",
      `mnemonic: ${words.replace("one", "ore")}`,
      "mnemonic: [redacted: seed-phrase]",
    ],
    ["a name", 'wpa_passphrase "LAB" "tr0ub4dor"', 'wpa_passphrase "LAB" "[redacted: password]"'],
    ["two more words", "iron oak", "iron oak"],
  ])("ends before %s", async (_, after, expected) => {
    const text = `mnemonic: ${words} ${after}`;
    expect(await maskedText(text)).toBe(`mnemonic: [redacted: seed-phrase] ${expected}`);
  });

  test.each([12, 15, 18, 21, 24])("has %i words", async (count) => {
    const phrase = `${words} ${words}`.split(" ").slice(0, count).join(" ");
    expect(await maskedText(`seed phrase: ${phrase}.`)).toBe(
      "seed phrase: [redacted: seed-phrase].",
    );
  });
});

describe("a secret that is known by now", () => {
  test.each([
    ["of 8 characters", "abc123-x", true],
    ["of 7 characters", "ab123-x", false],
    ["of 500 characters", `a1${"b2".repeat(249)}`, true],
    ["of 501 characters", `a1${"b2".repeat(249)}c`, false],
    ["of 15 letters", "abcdefghIjklmno", false],
    ["of 16 letters", "abcdefghIjklmnop", true],
    ["of small words with dashes", "some-small-words-in-a-row", false],
    ["of words with a digit", "some-small-words-in-1-row", true],
  ])("%s is masked where nothing names it: %s, %s", async (_, secret, isMasked) => {
    const text = await besideName(secret, `log: ${secret}, done`);
    expect(text).toBe(isMasked ? "log: [redacted: own], done" : `log: ${secret}, done`);
  });

  test.each([
    ["14 characters at the end", 14, "", true],
    ["13 characters at the end", 13, "", false],
    ["14 characters before an ellipsis", 14, "…", true],
    ["13 characters before an ellipsis", 13, "…", false],
    ["14 characters before three dots", 14, "...", true],
    ["13 characters before three dots", 13, "...", false],
    ["14 characters before another word", 14, " etc", false],
  ])("is masked by its first %s: %i%s, %s", async (_, length, end, isMasked) => {
    const secret = "k3y-0123456789-abcdef";
    const piece = secret.slice(0, length);
    const text = await besideName(secret, `log ${piece}${end}`);
    expect(text).toBe(isMasked ? `log [redacted: own]${end}` : `log ${piece}${end}`);
  });

  test.each([
    ["/home/anna/green-harbours", false],
    ["/home/anna/green-harbours…", true],
    ["/home/anna/green-harbours-2", true],
  ])(
    "is masked by words at its beginning only where a text was cut for certain: %s, %s",
    async (text, isMasked) => {
      const found = await besideName("green-harbours-2025-token", text);
      expect(found).toBe(isMasked ? text.replace(/green[^…]*/, "[redacted: own]") : text);
    },
  );

  test("is masked as JSON, addresses and names of folders spell it", async () => {
    const secret = 'p"1/x y€Z9';
    const rule = [`own=(?<=<)[^>]+(?=>)`];
    const spellings = [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      "p-1-x-y-Z9",
    ];
    const [, ...texts] = await redactor({ rule }).texts([`<${secret}>`, ...spellings]);
    expect(texts).toEqual(spellings.map(() => "[redacted: own]"));
  });

  test("is one of the first 20 that begin alike", async () => {
    const secrets = Array.from({ length: 21 }, (_, at) => `abcd1234-number-${100 + at}`);
    const texts = secrets.map((secret) => `the secret ${secret}`);
    const plain = secrets.map((secret) => `log ${secret} end`);
    const own = { rule: [`own=(?<=the secret )\\S+`] };
    const found = (await redactor(own).texts([...texts, ...plain])).slice(21);
    expect(found.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => "log [redacted: own] end"));
    expect(found[20]).toBe(plain[20]);
  });
});

describe("places that overlap", () => {
  test.each([
    ["the longer one names both", ["short=abcd", "long=bcdefg"], "[redacted: long]h"],
    ["of two as long the first names both", ["one=abcd", "two=cdef"], "[redacted: one]gh"],
    ["of three the longest names all", ["a=abc", "b=cdef", "c=efg"], "[redacted: b]h"],
    ["two that only touch stay two", ["one=abcd", "two=efgh"], "[redacted: one][redacted: two]"],
    ["one inside another is part of it", ["outer=abcdefgh", "inner=cd"], "[redacted: outer]"],
  ])("%s", async (_, rule, expected) => {
    expect(await maskedText("abcdefgh", { rule })).toBe(expected);
  });
});

describe("what is never touched", () => {
  const rule = ["any=[a-z]+"];

  test("masks, and the content of addresses", async () => {
    const text = "[redacted: own] data:image/png;base64,abc= rest";
    expect(await maskedText(text, { rule })).toBe(
      "[redacted: own] data:image/png;base64,abc= [redacted: any]",
    );
  });

  test("of a secret around a mask what stands before and behind it is masked", async () => {
    const text = "xx[redacted: own]yy[redacted: own]zz";
    expect(await maskedText(text, { rule: ["all=xx.*zz"] })).toBe(
      "[redacted: all][redacted: own][redacted: all][redacted: own][redacted: all]",
    );
  });

  test("a token in base64 of a file is there by chance, but not below or behind it", async () => {
    const token = `YC${random(38)}`;
    const line = `${random(30)}+/${random(44)}`;
    const inside = `${line}\n+${token}/${random(34)}\n${line}`;
    expect(await maskedText(inside)).toBe(inside);
    for (const sign of ["\n", " "])
      expect(await maskedText(`${line}\n${line}${sign}${token}`)).toBe(
        `${line}\n${line}${sign}[redacted: yandex-key]`,
      );
  });

  test("long base64 is the content of a file, unless a private key begins so", async () => {
    const image = (length: number) =>
      `npm${"A".repeat(length - 43)}${githubToken.replace("_", "/")}`;
    expect(await maskedText(image(2000))).toBe(image(2000));
    const inside = `AccountKey=${random(60)}`;
    const padded = (length: number) => "A".repeat(length - inside.length) + inside;
    expect(await maskedText(padded(900))).not.toContain(inside);
    const key = Buffer.from(`-----BEGIN RSA PRIVATE ${"KEY"}-----\n${random(1200)}`);
    expect(await maskedText(key.toString("base64"))).toBe("[redacted: private-key]");
  });
});

describe("the value of a key that names a secret", () => {
  const input = async (value: Record<string, unknown>) => {
    const session = await masked(sessionWith(call({ input: value as never })));
    const [part] = session.messages[0]?.parts ?? [];
    return part?.type === "tool-call" ? part.input : undefined;
  };

  const long = "a1b2c3d4".repeat(1000);

  test.each([
    ["password", "a1b", false],
    ["password", "a1b2", true],
    ["password", "two words", false],
    ["db.passwd", "hunter2", true],
    ["userPass", "hunter", false],
    ["userPass", "hunter2x", true],
    ["apiKey", "k3yq7w2", false],
    ["apiKey", "k3yq7w2z", true],
    ["cookie", "session=1234567", false],
    ["cookie", "session=12345678", true],
    ["passenger", "hunter2x", false],
    ["keyboard", "k3yq7w2z", false],
  ])("%s: %s is one: %s", async (key, value, isMasked) => {
    const found = await input({ [key]: value });
    expect(found).toEqual({ [key]: isMasked ? expect.stringMatching(/^\[redacted: /) : value });
  });

  test("has at most 8000 characters", async () => {
    expect(await input({ password: long })).toEqual({ password: "[redacted: password]" });
    expect(await input({ password: `${long}e` })).toEqual({ password: `${long}e` });
  });

  test("is found in pairs of name and value, and in lists", async () => {
    expect(await input({ name: "DB_PASSWORD", value: "hunter2x" })).toEqual({
      name: "DB_PASSWORD",
      value: "[redacted: password]",
    });
    expect(await input({ ParameterKey: "DbPassword", ParameterValue: "hunter2x" })).toEqual({
      ParameterKey: "DbPassword",
      ParameterValue: "[redacted: password]",
    });
    expect(await input({ password: ["hunter2x", "hunter3x"] })).toEqual({
      password: ["[redacted: password]", "[redacted: password]"],
    });
  });

  test("is found in what an agent types into a field of a page", async () => {
    const typed = { element: "Password field", ref: "e12", text: "hunter2x" };
    expect(await input(typed)).toEqual({ ...typed, text: "[redacted: password]" });
    const name = { selector: "#user", value: "hunter2x" };
    expect(await input(name)).toEqual(name);
  });

  test("names that are the same when they are masked stay two", async () => {
    const [one, other] = ["a", "b"].map((letter) => `gh${"p"}_${random(35)}${letter}`);
    if (!one || !other) throw new Error("no tokens");
    const values = { [one]: 1, "[redacted: github-token] (2)": 2, [other]: 3, plain: 4 };
    expect(await input(values)).toEqual({
      "[redacted: github-token]": 1,
      "[redacted: github-token] (2)": 2,
      "[redacted: github-token] (3)": 3,
      plain: 4,
    });
  });
});

test("counts are ordered by places, then by rule, and count a secret once", async () => {
  const rule = ["b=b\\d", "a=a\\d", "c=c\\d"];
  const { session, counts } = redactor({ rule });
  await session(sessionWith({ type: "text", text: "b1 b2 a1 a1 c1 c1 c2" }), context);
  expect(counts()).toEqual([
    { rule: "c", secrets: 2, places: 3 },
    { rule: "a", secrets: 1, places: 2 },
    { rule: "b", secrets: 2, places: 2 },
  ]);
});

describe("a value that its surroundings name", () => {
  const value = "K7Q2M9X4T1Z8B3N6V5C0W4R7";

  test.each([
    ["https://", 20, "@host.example"],
    ["CACHE_KEY=", 20, ""],
    ["Bearer ", 16, ""],
    ["API_KEY=", 8, ""],
    ['token: "', 12, '"'],
    ["password is ", 6, ""],
  ])("behind %j is a secret from %i characters on", async (before, length, after) => {
    const text = (size: number) => `${before}${value.slice(0, size)}${after}`;
    expect(await maskedText(text(length))).toMatch(/\[redacted: [a-z-]+\]/);
    expect(await maskedText(text(length - 1))).toBe(text(length - 1));
  });
});

describe("with paths", () => {
  test.each([
    ["/home/ada/", "/home/ada/x", "~/x"],
    ["/srv/work/ada", "/srv/work/ada/x and ada", "~/x and user"],
    ["/home/al", "/home/al/x by al", "~/x by al"],
    ["/home/node", "/home/node/x by node", "~/x by node"],
    ["", "by ada in /srv", "by ada in /srv"],
  ])("of the home %s, %s becomes %s", async (home, text, expected) => {
    expect(await maskedText(text, { paths: true, home })).toBe(expected);
  });

  test("at most 200 homes are taken from texts", async () => {
    const homes = Array.from({ length: 201 }, (_, at) => `/home/person${at}/x`);
    const found = (await maskedText(homes.join("\n"), { paths: true })).split("\n");
    expect(found.slice(0, 200)).toEqual(Array.from({ length: 200 }, () => "~/x"));
    expect(found[200]).toBe(homes[200]);
  });

  test("a session without secrets is returned as it is only without them", async () => {
    const session = { ...sessionWith({ type: "text", text: "/home/ada/x" }), cwd: "/home/ada" };
    expect(await redactor().session(session, context)).toBe(session);
    expect((await redactor({ paths: true }).session(session, context)).cwd).toBe("~");
  });
});
