import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWithin, pathMap } from "../src/move/path-map.js";

const posix = pathMap([{ from: "/src/co", to: "/work/new co" }]);
const windows = pathMap([{ from: "C:\\Users\\Jane\\App", to: "D:\\Work\\my (app)" }]);

describe("paths", () => {
  it.each([
    ["/src/co", "/work/new co"],
    ["/src/co/a/b.ts", "/work/new co/a/b.ts"],
    ["/src/co/", "/work/new co/"],
    ["/src//co/a", "/work/new co/a"],
    ["/src/cobalt", undefined],
    ["/src/c", undefined],
    ["/src", undefined],
    ["src/co", undefined],
    ["x/src/co", undefined],
    ["file:///src/co", undefined],
    ["see /src/co", undefined],
    ["", undefined],
  ])("%s → %s", (path, expected) => expect(posix.path(path)).toBe(expected));

  it.each([
    ["C:\\Users\\Jane\\App", "D:\\Work\\my (app)"],
    ["c:\\users\\jane\\app\\src", "d:\\Work\\my (app)\\src"],
    ["C:/Users/Jane/App/src", "D:/Work/my (app)/src"],
    ["/c:/Users/Jane/App/src", "/d:/Work/my (app)/src"],
    ["C:\\Users\\Jane\\Apple", undefined],
    ["C:Users\\Jane\\App", undefined],
    ["D:\\Users\\Jane\\App", undefined],
    ["/Users/Jane/App", undefined],
  ])("of Windows: %s → %s", (path, expected) => expect(windows.path(path)).toBe(expected));

  it("of other machines", () => {
    const map = pathMap([{ from: "\\\\server\\share\\app", to: "C:\\app" }]);
    expect(map.path("\\\\SERVER\\share\\app\\x")).toBe("C:\\app\\x");
    expect(map.path("\\\\server\\share\\apple")).toBeUndefined();
  });

  it.each([
    ["/Users/Jane/App", "/work/app"],
    ["/users/jane/APP/Src", "/work/app/Src"],
    ["/Users/Jane/Apple", undefined],
  ])("on a disk that ignores case: %s → %s", (path, expected) => {
    const map = pathMap([{ from: "/Users/jane/app", to: "/work/app", ignoresCase: true }]);
    expect(map.path(path)).toBe(expected);
    expect(map.uri(`file://${path}`)).toBe(expected && `file://${expected}`);
    expect(map.mayHold(Buffer.from(path))).toBe(true);
    expect(isWithin(path, "/Users/jane/app", true)).toBe(expected !== undefined);
    expect(isWithin(path, "/Users/jane/app")).toBe(false);
  });

  it("takes the innermost of several folders", () => {
    const map = pathMap([
      { from: "/a", to: "/z" },
      { from: "/a/b", to: "/y" },
    ]);
    expect(map.path("/a/b/c")).toBe("/y/c");
    expect(map.path("/a/c")).toBe("/z/c");
  });

  it("knows letters that are written in two ways", () => {
    const map = pathMap([{ from: "/src/Bücher", to: "/x" }]);
    expect(map.path("/src/Bücher/a".normalize("NFD"))).toBe("/x/a");
  });
});

describe("file URIs", () => {
  it.each([
    ["file:///src/co", "file:///work/new%20co"],
    ["file:///src/co/a%20b/%E2%82%AC", "file:///work/new%20co/a%20b/%E2%82%AC"],
    ["file://localhost/src/co/a", "file://localhost/work/new%20co/a"],
    ["file:///src/%63o/a", "file:///work/new%20co/a"],
    ["file:///src/cobalt", undefined],
    ["file://other/src/co", undefined],
    ["vscode-remote://ssh-remote%2Bhost/src/co", undefined],
    ["file:///src/%E0%A4%A/co", undefined],
    ["/src/co", undefined],
  ])("%s → %s", (uri, expected) => expect(posix.uri(uri)).toBe(expected));

  it.each([
    ["file:///c%3A/Users/Jane/App", "file:///d%3A/Work/my%20%28app%29"],
    ["file:///C:/users/jane/app/x", "file:///D:/Work/my%20%28app%29/x"],
    ["file:///c%3A/Users/Jane/Apple", undefined],
  ])("of Windows: %s → %s", (uri, expected) => expect(windows.uri(uri)).toBe(expected));
});

const name = fc.oneof(
  fc.constantFrom("a", "ab", "a.b", "a_b", "a b", "ä", "日本", "a%20b", "-", "..."),
  fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/[/\0\\]|^\.{1,2}$/.test(text)),
);
const folder = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join("/")}`);

it("maps what is within, and there and back again", () => {
  fc.assert(
    fc.property(folder, folder, fc.option(folder, { nil: "" }), (from, to, rest) => {
      const path = from + rest;
      const there = pathMap([{ from, to }]);
      const back = pathMap([{ from: to, to: from }]);
      expect(there.path(path)).toBe(to + rest);
      expect(back.path(to + rest)).toBe(path);
      expect(isWithin(path, from)).toBe(true);
      const uri = pathToFileURL(path).href;
      const moved = there.uri(uri);
      expect(moved && decodeURIComponent(new URL(moved).pathname)).toBe(to + rest);
      for (const text of [path, uri])
        expect(there.mayHold(Buffer.from(JSON.stringify(text)))).toBe(true);
    }),
    { numRuns: 60 },
  );
});
