import type { Feature, Session, SinkContext } from "@chatexport/core";

/** A shape in which a session is written: whole lines, in pieces. */
export interface Dialect {
  keeps: ReadonlySet<Feature>;
  /** The pieces are about as long as a message. */
  render(
    session: Session,
    context: SinkContext,
  ): Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
}
