import type { PackedFiles } from "@chatexport/core/source";

/** The files of a session of the command line in a pack. */
export const packed: PackedFiles = {
  isOwn: (name, id) =>
    [`${id}/events.jsonl`, `${id}/workspace.yaml`, `${id}/plan.md`].includes(name) ||
    name.startsWith(`${id}/checkpoints/`) ||
    name.startsWith(`${id}/files/`),
  command: (id) => ["copilot", `--resume=${id}`],
};
