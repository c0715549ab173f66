// The label of a slash command: it repeats the command's name, which stands beside it.
const label = /<command-message>[^<]*<\/command-message>/g;

const wrapper =
  /<\/?(?:command-name|command-args|command-contents|local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr)|task-notification|system-reminder|ide_(?:opened_file|selection|diagnostics)|teammate-message)(?: [^>]*)?>/;

const interruption = /^\[(Request interrupted by user[^\]]*)\]?$/;

/** What is inside and between the tags and brackets that Claude Code puts around its own texts. */
export function unwrapped(text: string): string[] {
  return text
    .replace(label, "")
    .replace(interruption, "$1")
    .split(wrapper)
    .filter((piece) => piece.trim() !== "");
}
