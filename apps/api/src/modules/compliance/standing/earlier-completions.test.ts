import { RequirementStatus, type ResponseOf } from "@touchline/contract";
import { completeDocument, listRequirements } from "@touchline/contract/requirements/requirements";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { addToDay, dayOf, expiryOf, startOfDay } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { factsNotKept } from "../../../../test/fact-mismatches.ts";
import { aPdf, aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { inconsistencies } from "./actions/check.ts";
import { type EarlierCompletion, recordEarlierCompletions } from "./actions/earlier-completions.ts";

const world = aWorld();
const zone = "America/Los_Angeles";
const today = () => dayOf(world.it.clock.now().getTime(), zone);
const daysAgo = (days: number) => addToDay(today(), { days: -days });

const record = (org: Organization, completions: readonly EarlierCompletion[]) =>
  org.asSystem((call) => recordEarlierCompletions(call, completions));

const of = ({ profileId }: TestPerson, contentId: string, completedOn: string): EarlierCompletion => ({
  profileId,
  contentId,
  completedOn,
  validUntil: null,
});

type Requirement = ResponseOf<typeof listRequirements>["requirements"][number];

async function owedBy(person: TestPerson): Promise<Requirement> {
  const { requirements } = await person.call(listRequirements, { params: { plaId: person.plaId } });
  const [owed] = requirements;
  if (!owed) throw new Error("nothing is owed");
  return owed;
}

async function submit(person: TestPerson): Promise<string> {
  const { requirementId } = await owedBy(person);
  await person.call(completeDocument, {
    params: { id: requirementId },
    body: { profileLevelAccessId: person.plaId },
    files: [aPdf()],
  });
  return requirementId;
}

describe("completions that were reached earlier", () => {
  test("count from their own day for as long as the content says, for many people at once", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coaches = [await org.aMember("northTeam", "Head Coach"), await org.aMember("otherTeam", "Head Coach")];
    const { contentId } = await org.aDocument(admin);
    const days = [daysAgo(20), daysAgo(350)];
    const submissions = coaches.map((coach, index) => of(coach, contentId, days[index] as string));
    expect(await record(org, submissions)).toEqual(["recorded", "recorded"]);

    const [first, second] = await Promise.all(coaches.map(owedBy));
    expect(first?.status).toBe(RequirementStatus.Completed);
    expect(second?.status).toBe(RequirementStatus.ExpiringSoon);
    const ends = await org.asSystem(async ({ db, organizationId }) => {
      const { rows } = await db.execute<{ ends: number }>(sql`
        SELECT (extract(epoch FROM expires_at) * 1000)::float8 AS ends FROM attempt
        WHERE organization_id = ${organizationId} ORDER BY completed_at DESC`);
      return rows.map((row) => row.ends);
    });
    const year = { type: "Duration", amount: 1, unit: "years" } as const;
    expect(ends).toEqual(days.map((day) => expiryOf(year, { completedAt: startOfDay(day, zone) }, zone)));
    expect(await org.asSystem(inconsistencies)).toEqual([]);
    expect(await factsNotKept(org)).toEqual([]);
  });

  test("are in the history, with who carried them over", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    const { contentId } = await org.aDocument(admin);
    await record(org, [of(coach, contentId, daysAgo(3))]);
    const events = await org.asSystem(async ({ db, organizationId }) => {
      const { rows } = await db.execute(sql`
        SELECT kind, to_state, to_status, actor FROM requirement_event
        WHERE organization_id = ${organizationId} AND profile_id = ${coach.profileId} AND kind <> 'demanded'
        ORDER BY kind`);
      return rows;
    });
    expect(events).toEqual([
      { kind: "attempt", to_state: "approved", to_status: null, actor: "system:test" },
      { kind: "carriedOver", to_state: null, to_status: null, actor: "system:test" },
      { kind: "status", to_state: null, to_status: RequirementStatus.Completed, actor: "system:test" },
    ]);
  });

  test("change nothing where somebody has decided or has to, and say so", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const waiting = await org.aMember("northTeam", "Head Coach");
    const barred = await org.aMember("northTeam", "Head Coach");
    const done = await org.aMember("northTeam", "Head Coach");
    const volunteer = await org.aMember("northTeam", "Volunteer");
    const { contentId } = await org.aDocument(admin);
    await submit(waiting);
    await admin.call(reviewRequirement, {
      params: { plaId: barred.plaId },
      body: {
        requirementId: await submit(barred),
        reviewDecision: "RejectedDisqualified",
        reviewNotes: "The certificate was altered.",
      },
    });
    await record(org, [of(done, contentId, daysAgo(9))]);

    const outcomes = await record(org, [
      of(waiting, contentId, daysAgo(2)),
      of(barred, contentId, daysAgo(2)),
      of(done, contentId, daysAgo(9)),
      of(done, contentId, daysAgo(2)),
      of(done, contentId, daysAgo(1)),
      of(done, contentId, addToDay(today(), { days: 1 })),
      of(volunteer, contentId, daysAgo(2)),
    ]);
    expect(outcomes).toEqual(["inHand", "barred", "known", "recorded", "known", "future", "notOwed"]);
    expect((await owedBy(waiting)).status).toBe(RequirementStatus.PendingReview);
    expect((await owedBy(barred)).status).toBe(RequirementStatus.Rejected);
  });

  test("do not lie in the future, and name their last day where the content asks for it", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    const { contentId } = await org.aDocument(admin, { settings: { validity: { type: "PerRequirement" } } });
    const one = of(coach, contentId, daysAgo(30));
    expect(await record(org, [{ ...one, completedOn: addToDay(today(), { days: 1 }) }])).toEqual(["future"]);
    expect(await record(org, [one])).toEqual(["noEnd"]);
    expect(await record(org, [{ ...one, validUntil: daysAgo(31) }])).toEqual(["noEnd"]);
    expect(await record(org, [{ ...one, validUntil: daysAgo(2) }])).toEqual(["recorded"]);
    expect((await owedBy(coach)).status).toBe(RequirementStatus.Expired);
  });
});
