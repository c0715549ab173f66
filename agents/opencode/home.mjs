import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mcpServer, surroundings } from "../surroundings.mjs";

/** Models that take pictures, and think. The second one is given other tools, because of its name. */
export const models = { usual: "mock-model", patching: "gpt-5-mock" };

/**
 * Makes a home in which the client asks nothing and knows no server but the mock; returns its whole environment.
 *
 * @param {import("../clients.mjs").Place} place
 * @param {string} name The client's name, which its folders have.
 */
export function onboard({ home, temporary, url }, name) {
  const own = join(home, ".config", name);
  mkdirSync(join(own, "command"), { recursive: true });
  const settings = {
    model: `mock/${models.usual}`,
    small_model: `mock/${models.usual}`,
    share: "disabled",
    autoupdate: false,
    permission: { "*": "allow", bash: { "*": "allow", "rm *": "ask" } },
    mcp: { echo: { type: "local", command: [process.execPath, mcpServer] } },
    provider: {
      mock: {
        npm: "@ai-sdk/openai-compatible",
        options: { baseURL: `${url}/v1`, apiKey: "invented" },
        models: Object.fromEntries(Object.values(models).map((model) => [model, modelSettings])),
      },
    },
  };
  writeFileSync(join(own, `${name}.json`), JSON.stringify(settings));
  writeFileSync(
    join(own, "command", "delegate.md"),
    "---\ndescription: Delegates something\nagent: general\nsubtask: true\n---\nSee to this: $ARGUMENTS\n",
  );
  return {
    ...surroundings(home),
    TMPDIR: temporary,
    ...apart(name, url),
  };
}

/**
 * Settings that keep the client from asking anybody but the mock: where it would, the mock refuses.
 *
 * @param {string} name
 * @param {string} url
 */
export function apart(name, url) {
  const own = Object.fromEntries(
    ["MODELS_FETCH", "AUTOUPDATE", "LSP_DOWNLOAD", "SHARE", "DEFAULT_PLUGINS"].map((what) => [
      `${name.toUpperCase()}_DISABLE_${what}`,
      "1",
    ]),
  );
  return { ...own, HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: "127.0.0.1,localhost" };
}

const modelSettings = {
  reasoning: true,
  attachment: true,
  tool_call: true,
  modalities: { input: ["text", "image"], output: ["text"] },
  limit: { context: 200_000, output: 8192 },
  cost: { input: 1, output: 2, cache_read: 0.1 },
};
