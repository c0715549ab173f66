import { describe, expect, test } from "vitest";
import { clients } from "../../agents/clients.mjs";
import type { Said } from "../../agents/said.mjs";
import { stage } from "../../agents/scenario.mjs";

const all = Object.values(clients).flatMap((client) =>
  Object.entries(client.scenarios).map(([name, scenario]) => ({ client, name, scenario })),
);

describe.each(all)("$client.name $name", ({ client, name, scenario }) => {
  const said: Said[] = [];
  const more = client.stageFor?.(client.pinned) ?? {};
  const { scripts, runs, files = {} } = stage(name, scenario, { folder: "/folder", said, more });
  const texts = JSON.stringify([scripts, runs, files]);

  test("starts only scripts that it has, and has only those", () => {
    const started = new Set([...texts.matchAll(/\[\[([\w.-]+)\]\]/g)].map(([, script]) => script));
    expect([...started].sort()).toEqual(Object.keys(scripts).sort());
  });

  test("marks each text once", () => {
    const ids = said.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(1);
  });
});
