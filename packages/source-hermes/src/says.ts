/** The texts that this source adds itself. */
export const says =
  "sqlite subagent fork continuation unknown none content user assistant USD branch";
