import { sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import redactor from "../src/index.js";
import { call, masked, maskedText } from "./session.js";

const paths = true;

test.each([
  ["/home/annabel/code/app", "~/code/app"],
  ["/Users/annabel", "~"],
  ["C:\\Users\\annabel\\code", "~\\code"],
  ['{"cwd":"C:\\\\Users\\\\annabel\\\\code"}', '{"cwd":"~\\\\code"}'],
  ["/mnt/c/Users/annabel/code", "~/code"],
  ["file:///home/annabel/code", "file://~/code"],
  ["file:///c%3A/Users/annabel/code", "file:///~/code"],
  ["PATH=/usr/bin:/home/annabel/bin", "PATH=/usr/bin:~/bin"],
  ["/home/anna.bell/x", "~/x"],
  ["/Users/Shared/x", "/Users/Shared/x"],
  ["src/home/page/index.ts", "src/home/page/index.ts"],
])("replaces home directories: %s", async (text, expected) => {
  expect(await maskedText(text, { paths })).toBe(expected);
});

test("replaces them in the names of project folders, and the name of the user", async () => {
  const texts = [
    "/Users/annabel/code",
    "~/.claude/projects/-Users-annabel-code/1.jsonl",
    "~/.cursor/projects/Users-annabel-code/1.jsonl",
    "annabel@host: annabel's annabels",
  ];
  expect(await redactor({ paths }).texts(texts)).toEqual([
    "~/code",
    "~/.claude/projects/~-code/1.jsonl",
    "~/.cursor/projects/~-code/1.jsonl",
    "user@host: user's annabels",
  ]);
});

test("replaces the name of the user in any case, and in encoded paths", async () => {
  const options = { paths, home: "/home/annabel" };
  expect(await maskedText("Annabel at %2Fhome%2Fannabel%2Fx", options)).toBe(
    "user at %2Fhome%2Fuser%2Fx",
  );
});

test("a home directory may lie anywhere", async () => {
  const options = { paths, home: "/srv/people/annabel/" };
  expect(await maskedText("/srv/people/annabel/x /home/bert/y annabel bert", options)).toBe(
    "~/x ~/y user bert",
  );
  expect(await maskedText("cat /data/admin/x -data-admin-x", { paths, home: "/data/admin" })).toBe(
    "cat ~/x ~-x",
  );
});

test("a route that looks like a home gives nobody a name", async () => {
  const parts = [{ type: "text" as const, text: "/home/page shows the page" }];
  const session = sessionOf([{ id: "1", role: "user", parts }], { cwd: "/Users/annabel/page" });
  expect(JSON.stringify(await masked(session, { paths }))).toContain("~ shows the page");
});

test("names that are words stay where they are no home", async () => {
  const options = { paths, home: "/home/node" };
  expect(await maskedText("/home/node/x runs node", options)).toBe("~/x runs node");
});

test("replaces paths in all of a session but ids", async () => {
  const session = sessionOf(
    [
      {
        id: "annabel",
        role: "user",
        parts: [call({ input: { "/home/annabel/a": "/home/annabel" } })],
      },
    ],
    { cwd: "/home/annabel/code", project: { path: "/home/annabel/code" }, title: "annabel" },
  );
  expect(await masked(session, { paths })).toEqual(
    sessionOf([{ id: "annabel", role: "user", parts: [call({ input: { "~/a": "~" } })] }], {
      cwd: "~/code",
      project: { path: "~/code" },
      title: "user",
    }),
  );
});

test("texts know in whose home the sessions before them ran", async () => {
  const { session, texts } = redactor({ paths });
  const context = { report() {}, signal: new AbortController().signal };
  await session(sessionOf([], { cwd: "/home/annabel/code" }), context);
  expect(await texts(["/data/-home-annabel-code/a.jsonl"])).toEqual([
    "/data/-home-user-code/a.jsonl",
  ]);
});

test("without the option, paths stay", async () => {
  expect(await maskedText("/home/annabel/code")).toBe("/home/annabel/code");
});
