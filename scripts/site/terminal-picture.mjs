// What a terminal shows of some commands, as an SVG that follows the reader's light or dark theme.
import pty from "@lydell/node-pty";
import xterm from "@xterm/headless";

// In pixels, for a font of 14 pixels.
const [cell, line, edge, bar] = [8.43, 20, 18, 34];

/** The SVG of a terminal in which these commands ran, one after the other, in an example home. */
export async function terminalPicture({ home, env }, commands, { columns = 92 } = {}) {
  const screen = new xterm.Terminal({ cols: columns, rows: 60, allowProposedApi: true });
  for (const [index, command] of commands.entries()) {
    if (index > 0) await write(screen, "\r\n");
    await write(screen, `\x1b[32m$\x1b[0m \x1b[1m${command}\x1b[0m\r\n`);
    await shown(screen, command, { cwd: home, env, cols: columns, rows: 60, name: env.TERM });
  }
  const lines = linesOf(screen, columns);
  const width = Math.round(columns * cell + 2 * edge);
  const height = bar + lines.length * line + edge;
  const texts = lines.flatMap((runs, row) => runs.map((run) => textOf(run, row)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(commands.join("; "))}">
<style>${style}</style>
<rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9"/>
<g class="dots"><circle cx="20" cy="18" r="5.5"/><circle cx="38" cy="18" r="5.5"/><circle cx="56" cy="18" r="5.5"/></g>
${texts.join("\n")}
</svg>
`;
}

const colors = {
  light: ["#24292f", "#cf222e", "#116329", "#7d4e00", "#0550ae", "#8250df", "#1b7c83", "#57606a"],
  dark: ["#6e7681", "#ff7b72", "#7ee787", "#d29922", "#79c0ff", "#d2a8ff", "#56d4dd", "#c9d1d9"],
};

const colorRules = (theme) =>
  colors[theme].map((color, index) => `.c${index}{fill:${color}}`).join("");

const style = `
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#24292f;white-space:pre}
.window{fill:#f6f8fa;stroke:#d0d7de}.dots{fill:#d0d7de}.bold{font-weight:600}.dim{opacity:.65}
${colorRules("light")}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.window{fill:#0d1117;stroke:#30363d}.dots{fill:#30363d}${colorRules("dark")}}
`;

function write(screen, text) {
  return new Promise((resolve) => screen.write(text, resolve));
}

function shown(screen, command, options) {
  const child = pty.spawn("/bin/sh", ["-c", command], options);
  const written = [];
  child.onData((text) => written.push(write(screen, text)));
  return new Promise((resolve) => child.onExit(() => resolve(Promise.all(written))));
}

/** Runs of characters that look alike, line by line, up to the last that is not blank. */
function linesOf(screen, columns) {
  const { active } = screen.buffer;
  const lines = Array.from({ length: active.length }, (_, row) =>
    runsOf(active.getLine(row), columns),
  );
  return lines.slice(0, lines.findLastIndex((runs) => runs.length > 0) + 1);
}

function runsOf(row, columns) {
  const runs = [];
  for (let column = 0; column < columns; column++) {
    const part = row.getCell(column);
    const look = lookOf(part);
    const last = runs.at(-1);
    // The second half of a wide character has no text.
    if (part.getWidth() === 0) last.cells++;
    else if (last?.look === look) {
      last.text += part.getChars() || " ";
      last.cells++;
    } else runs.push({ column, cells: 1, look, text: part.getChars() || " " });
  }
  return runs.filter(({ text }) => text.trim() !== "");
}

function lookOf(part) {
  const names = [];
  if (part.isFgPalette()) names.push(`c${part.getFgColor() % 8}`);
  if (part.isBold()) names.push("bold");
  if (part.isDim()) names.push("dim");
  return names.join(" ");
}

/** Blanks at both ends take no part, as they have no width that all fonts agree on. */
function textOf({ column, cells, look, text }, row) {
  const leading = text.length - text.trimStart().length;
  const trailing = text.length - text.trimEnd().length;
  const x = (edge + (column + leading) * cell).toFixed(1);
  const y = bar + row * line + 15;
  const length = ((cells - leading - trailing) * cell).toFixed(1);
  const type = look === "" ? "" : ` class="${look}"`;
  return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${type}>${escaped(text.trim())}</text>`;
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
