import type { BodyOf } from "@touchline/contract";
import type { previewAssignments as previewShape } from "@touchline/contract/library/content-assignments";
import { reviewExpected } from "@touchline/rules";
import { and, eq, inArray } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import type { WantedRows } from "../../../../schema/json.ts";
import { assignmentPreview } from "../../../../schema/library.ts";
import { level } from "../../../../schema/people.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { levelsByEffect, noEffect } from "../../../compliance/index.ts";
import { memberTargets } from "../../../people/index.ts";
import { previewEffect } from "../jobs.ts";
import { contentOrArchived } from "../queries/content-by-id.ts";
import { exceptionsOf } from "../queries/exceptions.ts";
import { latestVersion } from "../queries/versions.ts";
import { columnsOf, graceOf, judgeAssignments } from "./assign.ts";
import { judgeExceptions } from "./exceptions.ts";
import { permit } from "./permitted.ts";
import { beginEffect } from "./preview-steps.ts";

const mostLevels = 10;

/**
 * Works out the effect of assignments and exceptions; nothing of it is applied.
 *
 * @param most people who are processed at once.
 * @throws NotFound, Forbidden, 400, Conflict as `assignContent`
 */
export async function previewAssignments(
  call: Call,
  input: { contentId: string } & BodyOf<typeof previewShape>,
  most?: number,
) {
  const { contentId } = input;
  await permit(call, await contentOrArchived(call, contentId), "assign");
  const { wanted: assigned } = await judgeAssignments(call, contentId, input.contentAssignments);
  const present = await exceptionsOf(call, contentId);
  const judged = input.exceptions && (await judgeExceptions(call, input.exceptions, present));
  const grace = await graceOf(call, input.keepClearedUntil ?? null);
  const staying = judged ? present.filter((one) => judged.named.has(one.exemption.contentExemptionId)) : present;
  const wanted: WantedRows = {
    assignments: assigned.map((one) => {
      const { ageFrom, ageTo, ageBy, conditionsMatch, levelId, includeBelow, mandatory, payer } = columnsOf(one);
      return {
        content_assignment_id: newId(),
        ...{ level_id: levelId, include_below: includeBelow, mandatory, payer },
        ...{ age_from: ageFrom, age_to: ageTo, age_by: ageBy, conditions_match: conditionsMatch },
        labels: [...new Set(one.labelIds)],
        conditions: (one.conditions?.answers ?? []).map((each) => ({
          condition_question_id: each.conditionId,
          answer: each.answer,
        })),
      };
    }),
    exceptions: [...staying.map(({ exemption }) => exemption), ...(judged?.fresh ?? [])].map((one) => ({
      profile_id: one.profileId,
      level_id: one.levelId,
      include_below: one.includeBelow,
      label_id: one.labelId,
      until_day: one.untilDay,
    })),
    keepCleared: grace !== null,
  };
  const { previewId, left } = await beginEffect(call, contentId, wanted, most);
  if (left) await enqueue(call, previewEffect, { previewId });
  return previewOf(call, { contentId, previewId });
}

/** Returns the progress and the findings, only to the person who asked. @throws NotFound */
export async function previewOf(call: Call, input: { contentId: string; previewId: string }) {
  const { contentId } = input;
  await permit(call, await contentOrArchived(call, contentId), "assign");
  const [row] = await call.db
    .select()
    .from(assignmentPreview)
    .where(
      and(
        ours(assignmentPreview, call),
        eq(assignmentPreview.previewId, input.previewId),
        eq(assignmentPreview.contentId, contentId),
      ),
    );
  if (!row || row.askedBy !== actingProfile(call)) throw notFound("preview");
  const { previewId, done, total, finishedAt } = row;
  const result = { ...noEffect(), ...row.result };
  if (!finishedAt) return { previewId, done, total, result: null };
  const groups = [result.gain, result.lose, result.losingClearance, result.gainingClearance];
  const found = await memberTargets(
    call,
    groups.flatMap((one) => one.examples),
  );
  const toResponse = (one: (typeof groups)[number]) => ({
    memberships: one.memberships,
    examples: one.examples.flatMap((id) => {
      const target = found.get(id);
      if (!target || !verdictOn(call, "members.see", { levelPre: target.levelPre }).allowed) return [];
      const { profileLevelAccessId, firstName, lastName, labelName, levelName } = target;
      return { profileLevelAccessId, name: `${firstName} ${lastName}`, labelName, levelName };
    }),
  });
  const weighed = levelsByEffect(result.levels).slice(0, mostLevels);
  const names = await levelNames(
    call,
    weighed.map(([levelId]) => levelId),
  );
  const settings = (await latestVersion(call, contentId))?.settings;
  const { price, currency } = settings && "price" in settings ? settings : { price: 0, currency: "USD" as const };
  return {
    ...{ previewId, done, total },
    result: {
      gain: toResponse(result.gain),
      lose: toResponse(result.lose),
      losingClearance: toResponse(result.losingClearance),
      gainingClearance: toResponse(result.gainingClearance),
      byLevel: weighed.map(([levelId, [gain, lose, losingClearance]]) => ({
        ...{ levelId, levelName: names.get(levelId) ?? "", gain, lose, losingClearance },
      })),
      reviews: settings && reviewExpected(settings) ? result.people : 0,
      reminders: result.mailed,
      withdrawn: result.withdrawn,
      costs:
        price > 0
          ? { currency, organization: price * result.paying.organization, members: price * result.paying.members }
          : null,
    },
  };
}

async function levelNames(call: Call, levelIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await call.db
    .select({ levelId: level.levelId, name: level.name })
    .from(level)
    .where(and(ours(level, call), inArray(level.levelId, [...levelIds])));
  return new Map(rows.map((row) => [row.levelId, row.name]));
}
