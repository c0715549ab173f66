import type { TurnBlock } from "@chatexport/document";
import { harmlessLine } from "./harmless.js";
import type { Layout } from "./layout.js";
import { wrapped } from "./wrap.js";

/** Who speaks, and when or with which model. */
export function turn(block: TurnBlock, { ink, columns }: Layout): string[] {
  const { role, number, speaker, time, model } = block;
  const facts = [time, model].filter((fact) => fact !== undefined).map(harmlessLine);
  const name = number === undefined ? speaker : `${number} · ${speaker}`;
  const painted = role === "prompt" ? ink.prompt(name) : ink.quiet(name);
  return wrapped(painted + facts.map((fact) => ink.quiet(` · ${fact}`)).join(""), columns);
}
