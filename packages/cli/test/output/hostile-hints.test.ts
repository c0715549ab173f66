import { expect, test } from "vitest";
import { homeWith } from "../binary.js";
import { chatexport } from "../in-process.js";

test("a hint that is copied to a shell runs nothing that a folder is called", async () => {
  const home = homeWith({ id: "one", cwd: "/w/kiln'; touch owned; '" });
  const { stderr } = await chatexport(home, "list", "--project", "kiln");
  expect(stderr).toContain(String.raw`'kiln'\''; touch owned; '\'''`);
});
