import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileFaults } from "../../scripts/faults/compile.mjs";
import { allStores } from "./stores/all.js";
import { superviseAll } from "./supervision.js";
import { experiment, experiments } from "./writing/campaign.js";
import { openWorkshop, type Workshop } from "./writing/experiment.js";
import { patience } from "./writing/program.js";

/*
 * A sample of the campaign that scripts/faults.mjs does at length. What fails here is repeated alone with
 * `node scripts/faults.mjs --store NAME --seed 1 --first INDEX --count 1`.
 */

const seed = 1;

// What hangs is a finding, which the runner must not forestall.
const unlimited = { timeout: 0 };

describe("a damaged store", () => {
  let script = "";
  beforeAll(() => {
    script = fileURLToPath(compileFaults("shift"));
  });

  // The large ones have a bit of everything.
  const sampled = allStores().filter(({ name }) =>
    /example|exports|broken|agents-nested|codex|copilot.(?:session|chat-log)|opencode.conversation|one-of-each|kimi.code/.test(
      name,
    ),
  );
  test.each(sampled.map(({ name }) => name))(
    "is read as far as it can be: %s",
    unlimited,
    async (store) => {
      const assignment = { store, seed, first: 0, last: 8, patience };
      const { count, failures } = await superviseAll(script, assignment);
      expect(failures).toEqual([]);
      expect(count).toBe(8);
    },
  );
});

describe("an export under bad conditions", () => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop();
  });
  afterAll(() => rmSync(workshop.folder, { recursive: true, force: true }));

  const sampled = experiments.filter(
    ({ name, skip }) => skip === undefined && /SIGKILL|limited|pipe-where|damaged/.test(name),
  );
  test.each(sampled.map((each) => [each.name, each] as const))(
    "does no harm and can be repeated: %s",
    unlimited,
    async (_, each) => {
      const { count, failures } = await experiment(each, workshop, { seed, first: 0, last: 1 });
      expect(failures).toEqual([]);
      expect(count).toBe(1);
    },
  );
});
