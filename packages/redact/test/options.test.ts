import { expect, test } from "vitest";
import redactor, { options } from "../src/index.js";
import { random } from "./secrets.js";
import { maskedText } from "./session.js";

const ticket = { name: "ticket-number", pattern: "TICKET-\\d+" };
const token = `gh${"p"}_${random(36)}`;

test("own rules mask what matches", async () => {
  const text = await maskedText("See TICKET-12 and TICKET-7.", { rule: [ticket] });
  expect(text).toBe("See [redacted: ticket-number] and [redacted: ticket-number].");
});

test("own rules see short texts, and masks are never masked again", async () => {
  const rule = [{ name: "word", pattern: "redacted|x" }];
  const once = await maskedText("x", { rule });
  expect(once).toBe("[redacted: word]");
  expect(await maskedText(once, { rule })).toBe(once);
});

test("what an own rule matches without a character is no secret", async () => {
  const text = await maskedText("See TICKET-12.", { rule: ["edge=\\bTICKET-\\d+|\\b"] });
  expect(text).toBe("See [redacted: edge].");
});

test("lines between sections are no spelling of a name in another alphabet", async () => {
  const rule = ["client=Пример Клиентов"];
  const text = "Пример Клиентов\n\n---------------\n";
  expect(await maskedText(text, { rule })).toBe("[redacted: client]\n\n---------------\n");
});

test.each([
  [{ name: "Ticket", pattern: "a" }, /kebab-case/],
  [{ name: "", pattern: "a" }, /kebab-case/],
  [{ name: "a]", pattern: "a" }, /kebab-case/],
  [{ name: "open", pattern: "(" }, /not a regular expression: \(/],
  [{ name: "empty", pattern: "a*" }, /empty text/],
])("refuses the rule %j", (rule, reason) => {
  expect(() => redactor({ rule: [rule] })).toThrow(reason);
});

test("an allowed secret stays, when all of it matches", async () => {
  expect(await maskedText(token, { allow: ["ghp_[0-9A-Za-z]+"] })).toBe(token);
  expect(await maskedText(token, { allow: ["ghp_", "[0-9]"] })).toBe("[redacted: github-token]");
  expect(await maskedText(`password: "hunter2"`, { allow: ["hunter\\d"] })).toBe(
    `password: "hunter2"`,
  );
  expect(() => redactor({ allow: ["("] })).toThrow(/not a regular expression/);
  expect(() => redactor({ allow: ["a)(?:b"] })).toThrow(/not a regular expression/);
});

test("takes rules as a command line gives them", async () => {
  const text = await maskedText("See TICKET-12.", { rule: ["ticket-number=TICKET-\\d+"] });
  expect(text).toBe("See [redacted: ticket-number].");
  expect(await maskedText("X=1", { rule: ["setting=X=\\d"] })).toBe("[redacted: setting]");
  expect(() => redactor({ rule: ["ticket"] })).toThrow(/NAME=PATTERN/);
  expect(() => redactor({ rule: ["ticket=("] })).toThrow(/not a regular expression/);
});

test("describes its options", () => {
  expect(Object.keys(options)).toEqual(["rule", "allow", "word", "personal", "paths"]);
});
