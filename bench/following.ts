import { setTimeout as wait } from "node:timers/promises";
import { jobTable } from "@touchline/api/jobs/queue";
import { looks, progress } from "./background-load.ts";
import { type Figure, line, ms, within } from "./figures.ts";
import type { Stage } from "./setup.ts";

/** Prints each figure as soon as it is known, because a million members take an hour. */
export function collectFigures() {
  const figures: Figure[] = [];
  const report = (...found: Figure[]) => {
    figures.push(...found);
    for (const figure of found) console.log(line(figure));
  };
  return { figures, record: report };
}

/** Returns what was measured until now. */
function ended(seen: ReturnType<typeof progress>) {
  seen.saw(Number.POSITIVE_INFINITY);
  const [took, longest] = [seen.took(), seen.longest()];
  return { took: () => took, longest: () => longest };
}

type Preview<Result> = { previewId: string; done: number; result: Result | null };

/** Starts a preview, and waits for its result. */
export async function previewed<Result>(
  stage: Stage,
  ask: () => Promise<Preview<Result>>,
  look: (previewId: string) => Promise<Preview<Result>>,
) {
  const seen = progress();
  let found = await ask();
  for (; found.result === null; await wait(looks)) {
    seen.saw(found.done);
    found = await look(found.previewId);
  }
  return { seen: ended(seen), result: found.result, steps: await stepsOf(stage, "previewId", found.previewId) };
}

/** Saves, and waits until everyone's requirements are updated. */
export async function followed<Answer>(
  save: () => Promise<Answer>,
  look: () => Promise<{ inProgress: boolean; done: number }>,
) {
  const seen = progress();
  const answer = await save();
  const answerTime = seen.took();
  for (let found = await look(); found.inProgress; found = await look()) {
    seen.saw(found.done);
    await wait(looks);
  }
  return { answer, answerTime, seen: ended(seen) };
}

/** `at`: which of the steps took longest; the first is 1. */
export type Steps = { steps: number; longest: number; at: number };

/** Returns the number of steps that a job took, and the longest time between two, by a value of its payload or by its name. */
export async function stepsOf({ pool }: Stage, name: "previewId" | "round" | "job", id: string): Promise<Steps> {
  const named = name === "job" ? "data->>'job'" : `data->'payload'->>'${name}'`;
  const { rows } = await pool.query<Steps>(
    `SELECT count(*) OVER ()::int AS steps, coalesce(extract(epoch FROM took) * 1000, 0)::float8 AS longest, at::int
     FROM (SELECT coalesce(lead(started_on) OVER (ORDER BY started_on), completed_on) - started_on AS took,
         row_number() OVER (ORDER BY started_on) AS at
       FROM ${jobTable} WHERE ${named} = $1 AND state = 'completed') AS step
     ORDER BY took DESC LIMIT 1`,
    [id],
  );
  return rows[0] ?? { steps: 0, longest: 0, at: 0 };
}

/** Describes the longest time without progress, and the number of steps. */
export function longest(
  name: string,
  seen: Pick<ReturnType<typeof progress>, "took" | "longest">,
  steps: Steps,
): Figure {
  const figure = within(`${name}, longest time without progress`, seen.longest(), 1000, "ms");
  return {
    ...figure,
    details: `${figure.details}; ${ms(seen.took())} in ${steps.steps} steps, the longest ${ms(steps.longest)} (no. ${steps.at})`,
  };
}
