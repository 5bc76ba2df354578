import { assignContent } from "@touchline/contract/library/content-assignments";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { historyRuns } from "../../../../test/history-runs.ts";
import { livesAs, recordedAs } from "../../../../test/live-statuses.ts";
import { aWorld, type LabelName, type LevelKey, type Organization } from "../../../../test/world.ts";
import { changeRole, createMembership, deleteMembership } from "../../people/profiles/actions/memberships.ts";
import { moveMembership } from "../../people/profiles/actions/move.ts";
import { decideAttempts, redate, voidAttempts } from "./actions/decide.ts";
import { lockDuties } from "./actions/lock-duties.ts";
import { restand } from "./actions/restand.ts";
import { sweepSome } from "./actions/sweep.ts";
import { presentAttempt, transition } from "./actions/transition.ts";
import { stoodAt } from "./queries/as-of.ts";
import { readPeople } from "./queries/people.ts";
import { recordMismatches } from "./queries/record-mismatches.ts";

const world = aWorld();
const day = 86_400_000;

const places: LevelKey[] = ["north", "northClub", "northTeam", "southClub"];
const names: LabelName[] = ["Head Coach", "Volunteer"];
const pick = <T>(from: readonly T[], n: number) => from[n % from.length] as T;

const step = fc.record({
  what: fc.constantFrom(
    ...(["submit", "submit", "decide", "decide", "reject", "takeBack", "redate", "ask"] as const),
    ...(["add", "move", "relabel", "remove", "activate", "sweep", "wait", "assign"] as const),
  ),
  n: fc.nat(1000),
  m: fc.nat(1000),
  days: fc.integer({ min: 0, max: 40 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Plays one step of a person's history through the code that changes what statuses depend on; refused steps are fine. */
async function play(org: Organization, profileId: string, { what, n, m }: Step): Promise<void> {
  await org
    .asSystem(async (call) => {
      const people = await readPeople(call, [profileId]);
      const owed = people.requirements.get(profileId) ?? [];
      const one = pick(owed, n);
      const seat = pick(people.memberships, m);
      const other = pick(places, m);
      const subject = one && {
        requirementId: one.requirementId,
        profileId,
        contentId: one.contentId,
        profileLevelAccessId: seat?.profileLevelAccessId ?? "",
      };
      const expiresAt = new Date(call.now.getTime() + ((m % 60) + 1) * day);
      const { rows } = await call.db.execute<{ id: string }>(sql`
        SELECT current_version_id AS id FROM content WHERE organization_id = ${call.organizationId}
          AND content_id = ${one?.contentId ?? null}`);
      const version = rows[0]?.id ?? "";
      if (what === "add") {
        await lockDuties(call, "memberships");
        await createMembership(call, { profileId, levelId: org.levels[other], labelId: org.labelIds[pick(names, n)] });
      } else if (what === "move" && seat) {
        await moveMembership(call, { ...seat, newLevelId: org.levels[other] });
      } else if (what === "relabel" && seat) {
        await changeRole(call, { ...seat, newLabelId: org.labelIds[pick(names, n)] });
      } else if (what === "remove" && seat && people.memberships.length > 1) {
        await deleteMembership(call, { id: seat.profileLevelAccessId });
      } else if (what === "activate") {
        await call.db.execute(sql`UPDATE profile SET activated_at = ${n % 2 === 0 ? null : call.now.toISOString()}
          WHERE organization_id = ${call.organizationId} AND profile_id = ${profileId}`);
        await restand(call, [profileId]);
      } else if (what === "sweep") {
        await sweepSome(call);
      } else if (subject && seat) {
        if (what === "ask") await transition(call, subject, { kind: "sentToApplicant" }, version);
        if (what === "submit") {
          const reviewWanted = m % 3 !== 0;
          const dates = { submittedAt: call.now, completedAt: call.now };
          await transition(call, subject, { kind: "submitted", reviewWanted, type: 0 }, version, {
            ...dates,
            ...(reviewWanted ? {} : { decidedAt: call.now, expiresAt }),
          });
        }
        const present = await presentAttempt(call, subject.requirementId);
        if ((what === "decide" || what === "reject") && present) {
          const decision = what === "decide" ? "Approved" : m % 4 === 0 ? "RejectedDisqualified" : "RejectedReset";
          const completion = { completedAt: call.now, validUntil: null, expiresAt: m % 5 === 0 ? null : expiresAt };
          await decideAttempts(call, [
            { subject, attemptId: present.attemptId, decision, completion: what === "decide" ? completion : null },
          ]);
        }
        if (what === "takeBack") await voidAttempts(call, subject.requirementId, ["approved", "disqualified"]);
        if (what === "redate" && present) await redate(call, present.attemptId, { completedAt: call.now, expiresAt });
        await restand(call, [profileId]);
      }
    })
    .catch((error: { name?: string }) => {
      if (error.name !== "Refusal") throw error;
    });
}

describe("where a person stood", () => {
  test("at every moment of a random history is what the live queries said at that moment", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        world.it.clock.shift = 0;
        const org = await world.it.anOrganization();
        const admin = await org.aMember("root", "Administrator");
        const soon = new Date(Date.now() + 20 * day).toISOString().slice(0, 10);
        const agreement = await org.aDocument(admin, { name: "Agreement", labels: names, dueDate: soon });
        await org.aDocument(admin, { name: "Policy", at: "north", mandatory: false, labels: ["Head Coach"] });
        const assign = (n: number) =>
          admin.call(assignContent, {
            params: { id: agreement.contentId },
            body: {
              contentAssignments: places.slice(0, n % 4).map((place) => ({
                levelId: org.levels[place],
                includeBelow: n % 2 === 0,
                labelIds: [org.labelIds[pick(names, n)]],
                mandatory: n % 3 !== 0,
                dueDate: n % 5 === 0 ? soon : null,
              })),
            },
          });
        // Assigned through the API before the clock is changed, because a token is valid for minutes only.
        const { profileId } = await org.aMember("northTeam", "Head Coach");
        const said: { at: Date; live: Awaited<ReturnType<typeof livesAs>> }[] = [];
        let shift = 0;
        for (const one of steps) {
          if (one.what === "assign" && shift === 0) await assign(one.n);
          else await play(org, profileId, one);
          said.push(await org.asSystem(async (call) => ({ at: call.now, live: await livesAs(call, profileId) })));
          // As time passes, it alone causes changes that nothing has written yet.
          if (one.what === "wait") shift += one.days * day;
          shift += 1_000;
          world.it.clock.shift = shift;
          said.push(await org.asSystem(async (call) => ({ at: call.now, live: await livesAs(call, profileId) })));
          // Later events must not affect the instant that was asked about.
          shift += 1;
          world.it.clock.shift = shift;
        }
        for (const { at, live } of said) {
          expect(await org.asSystem((call) => recordedAs(call, profileId, at))).toEqual(live);
        }
        expect(await org.asSystem((call) => recordMismatches(call, [profileId]))).toEqual([]);
        world.it.clock.shift = 0;
      }),
      { numRuns: historyRuns(4), seed: 20_261_122, endOnFailure: true },
    );
  }, 240_000);

  test("is recorded when what it follows from changes, and not by time alone", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.aDocument(admin, { dueDate: new Date(Date.now() + 2 * day).toISOString().slice(0, 10) });
    const coach = await org.aMember("northTeam", "Head Coach");
    const records = () =>
      org.asSystem(async (call) => {
        const { rows } = await call.db.execute(sql`SELECT standing_record_id FROM standing_record
          WHERE organization_id = ${call.organizationId} AND profile_id = ${coach.profileId}`);
        return rows.length;
      });
    const before = await records();
    expect(before).toBeGreaterThan(0);
    world.it.clock.shift = 5 * day;
    await org.asSystem(sweepSome);
    await org.asSystem((call) => restand(call, [coach.profileId]));
    expect(await records()).toBe(before);
    world.it.clock.shift = 0;
  });

  test("follows who wrote last, also where the later writer began earlier", async () => {
    const org = await world.it.anOrganization();
    const coach = await org.aMember("northTeam", "Head Coach");
    const activate = (activated: boolean, at: Date) =>
      org.asSystem(async (call) => {
        await call.db.execute(sql`UPDATE profile SET activated_at = ${activated ? at.toISOString() : null}
          WHERE organization_id = ${call.organizationId} AND profile_id = ${coach.profileId}`);
        await restand({ ...call, now: at }, [coach.profileId]);
      });
    const later = new Date(Date.now() + 60_000);
    await activate(false, later);
    await activate(true, new Date(later.getTime() - 5_000));
    const [then] = await org.asSystem((call) => stoodAt(call, coach.profileId, later, () => true));
    expect(then?.overallStatus).toBe("NoRequirements");
  });
});
