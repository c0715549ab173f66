import { sessions } from "@chatexport/core";
import { expect, test } from "vitest";
import claude from "../src/index.js";
import { folderWith, prompt } from "./store.js";

test("a folder name that was cut because the path is long does not hide where the session ran", async () => {
  const cwd = `/home/mira/${"deep/".repeat(60)}shop`;
  const name = `${cwd.replace(/[^a-zA-Z0-9]/g, "-").slice(0, 200)}-1k2m3n`;
  const root = folderWith({ [`projects/${name}/s.jsonl`]: prompt("One", { cwd }) });
  for await (const { ref } of sessions([claude({ roots: [root] })]))
    expect(ref).toMatchObject({ cwd, project: { name: "shop", path: cwd } });
});
