import type { Session } from "@chatexport/core";
import { type TargetName, targetNames, targets } from "@chatexport/transplant";
import { CliError } from "../../terminal/cli-error.js";
import { listed } from "../../terminal/sentence.js";

/** The tool that a session came from, and its folder. Throws where no session can be brought back into that. */
export function placeOf({ source, cwd, project }: Session): { to: TargetName; folder: string } {
  const to = targetNames.find((name) => name === source);
  if (to === undefined) {
    const titles = listed(targetNames.map((name) => targets[name].title));
    throw new CliError(
      1,
      `Sessions can be brought back into ${titles}, not into ${source}: chatexport continue makes it one of those.`,
    );
  }
  return { to, folder: cwd ?? project?.path ?? process.cwd() };
}
