import { expect, test } from "vitest";
import { planCopilot } from "../../src/copilot/plan-copilot.js";
import { carryOut } from "../carry-out.js";
import { filesIn, homeWith, line } from "../claude/home.js";

test("Places of sessions move; what was said, and other projects, stay", () => {
  const session = (path: string, id: string) => ({
    [`.copilot/session-state/${id}/events.jsonl`]:
      line({
        type: "session.start",
        data: { sessionId: id, context: { cwd: `${path}/lib`, gitRoot: path } },
      }) +
      line({ type: "user.message", data: { content: "look at /src/app", cwd: "/src/app" } }) +
      line({ type: "session.resume", data: { context: { cwd: path } } }),
    [`.copilot/session-state/${id}/workspace.yaml`]: `id: ${id}\ncwd: ${path}/lib\r\ngit_root: ${path}\nname: |-\n  cwd: /src/app\n`,
  });
  const files = (path: string) => ({
    ...session(path, "11111111-1111-4111-8111-111111111111"),
    ...session("/src/application", "22222222-2222-4222-8222-222222222222"),
  });
  const home = homeWith(files("/src/app"));
  const pairs = [{ from: "/src/app", to: "/new/my app" }];
  const system = { platform: "linux", env: {}, home, root: home };
  const plan = planCopilot({ pairs, realPairs: pairs, home, system, statOf: () => undefined });
  carryOut(plan);
  expect(filesIn(home)).toEqual(files("/new/my app"));
  expect(plan.notes).toEqual([]);
});
