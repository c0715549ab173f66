import { type FilePart, type Message, present, type Session } from "@chatexport/core";
import { getOrAdd } from "@chatexport/core/read";
import type { Trail } from "./map-fields.js";

/** A place in a session where something was masked. */
export interface Place {
  /** The type of the part of a message, "file", or the field of the message or session. */
  in: string;
  /** The tool that was called, or the file. */
  name?: string;
  /** The number of the message in its line, from 1. */
  message?: number;
  role?: Message["role"];
  /** The id of the branch, unless it is the active one. */
  branch?: string;
  /** The id of the sub-agent that it is of. */
  subagent?: string;
}

/** A place of a session, with the number of secrets of one kind that were masked in it. */
export interface MaskedPlace extends Place {
  rule: string;
  times: number;
}

/** The masks of a session, and their places; nothing in it tells a secret. */
export interface MaskedSession {
  source: string;
  id: string;
  masked: MaskedPlace[];
}

/** A secret of some kind that was masked, and the way to it. */
export interface MaskedText {
  rule: string;
  trail: Trail;
}

/**
 * The places where secrets were masked, in the order of the session, as it is after that: names may be
 * secrets, too.
 */
export function maskedPlaces(masked: Session, texts: readonly MaskedText[]): MaskedSession {
  const places = new Map<string, MaskedPlace>();
  for (const { rule, trail } of texts) {
    const place = placeIn(masked, trail);
    const key = JSON.stringify([rule, place]);
    getOrAdd(places, key, () => ({ ...place, rule, times: 0 })).times++;
  }
  return { source: masked.source, id: masked.id, masked: [...places.values()] };
}

/** The place at the end of a way through a session. */
export function placeIn(session: Session, [field, at, ...rest]: Trail): Place {
  const index = Number(at);
  switch (field) {
    case "messages":
      return placeInMessage(session.messages, [index, ...rest]);
    case "branches": {
      const branch = session.branches?.[index];
      const [, ...inMessages] = rest;
      return present({ ...placeInMessage(branch?.messages, inMessages), branch: branch?.id });
    }
    case "subagents": {
      const subagent = session.subagents?.[index];
      return subagent ? { subagent: subagent.id, ...placeIn(subagent, rest) } : { in: "subagents" };
    }
    case "attachments":
      return present({ in: "file", name: nameOf(session.attachments?.[index]) });
    default:
      return { in: String(field) };
  }
}

function placeInMessage(messages: readonly Message[] = [], trail: Trail): Place {
  const [at, field, index] = trail;
  const message = messages[Number(at)];
  const part = field === "parts" ? message?.parts[Number(index)] : undefined;
  return present({
    message: Number(at) + 1,
    role: message?.role,
    in: part?.type ?? String(field),
    name: part?.type === "tool-call" ? part.name : part?.type === "file" ? nameOf(part) : undefined,
  });
}

function nameOf(file: FilePart | undefined): string | undefined {
  return file?.path ?? file?.name;
}
