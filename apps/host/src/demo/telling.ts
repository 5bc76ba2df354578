import { Readable } from "node:stream";
import type { Actor, Call } from "@touchline/api/kernel/call";
import { notFound } from "@touchline/api/kernel/errors";
import type { Upload } from "@touchline/api/kernel/mount";
import { completeDocument } from "@touchline/api/modules/requirements/actions";
import { reviewRequirement } from "@touchline/api/modules/reviews/actions/review";
import { restand } from "@touchline/api/modules/standing/actions/restand";
import { requirement } from "@touchline/api/modules/standing/tables";
import { maxFileBytes } from "@touchline/contract";
import { addToDay, dayOf, type Grant } from "@touchline/rules";
import { and, asc, eq, lte, type SQL } from "drizzle-orm";
import { aPdf, aPng } from "./papers.ts";
import { demoLabels, type PlannedContent, type PlannedPerson, type PlannedSubmission } from "./plan.ts";

/** Where a level lies in the tree's numbering, by its id. */
export type Numbers = ReadonlyMap<string, { pre: number; last: number }>;

/** A person of the plan as the one who acts, with what their labels grant. */
export function actingPerson(person: PlannedPerson, numbers: Numbers): Actor {
  const grants = person.memberships.flatMap(({ levelId, label }): Grant[] => {
    const numbered = numbers.get(levelId);
    return numbered ? [{ role: demoLabels[label].role, levelId, ...numbered }] : [];
  });
  const managers = { review: true, content: true };
  // Nobody signs in here, so that no account is asked for.
  return {
    kind: "person",
    profileId: person.profileId,
    appUserId: person.profileId,
    grants,
    children: person.guards,
    managers,
  };
}

async function requirementId(call: Call, profileId: string, contentId: string): Promise<string> {
  const [row] = await call.db
    .select({ id: requirement.requirementId })
    .from(requirement)
    .where(
      and(
        eq(requirement.organizationId, call.organizationId),
        eq(requirement.profileId, profileId),
        eq(requirement.contentId, contentId),
      ),
    );
  if (!row) throw notFound("The requirement");
  return row.id;
}

/** Sends in what a submission of the plan says, by the member's or the guardian's own verb. */
export async function submit(
  call: Call,
  one: PlannedSubmission,
  content: PlannedContent & { contentId: string },
  about: { zone: string; today: string },
): Promise<void> {
  const completedDate = dayOf(
    call.now.getTime() - (one.completedDaysAgo - one.submittedDaysAgo) * 86_400_000,
    about.zone,
  );
  await completeDocument(call, {
    requirementId: await requirementId(call, one.person.profileId, content.contentId),
    profileLevelAccessId: one.membership.profileLevelAccessId,
    ...(content.settings.asksCompletionDate ? { completedDate } : {}),
    ...(one.validInDays === null ? {} : { validUntil: addToDay(about.today, { days: one.validInDays }) }),
    uploads: await papersFor(call, one.person, content, completedDate),
  });
}

/** Decides it, by the reviewer's own verb. */
export async function decide(call: Call, one: PlannedSubmission, contentId: string): Promise<void> {
  if (!one.review) return;
  await reviewRequirement(call, {
    requirementId: await requirementId(call, one.person.profileId, contentId),
    profileLevelAccessId: one.membership.profileLevelAccessId,
    reviewDecision: one.review.decision,
    reviewNotes: one.review.notes,
  });
}

const pictures = new Set(["badge", "firstaid", "age", "driving"]);

async function papersFor(call: Call, person: PlannedPerson, content: PlannedContent, day: string): Promise<Upload[]> {
  const keep = async (name: string, bytes: Buffer): Promise<Upload> => {
    const received = await call.adapters.files.receive(Readable.from([bytes]), maxFileBytes);
    if (!received) throw new Error(`${name} of the demo is larger than a file may be.`);
    return { ...received, name };
  };
  const fullName = `${person.firstName} ${person.lastName}`;
  const paper = aPdf(content.name, [fullName, `Completed on ${day}`, "", "A sample of the demo organization."]);
  if (!pictures.has(content.key)) return [await keep(`${content.key}-${person.lastName}.pdf`, paper)];
  const picture = await keep(
    `IMG_${1000 + ((person.firstName.length * 397) % 9000)}.png`,
    aPng(60 + ((day.charCodeAt(9) * 37) % 190)),
  );
  return content.key === "driving" ? [picture, await keep("insurance.pdf", paper)] : [picture];
}

/**
 * What time alone has changed up to an instant, each change at its own: due dates that passed, completions that ran out.
 *
 * @param profileId only this person's.
 */
export async function letTimePass(call: Call, profileId?: string): Promise<void> {
  for (;;) {
    const due = await nextOf(call, profileId);
    const at = due[0]?.at;
    if (!at) return;
    const people = due.filter((row) => row.at?.getTime() === at.getTime()).map((row) => row.profileId);
    await restand({ ...call, actor: { kind: "system", name: "calendar" }, now: at }, people);
  }
}

function nextOf(call: Call, profileId: string | undefined) {
  const conditions: (SQL | undefined)[] = [
    eq(requirement.organizationId, call.organizationId),
    lte(requirement.nextTransitionAt, call.now),
    profileId === undefined ? undefined : eq(requirement.profileId, profileId),
  ];
  return call.db
    .select({ profileId: requirement.profileId, at: requirement.nextTransitionAt })
    .from(requirement)
    .where(and(...conditions))
    .orderBy(asc(requirement.nextTransitionAt))
    .limit(2000);
}
