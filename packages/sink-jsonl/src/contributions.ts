import type { Message, Part, ToolCall } from "@chatexport/core";
import { type Content, resultText } from "./content.js";

/** A message where an order is fixed; only an assistant has reasoning and calls. */
export interface Contribution {
  role: Message["role"];
  reasoning: string[];
  content: Content[];
  calls: ToolCall[];
}

/**
 * A message as contributions, in its order. Texts of the tool are the system's, also in
 * messages of others. Edits and unknown records are left out, and with them messages that hold nothing else.
 */
export function* contributionsOf(message: Message): Generator<Contribution> {
  let open: Contribution | undefined;
  let reached = 0;
  for (const part of message.parts) {
    const piece = pieceOf(part, message);
    if (!piece) continue;
    const position = order.indexOf(piece.to);
    if (!open || open.role !== piece.role || position < reached) {
      if (open) yield open;
      open = { role: piece.role, reasoning: [], content: [], calls: [] };
    }
    add(open, piece);
    reached = position;
  }
  if (open) yield open;
}

const order = ["reasoning", "content", "calls"] as const;

/** A part of the model, and the role and list of the contribution that it belongs to. */
type Piece =
  | { role: "assistant"; to: "reasoning"; value: string }
  | { role: Message["role"]; to: "content"; value: Content }
  | { role: "assistant"; to: "calls"; value: ToolCall };

function add(contribution: Contribution, piece: Piece): void {
  if (piece.to === "reasoning") contribution.reasoning.push(piece.value);
  else if (piece.to === "content") contribution.content.push(piece.value);
  else contribution.calls.push(piece.value);
}

function pieceOf(part: Part, message: Message): Piece | undefined {
  switch (part.type) {
    case "text":
      return part.synthetic || message.synthetic
        ? bySystem(part.text)
        : { role: message.role, to: "content", value: part };
    case "file":
      return { role: message.role, to: "content", value: part };
    case "reasoning":
      return part.text ? { role: "assistant", to: "reasoning", value: part.text } : undefined;
    case "tool-call":
      return { role: "assistant", to: "calls", value: part };
    case "tool-result":
      return bySystem(`${orphan}\n\n${resultText(part.result)}`);
    case "compaction":
      return bySystem(part.summary ?? compacted);
    case "notice":
      return bySystem(part.text);
    case "edit":
    case "unknown":
      return undefined;
    default:
      return part satisfies never;
  }
}

const orphan = "The result of a tool call that was not recorded:";
const compacted = "Older messages were replaced by a summary that was not recorded.";

function bySystem(text: string): Piece {
  return { role: "system", to: "content", value: { type: "text", text } };
}
