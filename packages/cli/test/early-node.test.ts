import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { binary, homeWith } from "./binary.js";

// As of Node 22.0 to 22.2.
const withoutModules = "data:text/javascript,delete process.getBuiltinModule";

it("runs where Node gives no module directly", () => {
  const home = homeWith({ id: "11111111-aaaa-4000-8000-000000000001", title: "Lanterns" });
  const words = ["--import", withoutModules, binary, "list", "--home", home];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: "utf8", cwd: home });
  expect(stdout).toContain("Lanterns");
  expect(status).toBe(0);
});
