import { expect, test } from "vitest";
import { isSameFolder, projectOf } from "../src/read/index.js";

test("paths that differ in the drive's letter, or how letters are spelled, name one folder", () => {
  expect(isSameFolder("c:\\shop", "C:\\shop")).toBe(true);
  expect(isSameFolder("C:/shop", "c:/shop")).toBe(true);
  expect(isSameFolder("/home/mira/shop", "/home/mira/shop")).toBe(true);
  expect(isSameFolder("/home/mira/caf\u00e9", "/home/mira/cafe\u0301")).toBe(true);
  expect(isSameFolder(undefined, undefined)).toBe(true);
});

test("other paths name others, whatever they differ in", () => {
  expect(isSameFolder("C:\\shop", "D:\\shop")).toBe(false);
  expect(isSameFolder("C:\\Shop", "C:\\shop")).toBe(false);
  expect(isSameFolder("c:shop", "C:shop")).toBe(false);
  expect(isSameFolder("/home/Mira", "/home/mira")).toBe(false);
  expect(isSameFolder("/home/mira", undefined)).toBe(false);
});

test.each([
  ["/home/noor/tides/", { name: "tides", path: "/home/noor/tides/" }],
  ["C:\\tides", { name: "tides", path: "C:\\tides" }],
  ["/", { path: "/" }],
])("the project of %s is called as the folder is", (path, project) => {
  expect(projectOf(path)).toEqual(project);
  expect(projectOf(path, "git@t.example:tides.git")).toMatchObject({
    remote: "git@t.example:tides.git",
  });
});
