import { wrongSessionField } from "@chatexport/core/fields";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decidedLine, findings, withDecisions } from "../src/index.js";
import { call, sessionWith } from "./session.js";

// Put together here, so that nobody who searches this repository for secrets is alarmed.
const random = ["qJkpkY6Klpxh", "b3fV7bFR16", "Tgxva_p5y3"].join("");

function found(text: string): [kind: string, text: string][] {
  return findings(sessionWith({ type: "text", text })).map((one) => [one.kind, one.text]);
}

describe("findings", () => {
  test.each([
    ["e-mail-address", "ops@northwind.dev"],
    ["host", "build7.corp.northwind.dev"],
    ["ip-address", "10.20.30.40"],
    ["phone-number", "+49 30 9018 2015"],
    ["account-number", "4111 1111 1111 1111"],
    ["account-number", "DE89 3704 0044 0532 0130 00"],
    ["account-number", "219-09-9999"],
    ["random-text", random],
  ])("%s: %s", (kind, text) => {
    expect(found(`It is ${text} as I said`)).toEqual([[kind, text]]);
  });

  test("a host of an address that is not known to all", () => {
    expect(found("see https://wiki.northwind.dev/page")).toEqual([
      ["web-host", "wiki.northwind.dev"],
    ]);
  });

  test.each([
    "a commit 2f300d9e8c7b6a5f4e3d2c1b0a998877665544ff and sha256:0123456789abcdef",
    "id 3b47a5de-7292-483b-a311-f32e99308a78 toolu_01AbCdEfGhIjKlMnOpQrStUv",
    "https://github.com/a/b https://registry.npmjs.org/x http://localhost:3000",
    "1732374123456 20261123182015 1.2.3.4 12:34:56 4111",
    "someCamelCaseIdentifierWithManyWords2 SCREAMING_SNAKE_CASE_NAME_42",
    "[redacted: password] and [redacted: github-token]",
  ])("nothing in %s", (text) => {
    expect(found(text)).toEqual([]);
  });

  test("equal texts are one finding, with its first place and line", () => {
    const session = sessionWith(
      { type: "text", text: "one\nask ops@northwind.dev today\nthree" },
      call({ input: { to: "OPS@northwind.dev" } }),
    );
    expect(findings({ ...session, title: "Ask ops@northwind.dev" })).toEqual([
      {
        kind: "e-mail-address",
        text: "ops@northwind.dev",
        times: 3,
        place: { message: 1, role: "assistant", in: "text" },
        before: "ask ",
        after: " today",
        above: "one\n",
        below: "\nthree",
      },
    ]);
  });
});

describe("withDecisions", () => {
  const mail = { kind: "e-mail-address", text: "ops@northwind.dev" } as const;

  test("masks in every place", () => {
    const session = {
      ...sessionWith({ type: "text", text: "ask Ops@northwind.dev" }, call({ input: mail.text })),
      title: `About ${mail.text}`,
    };
    const text = JSON.stringify(withDecisions(session, [{ ...mail, decision: "mask" }]));
    expect(text).not.toMatch(/northwind/i);
    expect(text).toContain("About [redacted: e-mail-address]");
  });

  test("leaves a message out, and the title that was taken from it", () => {
    const first = {
      ...prompt("first"),
      parts: [{ type: "text" as const, text: `Hello ${mail.text}` }],
    };
    const second = { ...answer("second"), parentId: first.id };
    const session = { ...sessionOf([first, second]), title: "Hello ops@north…" };
    const left = withDecisions(session, [{ ...mail, decision: "drop" }]);
    expect(left.title).toBeUndefined();
    expect(left.messages.map(({ id, parentId }) => [id, parentId])).toEqual([
      [first.id, undefined],
      [second.id, first.id],
    ]);
    expect(left.messages[0]?.parts).toMatchObject([{ type: "notice" }]);
    expect(wrongSessionField(left)).toBeUndefined();
  });

  test("a line is said before as it is after", () => {
    const text = { type: "text" as const, text: `one\nask ${mail.text} today` };
    const session = sessionWith(text);
    for (const decision of ["mask", "drop"] as const) {
      const decided = [{ ...mail, decision }];
      const after = JSON.stringify(withDecisions(session, decided));
      for (const one of findings(session)) expect(after).toContain(decidedLine(one, decided));
    }
    const title = findings({ ...sessionWith(), title: `About ${mail.text}` });
    expect(title.map((one) => decidedLine(one, [{ ...mail, decision: "drop" }]))).toEqual([
      "About [redacted: e-mail-address]",
    ]);
  });

  test("nothing decided, nothing changed", () => {
    const session = sessionWith({ type: "text", text: mail.text });
    expect(withDecisions(session, [])).toBe(session);
  });

  test("what is masked is never found again", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(mail.text, "10.20.30.40", random, " and ", "\n", "x")),
        (words) => {
          const session = sessionWith({ type: "text", text: words.join(" ") });
          const decided = findings(session).map((one) => ({ ...one, decision: "mask" as const }));
          expect(findings(withDecisions(session, decided))).toEqual([]);
        },
      ),
    );
  });
});
