import { html, type Markup } from "../escape.js";

/** A drawing in SVG, as wide as every other. */
export interface Chart {
  title: string;
  /** The meaning of the chart, for those who do not see it. */
  label: string;
  height: number;
  /** The drawing, from (0, 0) to (`chartWidth`, height). */
  drawing: Markup;
  /** The same for phones, as wide as `phoneWidth`; a chart without one is moved sideways there. */
  phone?: Pick<Chart, "height" | "drawing">;
}

/** In units of the drawing: about as many pixels. */
export const chartWidth = 720;

/** Of a drawing for phones. */
export const phoneWidth = 350;

/** The number of colours for models; what comes after shares the last one. */
export const colours = 6;

/** A number in few characters: "1.2M". */
export function short(number: number): string {
  return number.toLocaleString("en", { notation: "compact", maximumFractionDigits: 1 });
}

/** A text at a place; `side` is where its place is: at its start, middle or end. */
export function textAt(
  [x, y]: readonly [number, number],
  text: string,
  side: "start" | "middle" | "end" = "start",
  name = "quiet",
): Markup {
  return html`<text x="${x}" y="${y}" text-anchor="${side}" class="${name}">${text}</text>`;
}

/** A rectangle with what it says when it is pointed at. */
export function boxAt(
  box: { x: number; y: number; width: number; height: number },
  name: string,
  says: string,
): Markup {
  const { x, y, width, height } = box;
  return html`<rect x="${rounded(x)}" y="${rounded(y)}" width="${rounded(width)}" height="${rounded(height)}" class="${name}"><title>${says}</title></rect>`;
}

function rounded(number: number): number {
  return Math.round(number * 100) / 100;
}

/** A name with at most so many characters, without what would turn the line around. */
export function fitted(name: string, most: number): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  const characters = [...line];
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join("")}…`;
}
