import { EventEmitter, on } from "node:events";
import { emitKeypressEvents, type Key } from "node:readline";

/** The size of a terminal. */
export interface ScreenSize {
  columns: number;
  rows: number;
}

// A screen beside the usual one, without a cursor, on which longer lines are cut.
const enter = "\u001b[?1049h\u001b[?25l\u001b[?7l";
const leave = "\u001b[?7h\u001b[?25h\u001b[?1049l";
const clear = "\u001b[H\u001b[2J";

/**
 * Fills the terminal with a picture, drawn anew after each key and each "change", and gives the keys. What stood there
 * comes back at the end: when nobody asks for more keys, when there are no more, or when `signal` is given.
 */
export async function* fullScreen(
  picture: (size: ScreenSize) => string,
  signal: AbortSignal,
  changes = new EventEmitter<{ change: [] }>(),
): AsyncGenerator<Key, void> {
  const { stdin, stderr } = process;
  const draw = () => {
    const { columns, rows } = stderr;
    stderr.write(clear + picture({ columns: columns || 80, rows: rows || 24 }));
  };
  const end = () => void stderr.write(leave);
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.resume();
  stderr.write(enter);
  stderr.on("resize", draw);
  changes.on("change", draw);
  process.once("exit", end);
  try {
    draw();
    for await (const [, key] of on(stdin, "keypress", { signal, close: ["end"] })) {
      yield key;
      draw();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    process.off("exit", end);
    stderr.off("resize", draw);
    changes.off("change", draw);
    end();
    stdin.pause();
    stdin.setRawMode(false);
  }
}
