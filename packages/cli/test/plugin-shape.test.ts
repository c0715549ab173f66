import { describe, expect, it } from "vitest";
import {
  isDataset,
  kindOfPlugin,
  optionsFault,
  sinkFault,
  sourceFault,
} from "../src/host/plugins/plugin-faults.js";

describe("a plugin", () => {
  const method = () => {};
  const sink = { render: method, keeps: new Set(), mediaType: "text/plain", extension: "txt" };

  it("that is complete has no fault", () => {
    expect(sourceFault({ stores: method, list: method, load: method })).toBeUndefined();
    expect(sinkFault({ ...sink, layout: "folder" })).toBeUndefined();
    expect(optionsFault({ toc: { type: "boolean", description: "A table" } })).toBeUndefined();
  });

  it("may be a dataset in place of a sink", () => {
    const dataset = { plan: method, keeps: new Set() };
    expect(sinkFault(dataset)).toBeUndefined();
    expect(sinkFault({ ...dataset, keeps: [] })).toBe("its keeps is not a Set");
    expect(kindOfPlugin(dataset)).toBe("sink");
    expect([isDataset(dataset as never), isDataset(sink as never)]).toEqual([true, false]);
  });

  it("is told what it lacks", () => {
    expect(sourceFault({ list: method })).toBe("it has no stores, no load");
    expect(sinkFault({})).toBe("it has no render");
    expect(sinkFault({ ...sink, keeps: [] })).toBe("its keeps is not a Set");
    expect(sinkFault({ ...sink, mediaType: 1 })).toBe("it has no mediaType");
    expect(sinkFault({ ...sink, extension: "../x" })).toMatch(/cannot be the extension of a file/);
    expect(sinkFault({ ...sink, layout: "heap" })).toBe("there is no layout 'heap'");
    expect(optionsFault([])).toBe("its export options is not an object");
    expect(optionsFault({ a: { type: "string" } })).toBe("its option 'a' has no description");
    expect(optionsFault({ a: { type: "number", description: "A" } })).toMatch(/another type/);
    expect(optionsFault({ a: { type: "string", description: "A", values: [] } })).toMatch(
      /values that are not a list of texts/,
    );
  });

  it("is known by what the other kind has not", () => {
    expect([kindOfPlugin({ load: method }), kindOfPlugin(sink), kindOfPlugin({})]).toEqual([
      "source",
      "sink",
      undefined,
    ]);
  });
});
