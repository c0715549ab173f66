import { readBytes } from "@chatexport/core/read";
import { workspaceFields } from "@chatexport/source-copilot/paths";
import type { FileEdit } from "../claude/edit-records.js";

/** The tool's notes about a session: lines of names and values. */
export const workspaceEdit: FileEdit = {
  kind: "text",
  *after(path, { map }, { changes }) {
    for (const line of readBytes(path)
      .toString("latin1")
      .split(/(?<=\n)/)) {
      const bytes = Buffer.from(line, "latin1");
      const [, field = "", end = ""] = /^(cwd|git_root):.*?(\r?\n|$)/.exec(line) ?? [];
      const from = workspaceFields(bytes.toString())[field] ?? "";
      const to = map.path(from);
      if (to !== undefined) changes.add(field, from, to);
      yield to === undefined ? bytes : Buffer.from(`${field}: ${scalar(to)}${end}`);
    }
  },
};

/** A value as YAML writes it: plain where it can be. */
function scalar(path: string): string {
  return /^[\w/\\](?:(?!: |:$| #)[^"'\n])*\S$/u.test(path) ? path : JSON.stringify(path);
}
