import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { surroundings } from "../surroundings.mjs";

/**
 * Makes a home in which the client knows no server but the mock; returns its whole environment.
 *
 * @param {import("../clients.mjs").Place} place
 */
export function onboard({ home, temporary, url }) {
  const own = join(home, ".pi/agent");
  mkdirSync(own, { recursive: true });
  const model = { id: "mock-model", name: "Mock", reasoning: true, input: ["text", "image"] };
  const mock = {
    baseUrl: `${url}/v1`,
    api: "openai-completions",
    apiKey: "invented",
    models: [model],
  };
  writeFileSync(join(own, "models.json"), JSON.stringify({ providers: { mock } }));
  return { ...surroundings(home), TMPDIR: temporary, PI_OFFLINE: "1" };
}
