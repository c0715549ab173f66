import { contextFor } from "../engine/reporting.js";
import type { Session } from "../model.js";
import type { Context, Sink } from "../plugin.js";

/** A session as a document without files beside it: images are in the document itself, or left out. */
export function renderAlone(
  sink: Sink,
  session: Session,
  context: Context = contextFor({}, { source: session.source, session: session.id }),
): ReturnType<Sink["render"]> {
  return sink.render(session, { ...context, asset: async () => undefined });
}
