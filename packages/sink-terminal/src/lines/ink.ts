import picocolors from "picocolors";

/** Paints the words of a session; each function takes harmless text. */
export interface Ink {
  /** Text that is nothing else. */
  text(text: string): string;
  /** Titles and headings. */
  title(text: string): string;
  strong(text: string): string;
  emphasis(text: string): string;
  struck(text: string): string;
  code(text: string): string;
  /** Less important text. */
  quiet(text: string): string;
  /** The speaker of a prompt, and the bar beside it. */
  prompt(text: string): string;
  failed(text: string): string;
  warned(text: string): string;
  added(text: string): string;
  removed(text: string): string;
  /** The position of a hunk of a diff. */
  position(text: string): string;
}

const asItIs = (text: string) => text;

const plainInk: Ink = {
  text: asItIs,
  title: asItIs,
  strong: asItIs,
  emphasis: asItIs,
  struck: (text) => `~~${text}~~`,
  code: (text) => `\`${text}\``,
  quiet: asItIs,
  prompt: asItIs,
  failed: asItIs,
  warned: asItIs,
  added: asItIs,
  removed: asItIs,
  position: asItIs,
};

/** Colours, or without them the few marks without which a text would say something else. */
export function inkOf(color: boolean): Ink {
  if (!color) return plainInk;
  const colors = picocolors.createColors(true);
  return {
    text: asItIs,
    title: colors.bold,
    strong: colors.bold,
    emphasis: colors.italic,
    struck: colors.strikethrough,
    code: colors.yellow,
    quiet: colors.dim,
    prompt: (text) => colors.bold(colors.cyan(text)),
    failed: colors.red,
    warned: colors.yellow,
    added: colors.green,
    removed: colors.red,
    position: colors.cyan,
  };
}

/** The ink of folded text. It has no bold: bold and dim end with the same sequence. */
export function quietInk(ink: Ink): Ink {
  const { quiet, emphasis } = ink;
  if (ink === plainInk) return ink;
  return { ...ink, text: quiet, title: quiet, prompt: quiet, strong: emphasis };
}
