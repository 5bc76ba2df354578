import type { BodyInput } from "@touchline/contract";
import { savePreferences } from "@touchline/contract/accounts/account-settings";
import { createContent } from "@touchline/contract/library/content";
import { assignContent, previewAssignments } from "@touchline/contract/library/content-assignments";
import { saveContentAbusePreventionTraining, saveContentDocument } from "@touchline/contract/library/content-kinds";
import { completeWithoutUpload, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { addToDay, dayOf, eligible, remindedStatuses, usualSettings } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { added, aFamilyOrganization } from "../../../../test/families.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type LevelKey, type Organization, type TestPerson } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { assignmentPreview } from "../../../schema/library.ts";
import { addGuardian } from "../../joining/families/actions/guardians.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";
import { beginRound, continueRound } from "../../reporting/reminders/actions/reminder-round.ts";
import { beginEffect, continueEffect } from "./actions/preview-steps.ts";

const world = aWorld();
const zone = "America/Los_Angeles";
const today = () => dayOf(Date.now(), zone);
const price = 2_500;

type Change = BodyInput<typeof previewAssignments>;

/** Generates numbers that look random and are the same each time. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/**
 * Adds coaches and volunteers everywhere: with a login, without one, one with reminders turned off, one whose address isn't
 * confirmed, one who is disqualified; and two families, in one of which two guardians look after two children.
 */
async function somePeople() {
  const family = await aFamilyOrganization(world.it);
  const { org, player, admin, parent } = family;
  Object.assign(org.labelIds, { Player: player });
  const people: TestPerson[] = [parent];
  for (const place of ["root", "north", "northClub", "northTeam", "southClub", "south"] as const) {
    for (const label of ["Head Coach", "Volunteer"] as const) people.push(await org.aMember(place, label));
    await org.added(admin, place, "Head Coach");
  }
  const [, without, unconfirmed, refused] = people as [TestPerson, TestPerson, TestPerson, TestPerson];
  const other = await org.aMember("northTeam", "Volunteer");
  people.push(other);
  await without.call(savePreferences, { body: { muted: ["reminders"] } });
  await org.asSystem((call) =>
    call.db.execute(
      sql`UPDATE profile SET confirmed_at = NULL WHERE organization_id = ${call.organizationId} AND profile_id = ${unconfirmed.profileId}`,
    ),
  );
  const children = [
    await added(parent, family, { firstName: "Noa" }),
    await added(parent, family, { firstName: "Ilse" }),
  ];
  await added(other, family, { firstName: "Kim" });
  for (const { profileId } of children as { profileId: string }[]) {
    await org.asSystem((call) => addGuardian(call, { guardianProfileId: other.profileId, childProfileId: profileId }));
  }
  await org.aDocument(admin, { name: "Code", labels: ["Head Coach", "Volunteer"], settings: { reviewRequired: true } });
  const submission = await owedBy(refused, "Code");
  await send(submission);
  await admin.call(reviewRequirement, {
    params: { plaId: refused.plaId },
    body: { requirementId: submission.requirementId, reviewDecision: "RejectedDisqualified", reviewNotes: "No" },
  });
  // Some are cleared, so that they can lose it.
  for (const one of people.slice(5)) await done(admin, one, "Code");
  return { org, admin, people, children: children as { profileId: string }[] };
}

async function done(admin: TestPerson, one: TestPerson, name: string) {
  const { requirementId } = await owedBy(one, name);
  const body = { requirementId, date: today(), reason: "Seen on paper" };
  await admin.call(completeWithoutUpload, { params: { plaId: one.plaId }, body });
}

function anyChange(org: Organization, people: readonly TestPerson[], next: () => number): Change {
  const pick = <T>(of: readonly T[]) => of[Math.floor(next() * of.length)] as T;
  const labelIds = Object.entries(org.labelIds).flatMap(([name, id]) =>
    ["Head Coach", "Volunteer", "Player"].includes(name) && next() < 0.6 ? id : [],
  );
  const one = () => ({
    levelId: org.levels[pick(Object.keys(org.levels) as LevelKey[])],
    includeBelow: next() < 0.8,
    labelIds: labelIds.length > 0 ? labelIds : [org.labelIds.Volunteer],
    mandatory: next() < 0.7,
    payer: pick(["Organization", "Individual"] as const),
  });
  const exempt = {
    ...{ profileId: pick(people).profileId, levelId: null, includeBelow: false, labelId: null },
    ...{ reason: "Injured", untilDay: null },
  };
  return {
    contentAssignments: Array.from({ length: 1 + Math.floor(next() * 3) }, one),
    exceptions: next() < 0.5 ? [exempt] : [],
    keepClearedUntil: next() < 0.4 ? addToDay(today(), { days: 90 }) : null,
  };
}

/** Reads from the tables alone who owes a content. */
async function eventsOf(call: Call, contentId: string) {
  const { rows } = await call.db.execute<{
    id: string;
    profile_id: string;
    overall: Parameters<typeof eligible>[0];
    owes: boolean;
    pays: boolean;
    to_do: boolean;
  }>(sql`
    SELECT membership.profile_level_access_id AS id, membership.profile_id, standing.overall_status AS overall,
      coalesce(bool_or(demand.requirement_id IS NOT NULL), false) AS owes,
      coalesce(bool_or(demand.payer = 'Organization'), false) AS pays,
      coalesce(bool_or(requirement.status IN (${sql.raw(remindedStatuses.join(","))})), true) AS to_do
    FROM profile_level_access AS membership
    JOIN member_standing AS standing USING (organization_id, profile_level_access_id)
    LEFT JOIN requirement ON requirement.organization_id = membership.organization_id
      AND requirement.profile_id = membership.profile_id AND requirement.content_id = ${contentId}
    LEFT JOIN demand ON demand.organization_id = membership.organization_id
      AND demand.requirement_id = requirement.requirement_id
      AND demand.profile_level_access_id = membership.profile_level_access_id
    WHERE membership.organization_id = ${call.organizationId}
    GROUP BY 1, 2, 3 ORDER BY 1`);
  const owing = Map.groupBy(
    rows.filter((row) => row.owes),
    (row) => row.profile_id,
  );
  const toDo = [...owing.values()].filter(([row]) => row?.to_do);
  const paid = toDo.filter((theirs) => theirs.some((row) => row.pays)).length;
  const { rows: reviewing } = await call.db.execute<{ requirement_id: string }>(sql`
    SELECT requirement_id FROM attempt JOIN requirement USING (organization_id, requirement_id)
    WHERE organization_id = ${call.organizationId} AND content_id = ${contentId} AND state = 'pendingReview'`);
  return {
    rows,
    owing,
    toDo: new Set(toDo.map(([row]) => row?.profile_id as string)),
    costs: { organization: paid * price, members: (toDo.length - paid) * price },
    reviewing: reviewing.length,
  };
}

class TakenBack extends Error {}

/** Finds who would get the reminders of the day after tomorrow about a content; then rolls back. */
async function reminded(org: Organization, name: string): Promise<string[]> {
  const now = new Date(`${addToDay(today(), { days: 2 })}T20:00:00Z`);
  let to: string[] = [];
  const rehearsal = org.asSystem(async (systemCall) => {
    const call = { ...systemCall, now };
    await beginRound(call);
    while ((await continueRound(call)).more);
    const mails = await newestMails(call, 100);
    to = mails.filter((mail) => mail.kind === "requirementsOpen" && mail.text.includes(name)).map((mail) => mail.to);
    throw new TakenBack();
  });
  await expect(rehearsal).rejects.toThrow(TakenBack);
  return to;
}

test.each([1, 2, 3])(
  "what a preview tells is what saving brings: people, reviews, mails and costs (%i)",
  async (seed) => {
    const { org, admin, people } = await somePeople();
    const next = numbers(seed * 7_919);
    let seen = { mailed: 0, lost: 0, withdrawn: 0, spared: 0 };
    for (let round = 0; round < 4; round += 1) {
      const name = `Training no. ${seed}.${round}`;
      const paper = round % 2 === 1;
      const { contentId } = await admin.call(createContent, {
        body: { type: paper ? 0 : 5, name, description: "", levelId: org.levels.root },
      });
      const params = { id: contentId };
      const { kind: _of, ...document } = usualSettings.document;
      const { kind: _ofTraining, ...training } = usualSettings["abuse-prevention-training"];
      await (paper
        ? admin.call(saveContentDocument, { params, body: { ...document, reviewRequired: true } })
        : admin.call(saveContentAbusePreventionTraining, { params, body: { ...training, price } }));
      const read = () => org.asSystem((call) => eventsOf(call, contentId));
      for (const turn of ["assigned", "changed"]) {
        const change = anyChange(org, people, next);
        const [was, mailedBefore] = [await read(), await reminded(org, name)];
        const { result } = await admin.call(previewAssignments, { params, body: change });
        await admin.call(assignContent, { params, body: change });
        const is = await read();
        const count = (which: (one: (typeof was.rows)[number], other: (typeof is.rows)[number]) => boolean) =>
          was.rows.filter((one, at) => which(one, is.rows[at] as typeof one)).length;
        const newly = (await reminded(org, name)).filter((address) => !mailedBefore.includes(address));
        expect(result, `${name}, ${turn}`).toMatchObject({
          gain: { memberships: count((one, other) => !one.owes && other.owes) },
          lose: { memberships: count((one, other) => one.owes && !other.owes) },
          losingClearance: { memberships: count((one, other) => eligible(one.overall) && !eligible(other.overall)) },
          gainingClearance: { memberships: count((one, other) => !eligible(one.overall) && eligible(other.overall)) },
          reviews: [...is.toDo].filter((profileId) => !was.owing.has(profileId)).length,
          reminders: newly.length,
          withdrawn: was.reviewing - is.reviewing,
          costs: paper
            ? null
            : {
                organization: is.costs.organization - was.costs.organization,
                members: is.costs.members - was.costs.members,
              },
        });
        seen = {
          mailed: seen.mailed + newly.length,
          lost: seen.lost + (result?.losingClearance.memberships ?? 0),
          withdrawn: seen.withdrawn + (result?.withdrawn ?? 0),
          spared: seen.spared + (change.keepClearedUntil && newly.length > 0 ? 1 : 0),
        };
        if (turn === "changed") continue;
        // By then some have done it, and some have submitted it.
        for (const one of people.slice(5)) {
          if (!is.toDo.has(one.profileId) || next() < 0.4) continue;
          const owed = await owedBy(one, name).catch(() => null);
          if (!owed) continue;
          if (paper && next() < 0.7) await send(owed);
          else await done(admin, one, name);
        }
      }
    }
    expect(Math.min(seen.mailed, seen.lost, seen.spared)).toBeGreaterThan(0);
  },
  120_000,
);

test("worked out person by person it comes to the same, and a guardian of several counts once", async () => {
  const { org, admin } = await somePeople();
  const { contentId } = await org.aDocument(admin, { name: "Travel form", labels: ["Account Manager"] });
  const labelIds = ["Head Coach", "Volunteer", "Player"].map((name) => org.labelIds[name as "Volunteer"]);
  const params = { id: contentId };
  const all = { levelId: org.levels.root, includeBelow: true, labelIds, mandatory: true };
  const change = { contentAssignments: [all], exceptions: [] };
  const { result } = await admin.call(previewAssignments, { params, body: change });
  const kept = (call: Call) => call.db.select().from(assignmentPreview).where(ours(assignmentPreview, call));
  const [once] = await org.asSystem(kept);
  if (!once) throw new Error("nothing was kept of the preview");
  await org.asSystem(async (call) => {
    const { previewId } = await beginEffect(call, contentId, once.wanted, 1);
    while (await continueEffect(call, previewId, 1));
  });
  const stepwise = (await org.asSystem(kept)).find((one) => one.previewId !== once.previewId);
  // Names depend on what the caller may see; the steps here have no caller.
  const unnamed = (of: typeof stepwise) =>
    JSON.parse(JSON.stringify(of?.result, (key, each) => (key === "examples" ? [] : each)));
  expect(unnamed(stepwise)).toEqual(unnamed(once));
  await admin.call(assignContent, { params, body: change });
  expect(result?.reminders).toBe((await reminded(org, "Travel form")).length);
}, 120_000);
