import xterm from "@xterm/headless";
import { expect } from "vitest";

/** The text that a terminal shows of all that was written to it. */
export interface Screen {
  /** The lines on the screen and above it, without what is blank at their ends. */
  lines(): string[];
  /** Everything that the program wrote, with its control sequences. */
  written(): string;
  /** Waits until a pattern stands on the screen; throws with the screen when it never does. */
  see(pattern: RegExp): Promise<void>;
}

/** The size of a terminal. */
export interface ScreenSize {
  columns?: number;
  rows?: number;
}

/** A screen to write to. */
export interface OpenScreen extends Screen {
  write(text: string): void;
  /** Resolves when all that was written is on the screen. */
  drawn(): Promise<void>;
}

/** Opens an empty screen. */
export function openScreen({ columns: cols = 80, rows = 24 }: ScreenSize = {}): OpenScreen {
  const screen = new xterm.Terminal({ cols, rows, scrollback: 10_000, allowProposedApi: true });
  let written = "";
  let isDrawn = Promise.resolve();
  const lines = () => {
    const { active } = screen.buffer;
    const all = Array.from({ length: active.length }, (_, index) =>
      (active.getLine(index)?.translateToString(true) ?? "").trimEnd(),
    );
    return all.slice(0, all.findLastIndex((line) => line !== "") + 1);
  };
  return {
    write(text) {
      written += text;
      isDrawn = new Promise((resolve) => screen.write(text, resolve));
    },
    drawn: () => isDrawn,
    lines,
    written: () => written,
    see: (pattern) => expect.poll(() => lines().join("\n"), { interval: 20 }).toMatch(pattern),
  };
}
