import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentName, pageNames, shortIds } from "../src/names.js";

const text = fc.string({ unit: "binary", maxLength: 400 });
const id = fc.oneof(fc.uuid(), fc.string({ unit: fc.constantFrom(..."aAbB1-_é"), maxLength: 24 }));

function nameOf(title: string, project = "app"): string {
  const facts = { source: "claude", project, startedAt: "2026-01-31T10:00:00Z" };
  const { source, project: folder, name } = documentName({ ...facts, title, shortId: "1a2b3c4d" });
  return `${source}/${folder}/${name}`;
}

describe("the name of a document", () => {
  it("is made of source, project, day, time, title and id", () => {
    expect(nameOf("Fix the login page!")).toBe(
      "claude/app/2026-01-31-1000-fix-the-login-page-1a2b3c4d",
    );
  });

  it("leaves out what is not known", () => {
    expect(documentName({ source: "claude", shortId: "1a2b3c4d" })).toEqual({
      source: "claude",
      project: "no-project",
      name: "1a2b3c4d",
    });
  });

  it.each([
    ["../../x", "x"],
    ["a/b\\c", "a-b-c"],
    ["CON", "con"],
    ["日本語 のタイトル", "日本語-のタイトル"],
    ["Cafe\u0301 ÉTÉ", "café-été"],
    ["🎉 done 🎉", "done"],
    ["\u202eevil\u0000\nname", "evil-name"],
    ["trailing dots...", "trailing-dots"],
    ["⚠\ufe0f careful ❤\ufe0f", "careful"],
    ["stop\u3164 \u115f\u034f", "stop"],
    ["नमस्ते", "नमस्ते"],
  ])("keeps the letters of %j", (title, slug) => {
    expect(nameOf(title)).toBe(`claude/app/2026-01-31-1000-${slug}-1a2b3c4d`);
  });

  it("has nothing that nobody sees", () => {
    expect(nameOf("⚠\ufe0f❤\ufe0f\u200d🔥")).toBe("claude/app/2026-01-31-1000-1a2b3c4d");
    const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?<![\p{L}\p{N}\p{M}])\p{M}/u;
    fc.assert(fc.property(text, text, (title, project) => !invisible.test(nameOf(title, project))));
  });

  it("is never the name of a device on Windows", () => {
    expect(nameOf("", "NUL")).toBe("claude/nul-/2026-01-31-1000-1a2b3c4d");
    expect(documentName({ source: "claude", shortId: "COM1" }).name).toBe("COM1-");
  });

  it("has no time where none is known", () => {
    const facts = { source: "claude", title: "Login", shortId: "1a2b3c4d" };
    expect(documentName({ ...facts, startedAt: "2026-01-31" }).name).toBe(
      "2026-01-31-login-1a2b3c4d",
    );
  });

  it("has at most 50 characters of a title, in whole words", () => {
    expect(nameOf("word ".repeat(20))).toBe(
      `claude/app/2026-01-31-1000-${"word-".repeat(10)}1a2b3c4d`,
    );
    expect(nameOf(`${"word ".repeat(9)}password`)).toBe(
      `claude/app/2026-01-31-1000-${"word-".repeat(9)}1a2b3c4d`,
    );
    expect(nameOf(`no ${"x".repeat(80)}`)).toBe(
      `claude/app/2026-01-31-1000-no-${"x".repeat(47)}-1a2b3c4d`,
    );
  });

  it("cuts a long title between characters", () => {
    const { name } = documentName({
      source: "claude",
      title: "語".repeat(300),
      shortId: "1a2b3c4d",
    });
    expect(name).toMatch(/^語+-1a2b3c4d$/);
    expect(Buffer.byteLength(`${name}.files`)).toBeGreaterThan(110);
    expect(Buffer.byteLength(`${name}.files`)).toBeLessThanOrEqual(120);
  });

  it("is safe whatever the data says", () => {
    fc.assert(
      fc.property(text, text, text, text, (source, project, title, startedAt) => {
        const facts = { source, project, title, startedAt, shortId: "1a2b3c4d" };
        for (const name of Object.values(documentName(facts))) {
          expect(name).toMatch(/^[\p{L}\p{M}\p{N}-]+$/u);
          expect(name.normalize("NFC")).toBe(name);
          expect(Buffer.byteLength(`${name}.files`)).toBeLessThanOrEqual(120);
        }
      }),
    );
  });
});

describe("the name of a page", () => {
  const namesOf = (titles: string[]) => titles.map(pageNames("md"));

  it("is a safe one of its own, whatever the page is called", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(text, fc.constantFrom("a", "A 2", "index", "a-2", "nul"))),
        (titles) => {
          const names = namesOf(titles);
          for (const name of names) {
            expect(name).toMatch(/^[\p{L}\p{M}\p{N}-]+\.md$/u);
            expect(name).not.toMatch(/^(?:index|nul)\./);
            expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
          }
          expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(titles.length);
          expect(namesOf(titles)).toEqual(names);
        },
      ),
    );
  });

  it("is found quickly among many of the same", () => {
    const names = namesOf(Array.from({ length: 20_000 }, () => "the same"));
    expect(names.at(-1)).toBe("the-same-20000.md");
  });
});

describe("short ids", () => {
  it("are the first eight letters or digits", () => {
    const session = { source: "claude", id: "0b6ffc9f-2f2b-4a3e-9d6a-5e1f00c0ffee" };
    expect(shortIds([session])(session)).toBe("0b6ffc9f");
    expect(shortIds([])).toBeTypeOf("function");
  });

  it("are longer where sessions share the first eight, up to where they differ", () => {
    const ids = [
      "C0FFEE00-1111-aaaa",
      "c0ffee00-2222-bbbb",
      "01a2-b3c4-d5e6-7777",
      "01a2-b3c4-d5e6-8888",
    ];
    const sessions = ids.map((id) => ({ source: "claude", id }));
    expect(sessions.map(shortIds(sessions))).toEqual([
      "C0FFEE001111",
      "c0ffee002222",
      "01a2b3c4d5e6777",
      "01a2b3c4d5e6888",
    ]);
  });

  it("are the last eight behind a long word", () => {
    const session = { source: "claude", id: "session_01AbCdEfGh" };
    expect(shortIds([session])(session)).toBe("AbCdEfGh");
  });

  it("differ in more than case, in any order of the sessions", () => {
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 30 }), (ids) => {
        const sessions = ids.map((id) => ({ source: "claude", id }));
        const forwards = sessions.map(shortIds(sessions));
        const backwards = sessions.map(shortIds([...sessions].reverse()));
        expect(backwards).toEqual(forwards);
        expect(new Set(forwards.map((short) => short.toLowerCase())).size).toBe(ids.length);
      }),
    );
  });

  it("make each document's name another one", () => {
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 20 }), text, (ids, title) => {
        const sessions = ids.map((id) => ({ source: "claude", id }));
        const shortId = shortIds(sessions);
        const names = sessions.map((session) =>
          documentName({ source: "claude", title, shortId: shortId(session) }).name.toLowerCase(),
        );
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});
