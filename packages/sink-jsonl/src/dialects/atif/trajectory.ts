import type { Session, SinkContext } from "@chatexport/core";
import { detailsOf } from "../../details.js";
import { jsonText } from "../../json-text.js";
import { partsIn } from "./content.js";
import { type Embedded, embedded } from "./embedded.js";
import { totalMetrics } from "./metrics.js";
import { stepsOf } from "./step.js";

/** A trajectory as one JSON object, step by step. The session has at least one. */
export async function* trajectory(
  whole: Embedded,
  context: Pick<SinkContext, "asset">,
): AsyncGenerator<string> {
  const subagents = embedded(whole.session);
  yield* beginning(whole, subagents, context);
  // A store decides how deep sub-agents go, which recursion might not.
  const open = [{ session: whole.session, subagents, next: 0 }];
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const { session, next } = level;
    const subagent = level.subagents[next];
    if (subagent) {
      yield next === 0 ? ',"subagent_trajectories":[' : ",";
      level.next++;
      const subagents = embedded(subagent.session);
      yield* beginning(subagent, subagents, context);
      open.push({ session: subagent.session, subagents, next: 0 });
    } else {
      if (next > 0) yield "]";
      yield `,"extra":${jsonText(await extraOf(session, context))}}`;
      open.pop();
    }
  }
}

/** A trajectory up to those of its sub-agents. */
async function* beginning(
  { id, session }: Embedded,
  subagents: readonly Embedded[],
  context: Pick<SinkContext, "asset">,
): AsyncGenerator<string> {
  // The format asks for a version of the agent, and the model has none.
  const agent = { name: session.source, version: "unknown", model_name: session.model };
  const head = { schema_version: "ATIF-v1.7", session_id: session.id, trajectory_id: id, agent };
  yield `${jsonText(head).slice(0, -1)},"steps":[`;
  let count = 0;
  for (const message of session.messages)
    for await (const step of stepsOf(message, { subagents, asset: context.asset })) {
      if (count > 0) yield ",";
      count++;
      yield jsonText({ step_id: count, ...step });
    }
  yield `],"final_metrics":${jsonText(totalMetrics(session.usage, count))}`;
}

async function extraOf(session: Session, { asset }: Pick<SinkContext, "asset">): Promise<object> {
  const { title, attachments } = session;
  const { content, files } = await partsIn(attachments ?? [], asset);
  return { title, ...detailsOf(session), attachments: attachments && content, files };
}
