import { expect, test } from "vitest";
import { planOpenCode } from "../../src/opencode/plan-opencode.js";
import { carryOut } from "../carry-out.js";
import { filesIn, homeWith } from "../claude/home.js";

const storage = ".local/share/opencode/storage";

test("Places of sessions in files move; what was said, and other projects, stay", () => {
  const files = (path: string) => ({
    [`${storage}/project/p1.json`]: `{"id": "p1", "worktree": "${path}", "sandboxes": ["${path}/w"]}`,
    [`${storage}/session/p1/ses_1.json`]: `{"id":"ses_1","projectID":"p1","directory":"${path}/lib","title":"/src/app"}`,
    [`${storage}/session/p1/ses_2.json`]:
      '{"id":"ses_2","projectID":"p1","directory":"/src/application"}',
    [`${storage}/message/ses_1/msg_1.json`]: `{"id":"msg_1","sessionID":"ses_1","role":"assistant","path":{"cwd":"${path}/lib","root":"${path}"}}`,
    [`${storage}/part/msg_1/prt_1.json`]:
      '{"type":"text","text":"/src/app","path":{"cwd":"/src/app"}}',
  });
  const home = homeWith(files("/src/app"));
  const pairs = [{ from: "/src/app", to: "/new/app" }];
  const system = { platform: "linux", env: {}, home, root: home };
  const plan = planOpenCode({ pairs, realPairs: pairs, home, system, statOf: () => undefined });
  carryOut(plan);
  expect(filesIn(home)).toEqual(files("/new/app"));
  expect(plan.notes).toEqual([]);
});
