// The label of a slash command: it repeats the command's name, which stands beside it.
const label = /<command-message>[^<]*<\/command-message>/g;

const wrapper =
  /<\/?(?:command-name|command-args|command-contents|local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr)|task-notification|system-reminder|ide_(?:opened_file|selection|diagnostics)|teammate-message)(?: [^>]*)?>/;

// A notification names what it says with further elements.
const notification =
  /<\/?(?:task-id|tool-use-id|output-file|task-type|status|summary|result|event|usage)>/;

// What Claude Code tells its model at the end of a summary, and of a plan for a new session.
const told = /\n+(?=If you need specific details from before (?:compaction|exiting plan mode))/;

const interruption = /^\[(Request interrupted by user[^\]]*)\]?$/;

/** The text inside and between the tags and brackets that Claude Code puts around its own texts. */
export function unwrapped(text: string): string[] {
  const inner = text.includes("<task-notification>") ? notification : wrapper;
  return text
    .replace(label, "")
    .replace(interruption, "$1")
    .split(wrapper)
    .flatMap((piece) => piece.split(inner))
    .flatMap((piece) => piece.split(told))
    .filter((piece) => piece.trim() !== "");
}
