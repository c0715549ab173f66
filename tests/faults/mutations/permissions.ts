import { chmodSync } from "node:fs";
import { filesBelow, foldersBelow, inStore } from "../files.js";
import type { Mutation } from "./mutation.js";

/** Files and folders that may not be read. They mean nothing to root. */
export const permissionMutations: readonly Mutation[] = [
  {
    name: "a file without permission",
    apply(store, random) {
      const path = random.pick(filesBelow(store));
      if (path === undefined) return undefined;
      chmodSync(path, 0);
      return {
        what: `no permission to read ${inStore(path, store)}`,
        places: [{ path }],
        undo: () => chmodSync(path, 0o600),
      };
    },
  },
  {
    name: "a folder without permission",
    apply(store, random) {
      const path = random.pick(foldersBelow(store));
      if (path === undefined) return undefined;
      const mode = random.pick([0, 0o100, 0o400]) ?? 0;
      chmodSync(path, mode);
      return {
        what: `mode ${mode.toString(8)} of the folder ${inStore(path, store)}`,
        places: [{ path }],
        undo: () => chmodSync(path, 0o700),
      };
    },
  },
];
