import { fileURLToPath } from "node:url";
import { sessions } from "@chatexport/core";
import { expect, test } from "vitest";
import codex from "../src/index.js";

const home = fileURLToPath(new URL("../fixtures/empty/home", import.meta.url));

test("sessions in which nothing was said are listed when they are wanted", async () => {
  const listed = async (empty: boolean) => {
    const found: [id: string, listedBy: string | undefined][] = [];
    for await (const { ref } of sessions([codex({ home, empty })]))
      found.push([ref.id.slice(-3), ref.listedBy]);
    return found;
  };
  const others = [
    ["226", undefined],
    ["224", undefined],
    ["223", undefined],
    ["222", undefined],
  ];
  expect(await listed(false)).toEqual(others);
  expect(await listed(true)).toEqual([...others, ["221", "empty"]]);
});

test("a place has as many sessions as its list", async () => {
  const context = { report() {}, signal: new AbortController().signal };
  const count = async (empty: boolean) =>
    (await codex({ home, empty }).stores(context))[0]?.sessions;
  expect(await count(false)).toBe(4);
  expect(await count(true)).toBe(5);
});
