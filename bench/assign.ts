import { setTimeout as wait } from "node:timers/promises";
import { checkSome } from "@touchline/api/modules/compliance/standing/actions/check";
import { miscounted } from "@touchline/api/modules/compliance/standing/actions/recount";
import type { ResponseOf } from "@touchline/contract";
import {
  assignContent,
  getAssignmentPreview,
  getAssignmentProgress,
  previewAssignments,
  undoAssignments,
} from "@touchline/contract/library/content-assignments";
import { aContent, bareInsert } from "./assignments.ts";
import { asAdmin, type Caller, readers, whileRead } from "./background-load.ts";
import { type Figure, ms, none, within } from "./figures.ts";
import { collectFigures, followed, longest, previewed, stepsOf } from "./following.ts";
import { idOf, organizationId } from "./population.ts";
import type { Stage } from "./setup.ts";

const org = `'${organizationId}'::uuid`;
/** The longest time in milliseconds that saving may keep a page waiting. */
const answered = 1000;

/** Assigns one more content to everyone: previewed, saved, applied step by step, and undone. */
export async function assigning(stage: Stage, seconds: number): Promise<Figure[]> {
  const contentId = await aContent(stage, idOf("level", 0), "Required for everyone");
  const labelIds = Array.from({ length: 6 }, (_, label) => idOf("label", label));
  const all = { levelId: idOf("level", 0), includeBelow: true, labelIds, mandatory: true, dueDate: null };
  const body = { contentAssignments: [{ ...all, payer: "Organization" }] };
  const at = (path: string) => path.replace("{id}", contentId);
  const by = await asAdmin(stage);
  const { read: before } = await whileRead(stage, by, () => wait(seconds * 1000));
  const { figures, record: report } = collectFigures();
  const { came: preview, read: duringPreview } = await whileRead(stage, by, () =>
    previewed(
      stage,
      () => by.call<ResponseOf<typeof previewAssignments>>("POST", at(previewAssignments.path), body),
      (id) => by.call("GET", at(getAssignmentPreview.path).replace("{previewId}", id)),
    ),
  );
  const gain = preview.result.gain.memberships;
  report(longest(`preview of ${gain}`, preview.seen, preview.steps), readers("the preview", duringPreview, before));
  const { came: assigned, read: duringSaved } = await whileRead(stage, by, () =>
    saved(stage, by, contentId, () => by.call("POST", at(assignContent.path), body)),
  );
  const owing = await owed(stage, contentId);
  report(
    within("assignment, answer", assigned.answerTime, answered, "ms"),
    longest("assignment", assigned.seen, assigned.steps),
    readers("the assignment", duringSaved, before),
  );
  const bare = await bareInsert(stage, contentId);
  report({
    name: `assignment to ${owing} compared to the bare insert`,
    ratio: assigned.seen.took() / Math.max(1, owing) / bare.each,
    target: 5,
    atMost: true,
    details: `${owing} of ${gain} in ${ms(assigned.seen.took())}, bare ${bare.rows} in ${ms(bare.time)}`,
  });
  const found = await checked(stage);
  report(none("wrong statuses in a sample", found.length, JSON.stringify(found[0] ?? "none")));
  const { changeId } = assigned.answer;
  const { came: undone, read: duringUndone } = await whileRead(stage, by, () =>
    saved(stage, by, contentId, () => by.call("POST", at(undoAssignments.path), { changeId })),
  );
  report(longest("undoing", undone.seen, undone.steps), readers("undoing", duringUndone, before));
  const left = await owed(stage, contentId);
  const wrong = await stage.asSystem(miscounted);
  const differing = await checked(stage);
  report(
    none(
      "requirements that differ from the preview or remain",
      Math.abs(owing - gain) + left,
      `${owing}, then ${left}`,
    ),
    none("wrong counts afterwards", wrong.length, JSON.stringify(wrong[0] ?? "none")),
    none("wrong statuses in a sample afterwards", differing.length, JSON.stringify(differing[0] ?? "none")),
  );
  return figures;
}

type Answered = { changeId: string | null };

/** Saves, and waits until everyone's requirements are updated. */
async function saved(stage: Stage, by: Caller, contentId: string, save: () => Promise<Answered>) {
  const path = getAssignmentProgress.path.replace("{id}", contentId);
  let round = "";
  const came = await followed(
    async () => {
      const answer = await save();
      const { rows } = await stage.pool.query<{ round: string }>(
        `SELECT round FROM content_following WHERE organization_id = ${org} AND content_id = $1`,
        [contentId],
      );
      round = rows[0]?.round ?? "";
      return answer;
    },
    () => by.call<ResponseOf<typeof getAssignmentProgress>>("GET", path),
  );
  return { ...came, steps: await stepsOf(stage, "round", round) };
}

async function owed({ pool }: Stage, contentId: string): Promise<number> {
  const { rows } = await pool.query<{ owed: number }>(
    `SELECT count(*)::int AS owed FROM demand JOIN requirement ON requirement.organization_id = ${org}
       AND requirement.requirement_id = demand.requirement_id
     WHERE demand.organization_id = ${org} AND requirement.content_id = $1`,
    [contentId],
  );
  return rows[0]?.owed ?? 0;
}

/**
 * Counts how a sample of people differs from what assignments and facts require. The data was written without history, so none
 * is expected.
 */
export async function checked(stage: Stage) {
  const kinds = ["demandMissing", "demandSurplus", "requirement", "membership", "redo"];
  const found = [];
  for (let part = 0; part < 4; part += 1) {
    const after = idOf("profile", Math.floor((stage.population.members * part) / 4));
    const some = await stage.asSystem((call) => checkSome(call, after));
    found.push(...some.found.filter(({ what }) => kinds.includes(what)));
  }
  return found;
}
