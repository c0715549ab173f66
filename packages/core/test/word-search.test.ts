import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contextFor } from "../src/index.js";
import { WordSearch } from "../src/read/index.js";
import { fileWith } from "./folders.js";

const context = contextFor({}, {});

describe("WordSearch", () => {
  it("finds words in any case, wherever they stand, in any order", () => {
    const search = new WordSearch(["Alpha", "beta_1"]);
    search.lookIn("… BETA_1s");
    expect(search.isOver).toBe(false);
    search.lookIn(Buffer.from("aLPHAbet"));
    expect(search.isOver).toBe(true);
  });

  it("finds nothing that is not there", () => {
    const search = new WordSearch(["needle"]);
    search.lookIn('{"text":"a need, le\\u00e9, \\u001b[31m, \\u003c"}');
    expect(search.isOver).toBe(false);
  });

  it.each(["\\u006eeedle", "needl\\u0065", "\\\\u004Eeedle"])("gives up at %s", (spelling) => {
    const search = new WordSearch(["needle"]);
    search.lookIn(`{"text":"${spelling}"}`);
    expect(search.isOver).toBe(true);
  });

  it("gives up where a reader makes words of something else", () => {
    const encodings = [{ sign: "base64:", pattern: /base64:[a-z]/ }];
    const search = new WordSearch(["needle"], encodings);
    search.lookIn("base64: nothing");
    expect(search.isOver).toBe(false);
    search.lookIn("Base64:bmVlZGxl");
    expect(search.isOver).toBe(true);
  });

  it("finds a word of a file wherever the pieces end in which it is read", async () => {
    for (const at of [0, 65_530, 65_536, 65_537, 131_000, 131_070, 200_000]) {
      const path = fileWith(`${" ".repeat(at)}needle${".".repeat(300)}`);
      expect(await isIn(path, "needle"), `at ${at}`).toBe(true);
      expect(await isIn(path, "needles"), `at ${at}`).toBe(false);
    }
  });

  it("looks into no more of a file than it is told", async () => {
    const path = fileWith("before needle after");
    expect(await isIn(path, "needle", { start: 7, end: 13 })).toBe(true);
    expect(await isIn(path, "needle", { start: 8, end: 19 })).toBe(false);
    expect(await isIn(path, "needle", { start: 0, end: 12 })).toBe(false);
  });

  it("finds words that are longer than what is read at once", async () => {
    const long = "x1".repeat(50_000);
    expect(await isIn(fileWith(`a ${long} z`), long)).toBe(true);
    expect(await isIn(fileWith("a".repeat(200_000)), long)).toBe(false);
  });

  it("can be stopped in a large file, and stops at once where a signal has aborted", async () => {
    const controller = new AbortController();
    const search = new WordSearch(["needle"]);
    const searching = search.lookInFile(fileWith(".".repeat(3_000_000)), controller);
    controller.abort();
    await expect(searching).rejects.toThrow("aborted");
    await expect(search.lookInFile("no-such-file", controller)).rejects.toThrow("aborted");
    expect(search.isOver).toBe(false);
  });

  it("is over when a part of the session is not searched", () => {
    const search = new WordSearch(["needle"]);
    search.giveUp();
    expect(search.isOver).toBe(true);
  });

  it("cannot tell what a file holds that it cannot read", async () => {
    expect(await isIn(join(tmpdir(), "chatexport-no-such-file"), "needle")).toBe(true);
  });
});

async function isIn(path: string, word: string, range?: { start: number; end: number }) {
  const search = new WordSearch([word]);
  await search.lookInFile(path, context, range);
  return search.isOver;
}
