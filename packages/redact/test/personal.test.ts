import { expect, test } from "vitest";
import redactor from "../src/index.js";
import { call, masked, maskedText, sessionWith } from "./session.js";

const personal = { personal: true };

test.each([
  ["mail ada.l@analytical-engines.org today", "mail person1@example.com today"],
  ["Author: Ada Lovelace <ada@engines.org>", "Author: Person 1 <person1@example.com>"],
  ["+Signed-off-by: José Nuñez <jose@x-y.dev>", "+Signed-off-by: Person 1 <person1@example.com>"],
  ["git config user.name 'Ada Lovelace'", "git config user.name 'Person 1'"],
  ['{ "author": "Ada Lovelace (engines)" }', '{ "author": "Person 1 (engines)" }'],
  [
    'authors = [{ name = "Ada King", email = "ada@king.dev" }]',
    'authors = [{ name = "Person 1", email = "person2@example.com" }]',
  ],
  ["call +49 30 901820 now", "call [phone number 1] now"],
  ["call (212) 867-5309", "call [phone number 1]"],
  ['"phone": "030 9018-2015"', '"phone": "[phone number 1]"'],
  ["listening on 192.168.17.42:80", "listening on [IP address 1]:80"],
  ["peer 2a02:8071:b5c1:1d00:9d2:11:2:7 up", "peer [IP address 1] up"],
  ["https://build.corp.engines.io/job/4", "https://host1.example/job/4"],
  ["http://jenkins-2:8080/", "http://host1.example:8080/"],
  ["ping nas3.local", "ping host1.example"],
  ["ada@thinkpad:~/code$ ls", "user1@host1.example:~/code$ ls"],
  ["ssh -p 22 lovelace@vault.engines.io ls", "ssh -p 22 user1@host1.example ls"],
])("%s", async (text, expected) => {
  expect(await maskedText(text, personal)).toBe(expected);
  expect(await maskedText(expected, personal)).toBe(expected);
});

test.each([
  "git@github.com:engines/shop.git",
  "Co-Authored-By: Claude <noreply@anthropic.com>",
  "npm i left-pad@1.3.0 @types/node@20.1.2.3 icon@2x.png",
  "@app.route('/') x@app.get('/')",
  "user@example.com you@acme.test ada@corp.example",
  "http://localhost:3000 http://127.0.0.1:80 0.0.0.0 10.0.0.0/8 192.0.2.7",
  "Chrome/120.0.6099.71 version 1.22.333.4 v10.20.30.40",
  "+2026-01-31 +1234 12:34:56:78 2026-11-23 10:20:30",
  "obj.internal.value config.local settings.private docker-compose.local.yml .env.local",
  "http://db:5432 redis://redis:6379 ssh git@github.com",
  "svc.default.cluster.local",
  "id 5f2c:11 a::b std::vec::Vec",
])("%s stays", async (text) => {
  expect(await maskedText(text, personal)).toBe(text);
});

test("a name that a commit tells is replaced everywhere in the session", async () => {
  const session = sessionWith(
    { type: "text", text: "Ask ADA LOVELACE about Ada Lovelaces shop." },
    call({
      input: { command: "git log" },
      result: {
        isError: false,
        content: [{ type: "text", text: "Author: Ada Lovelace <ada@engines.org>" }],
      },
    }),
  );
  const text = JSON.stringify(await masked(session, personal));
  expect(text).toContain("Ask Person 1 about Ada Lovelaces shop.");
  expect(text).not.toContain("ada@engines");
});

test("the same person has the same number in every session and text", async () => {
  const { session, texts } = redactor(personal);
  const context = { report() {}, signal: new AbortController().signal };
  const first = sessionWith({ type: "text", text: "bob@engines.org and ada@engines.org" });
  const second = sessionWith({ type: "text", text: "only ada@engines.org" });
  expect(JSON.stringify(await session(first, context))).toContain(
    "person1@example.com and person2",
  );
  expect(JSON.stringify(await session(second, context))).toContain("only person2@example.com");
  expect(await texts(["Ada@engines.org"])).toEqual(["person2@example.com"]);
});

test("own words are masked as wholes, in any case", async () => {
  const options = { word: ["Bluebird", "ÄRA"] };
  expect(await maskedText("bluebird, BLUEBIRDS and ära", options)).toBe(
    "[redacted: word], BLUEBIRDS and [redacted: word]",
  );
});

test("without the option nothing personal is touched", async () => {
  const text = "ada@engines.org at 192.168.17.42";
  expect(await maskedText(text)).toBe(text);
});
