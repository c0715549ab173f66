import {
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openAtomic, writeAtomic } from "../src/index.js";
import { emptyFolder } from "./folders.js";

const { signal } = new AbortController();

async function* failing() {
  yield "half";
  throw new Error("no more");
}

it.each([
  ["nothing", undefined, "new"],
  ["other bytes of the same length", "TEXT", "changed"],
  ["another length", "longer text", "changed"],
  ["the same bytes", "text", "unchanged"],
])("writes a whole file over %s", async (_, before, state) => {
  const path = join(emptyFolder(), "a");
  if (before !== undefined) {
    writeFileSync(path, before);
    utimesSync(path, 1, 1);
  }
  for (const isLasting of [false, true]) {
    const written = await writeAtomic(path, ["te", Buffer.from("xt")], { isLasting });
    expect(written).toBe(isLasting ? "unchanged" : state);
    expect(readFileSync(path, "utf8")).toBe("text");
    expect(readdirSync(join(path, ".."))).toEqual(["a"]);
  }
  expect(statSync(path).mtimeMs === 1000).toBe(state === "unchanged");
  if (state !== "unchanged") expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("replaces a link, and does not follow it", async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "target"), "text");
  symlinkSync("target", join(folder, "link"));
  expect(await writeAtomic(join(folder, "link"), ["text"])).toBe("changed");
  expect(lstatSync(join(folder, "link")).isFile()).toBe(true);
});

it("leaves nothing behind of a file that fails or is ended", async () => {
  const folder = emptyFolder();
  const path = join(folder, "a");
  writeFileSync(path, "before");
  await expect(writeAtomic(path, failing())).rejects.toThrow("no more");
  const aborted = AbortSignal.abort(new Error("ended"));
  await expect(writeAtomic(path, ["after"], { signal: aborted })).rejects.toThrow("ended");
  await expect(writeAtomic(join(path, "b"), ["after"])).rejects.toThrow("ENOTDIR");
  expect([readdirSync(folder), readFileSync(path, "utf8")]).toEqual([["a"], "before"]);
});

it("takes back what it has added of a document that fails", async () => {
  const folder = emptyFolder();
  const file = await openAtomic(join(folder, "a"));
  await file.append(["one\n"], signal);
  await expect(file.append(failing(), signal)).rejects.toThrow("no more");
  await expect(file.append([" ".repeat(1 << 20), 1 as never], signal)).rejects.toThrow(
    "a piece of it is neither text nor bytes",
  );
  await file.append(["two\n"], signal);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.chatexport-\d+-\d+\.tmp$/)]);
  expect(await file.commit()).toBe("new");
  expect(readFileSync(join(folder, "a"), "utf8")).toBe("one\ntwo\n");

  const other = await openAtomic(join(folder, "b"));
  await other.append(["text"], signal);
  await other.discard();
  expect(readdirSync(folder)).toEqual(["a"]);
});
