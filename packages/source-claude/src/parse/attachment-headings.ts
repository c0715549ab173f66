import type { JsonObject } from "@chatexport/core";
import { listOf, numberOf, objectOf, stringOf, textOf } from "@chatexport/core/read";

/**
 * The first line of an attachment: what its text does not say of itself, such as which hook ran and
 * how it ended. Undefined where the text speaks for itself.
 */
export function attachmentHeading(type: string, attachment: JsonObject): string | undefined {
  if (type.startsWith("hook_")) return hookHeading(type, attachment);
  const { displayPath, filename, path, planFilePath, description, status } = attachment;
  switch (type) {
    case "compact_file_reference":
    case "directory":
    case "nested_memory":
    case "pdf_reference":
      return textOf(displayPath) ?? textOf(filename) ?? textOf(path);
    case "command_permissions":
      return labelled("Allowed tools", attachment.allowedTools);
    case "date_change":
      return "The date has changed:";
    case "goal_status":
      return attachment.met === true ? "Goal met:" : "Goal:";
    case "deferred_tools_delta":
      return "Tools that can be loaded:";
    case "plan_mode":
    case "plan_mode_exit":
      return labelled(type.replaceAll("_", " "), textOf(planFilePath));
    case "task_status":
      return [textOf(description) ?? "task", textOf(status)].filter(Boolean).join(": ");
    default:
      return undefined;
  }
}

function hookHeading(type: string, attachment: JsonObject): string | undefined {
  const name = textOf(attachment.hookName) ?? textOf(attachment.hookEvent);
  const command = textOf(attachment.command) ?? textOf(objectOf(attachment.blockingError)?.command);
  const hook = name && command ? `${name} (${command})` : (name ?? command);
  const exitCode = numberOf(attachment.exitCode);
  const outcome = exitCode ? `exit code ${exitCode}` : outcomes[type];
  return hook && outcome ? `${hook}, ${outcome}` : (hook ?? outcome);
}

const outcomes: Readonly<Record<string, string>> = {
  hook_blocking_error: "blocked",
  hook_cancelled: "cancelled",
  hook_non_blocking_error: "failed",
};

function labelled(label: string, value: unknown): string | undefined {
  const names = (listOf(value) ?? [value]).flatMap((item) => stringOf(item) ?? []);
  return names.length > 0 ? `${label}: ${names.join(", ")}` : undefined;
}
