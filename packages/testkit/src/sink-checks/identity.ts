import { equal, match, ok } from "node:assert/strict";
import { apiVersion, type Feature } from "@chatexport/core";
import { pluginName } from "../plugin-name.js";
import type { SinkSubject } from "../sink-checks.js";
import { featureNames } from "./feature-probes.js";

// As a host takes it, which makes names of files of it.
const extension = /^[a-z\d]{1,16}(?:\.[a-z\d]{1,16})?$/;
const layouts: readonly unknown[] = [undefined, "file", "folder"];

/** What a host reads of a sink before it renders anything. */
export async function isWellFormed(subject: SinkSubject): Promise<void> {
  const sink = subject.create();
  equal(sink.apiVersion, apiVersion, "apiVersion is not the one of this host");
  match(sink.name, pluginName, "name is not a short noun in small letters");
  match(
    sink.extension,
    extension,
    "extension is not one or two short words of small letters, without the first dot",
  );
  match(sink.mediaType, /^[\w.+-]+\/[\w.+-]+$/, "mediaType is not one");
  ok(layouts.includes(sink.layout), 'layout is neither "file" nor "folder"');
  ok(typeof sink.render === "function", "render is not a function");
  ok(sink.keeps instanceof Set, "keeps is not a Set");
  const known: readonly Feature[] = featureNames;
  for (const feature of sink.keeps)
    ok(known.includes(feature), `keeps has "${feature}", which is no feature`);
}
