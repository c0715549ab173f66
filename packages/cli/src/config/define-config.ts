import type { Config } from "./types.js";

export type { Role } from "../option-types.js";
export type { Config, PluginConfig, RedactConfig } from "./types.js";

/** The options as they are: in `chatexport.config.js` an editor then knows what they can be. */
export function defineConfig(config: Config): Config {
  return config;
}
