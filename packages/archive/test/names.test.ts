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
  it("is made of source, project, day, title and id", () => {
    expect(nameOf("Fix the login page!")).toBe("claude/app/2026-01-31-fix-the-login-page-1a2b3c4d");
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
    expect(nameOf(title)).toBe(`claude/app/2026-01-31-${slug}-1a2b3c4d`);
  });

  it("has nothing that nobody sees", () => {
    expect(nameOf("⚠\ufe0f❤\ufe0f\u200d🔥")).toBe("claude/app/2026-01-31-1a2b3c4d");
    const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?<![\p{L}\p{N}\p{M}])\p{M}/u;
    fc.assert(fc.property(text, text, (title, project) => !invisible.test(nameOf(title, project))));
  });

  it("is never the name of a device on Windows", () => {
    expect(nameOf("", "NUL")).toBe("claude/nul-/2026-01-31-1a2b3c4d");
    expect(documentName({ source: "claude", shortId: "COM1" }).name).toBe("COM1-");
  });

  it("cuts a long title between characters", () => {
    const { name } = documentName({
      source: "claude",
      title: "語".repeat(300),
      shortId: "1a2b3c4d",
    });
    expect(name).toMatch(/^語+-1a2b3c4d$/);
    expect(Buffer.byteLength(`${name}.files`)).toBeGreaterThan(110);
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
  it("are the last eight letters or digits", () => {
    const shortId = shortIds([]);
    const session = { source: "claude", id: "0b6ffc9f-2f2b-4a3e-9d6a-5e1f00c0ffee" };
    expect(shortIds([session])(session)).toBe("00c0ffee");
    expect(shortId).toBeTypeOf("function");
  });

  it("are longer where sessions share the last eight", () => {
    const first = { source: "claude", id: "aaaa-1111-c0ffee00" };
    const second = { source: "claude", id: "aaaa-2222-C0FFEE00" };
    const shortId = shortIds([first, second]);
    expect(shortId(first)).toBe("1111c0ffee00");
    expect(shortId(second)).toBe("2222C0FFEE00");
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
