import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { surroundings } from "../surroundings.mjs";

const provider = "openai-compatible";

/**
 * Makes a home in which the client knows no server but the mock; returns its whole environment.
 *
 * @param {import("../clients.mjs").Place} place
 */
export function onboard({ home, temporary, url }) {
  const own = join(home, ".cline/data/settings");
  mkdirSync(own, { recursive: true });
  const settings = { provider, apiKey: "invented", model: "mock-model", baseUrl: `${url}/v1` };
  const chosen = { settings, updatedAt: "2026-11-01T00:00:00.000Z", tokenSource: "manual" };
  const providers = {
    version: 1,
    lastUsedProvider: provider,
    modes: {},
    providers: { [provider]: chosen },
  };
  writeFileSync(join(own, "providers.json"), JSON.stringify(providers));
  return {
    ...surroundings(home),
    TMPDIR: temporary,
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    NO_PROXY: "127.0.0.1,localhost",
  };
}
