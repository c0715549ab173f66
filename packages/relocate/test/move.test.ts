import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { moveOf } from "../src/move/move.js";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "chatexport-move-")));
  mkdirSync(join(root, "old", "sub"), { recursive: true });
});

const codeOf = (work: () => unknown) => {
  try {
    work();
  } catch (cause) {
    return (cause as { code?: string }).code;
  }
  return undefined;
};

describe("a move", () => {
  it("renames a folder on one volume", () => {
    const move = moveOf(`${join(root, "old")}/`, join(root, "new"));
    expect(move).toMatchObject({
      from: join(root, "old"),
      to: join(root, "new"),
      folder: "rename",
    });
    expect(move.pairs).toEqual([{ from: join(root, "old"), to: join(root, "new") }]);
    expect(move.statOf(join(root, "new", "sub"))?.ino).toBeGreaterThan(0);
    expect(move.statOf(join(root, "new", "none"))).toBeUndefined();
  });

  it("leaves the folder where it is when only sessions are moved", () => {
    mkdirSync(join(root, "new"));
    const move = moveOf(join(root, "gone"), join(root, "new"), { sessionsOnly: true });
    expect(move.folder).toBe("stays");
    expect(move.statOf(join(root, "new"))?.ino).toBeGreaterThan(0);
  });

  it("knows a folder by the links that lead to it, too", () => {
    symlinkSync(root, join(root, "link"));
    const move = moveOf(join(root, "link", "old"), join(root, "link", "new"));
    const real = { from: join(root, "old"), to: join(root, "new") };
    expect(move.pairs).toEqual([
      { from: join(root, "link", "old"), to: join(root, "link", "new") },
      real,
    ]);
    expect(move.realPairs).toEqual([{ ...real, from: join(root, "link", "old") }, real]);
  });

  it("moves a link and not what it leads to", () => {
    symlinkSync(join(root, "old"), join(root, "link"));
    const { pairs } = moveOf(join(root, "link"), join(root, "new"));
    expect(pairs).toEqual([{ from: join(root, "link"), to: join(root, "new") }]);
  });

  it("takes paths of another system with the home of a copy", () => {
    const options = { home: root, sessionsOnly: true };
    const move = moveOf("C:\\Users\\Jane\\old\\", "C:\\Users\\Jane\\new", options);
    expect(move.pairs).toEqual([{ from: "C:\\Users\\Jane\\old", to: "C:\\Users\\Jane\\new" }]);
  });

  it.each([
    ["same-folder", "old", "old/"],
    ["into-itself", "old", "old/inner"],
    ["missing-folder", "none", "new"],
    ["moved-already", "none", "old"],
    ["target-exists", "old", "old/.."],
    ["missing-parent", "old", "none/new"],
  ])("refuses: %s", (code, from, to) => {
    expect(codeOf(() => moveOf(join(root, from), `${root}/${to}`))).toBe(code);
  });

  it("refuses what is no project, or not there", () => {
    const system = { platform: "linux", env: {}, home: join(root, "old"), root: "/" };
    expect(codeOf(() => moveOf(root, `${root}-new`, { system }))).toBe("no-project");
    expect(codeOf(() => moveOf("", root))).toBe("no-path");
    const options = { sessionsOnly: true };
    expect(codeOf(() => moveOf(join(root, "a"), join(root, "b"), options))).toBe("missing-folder");
    expect(codeOf(() => moveOf("C:\\a", join(root, "b"), { home: root }))).toBe("other-system");
  });
});
