import { RequirementType } from "@touchline/contract";
import { deleteMembership } from "@touchline/contract/people/profiles";
import { getReviewSettings } from "@touchline/contract/reviews/review-settings";
import {
  countReviewSources,
  getAdjacentReview,
  getPendingReviewCount,
  listReviewRequirements,
  reviewRequirement,
} from "@touchline/contract/reviews/reviews";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { aSubmissionAt, owedBy, type Submission, send } from "../../../../test/submissions.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";

const world = aWorld();

const decide = (by: TestPerson, one: Submission, reviewDecision: "Approved" | "RejectedReset" = "Approved") =>
  by.call(reviewRequirement, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, reviewDecision, reviewNotes: "Looked at." },
  });

type Query = Partial<{ dir: "previous" | "next"; type: "Pending" | "Historical"; search: string; source: string[] }>;
/** The requirement beside another in a list; null at the end. */
async function beside(by: TestPerson, one: Submission, query: Query = {}) {
  const answer = await by.ask(getAdjacentReview, { query: { requirementId: one.requirementId, ...query } as never });
  if (answer.status === 204) return null;
  expect(answer.status).toBe(200);
  return answer.body?.requirementId ?? null;
}

/** An organization with three submissions in the north, in this order, and one in the south between them. */
async function aQueue() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin);
  const director = await org.aMember("north", "Club Director");
  const first = await aSubmissionAt(org, "northTeam");
  const elsewhere = await aSubmissionAt(org, "southClub");
  const second = await aSubmissionAt(org, "otherTeam");
  const third = await aSubmissionAt(org, "northClub");
  const list = async (by: TestPerson, query: Record<string, unknown> = {}) =>
    by.call(listReviewRequirements, { params: { orgId: org.organizationId }, query });
  return { org, admin, director, first, second, third, elsewhere, list };
}
const ids = (rows: { requirementId: string }[]) => rows.map((row) => row.requirementId);

describe("from one submission to the next", () => {
  test("goes through the queue in its order, as far as the reviewer reaches, and ends", async () => {
    const { admin, director, first, second, third, elsewhere } = await aQueue();
    expect(await beside(director, first)).toBe(second.requirementId);
    expect(await beside(director, second)).toBe(third.requirementId);
    expect(await beside(director, third)).toBeNull();
    expect(await beside(director, third, { dir: "previous" })).toBe(second.requirementId);
    expect(await beside(director, first, { dir: "previous" })).toBeNull();
    expect(await beside(admin, first)).toBe(elsewhere.requirementId);
    expect(await beside(admin, second, { dir: "previous" })).toBe(elsewhere.requirementId);
  });

  test("tells of what kind the next is, so that nobody fetches what is confidential before they look", async () => {
    const { director, first, second } = await aQueue();
    const query = { requirementId: first.requirementId } as never;
    expect((await director.ask(getAdjacentReview, { query })).body).toEqual({
      requirementId: second.requirementId,
      profileLevelAccessId: second.profileLevelAccessId,
      requirementType: RequirementType.Document,
    });
  });

  test("continues where the reviewer was after the decision", async () => {
    const { director, first, second, third } = await aQueue();
    await decide(director, second);
    expect(await beside(director, second)).toBe(third.requirementId);
    expect(await beside(director, second, { dir: "previous" })).toBe(first.requirementId);
  });

  test("goes through what was decided, newest first, each requirement once", async () => {
    const { director, first, second, third } = await aQueue();
    await decide(director, first, "RejectedReset");
    await decide(director, second);
    await send(first);
    await decide(director, first);
    await decide(director, third);
    const historical = { type: "Historical" } as const;
    expect(await beside(director, third, historical)).toBe(first.requirementId);
    expect(await beside(director, first, historical)).toBe(second.requirementId);
    expect(await beside(director, second, historical)).toBeNull();
    expect(await beside(director, second, { ...historical, dir: "previous" })).toBe(first.requirementId);
  });

  test("keeps to the filter of the list", async () => {
    const { admin, first, second, third, org } = await aQueue();
    await org.asSystem((call) =>
      call.db.execute(sql`UPDATE attempt SET source = 'LiveScan'
        WHERE organization_id = ${call.organizationId} AND requirement_id = ${third.requirementId}`),
    );
    expect(await beside(admin, first, { source: ["LiveScan"] })).toBe(third.requirementId);
    expect(await beside(admin, second, { source: ["SexOffenderSearch"] })).toBeNull();
  });

  test("finds nothing for who reviews nothing, nor beside what does not exist", async () => {
    const { org, director, first } = await aQueue();
    const coach = await org.aMember("northTeam", "Volunteer");
    const query = { requirementId: first.requirementId };
    expect((await coach.ask(getAdjacentReview, { query })).status).toBe(403);
    expect((await director.ask(getAdjacentReview, { query: { requirementId: director.plaId } })).status).toBe(404);
  });
});

describe("the lists", () => {
  test("a cursor leads on to the same rows as pages do, in both lists", async () => {
    const { admin, director, first, second, third, elsewhere, list } = await aQueue();
    const walk = async (by: TestPerson, type: string) => {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list(by, { type, perPage: 2, ...(cursor ? { cursor } : {}) });
        found.push(...ids(page.data));
        cursor = page.pagination.next;
      } while (cursor);
      const pages = [
        ...(await list(by, { type, perPage: 2 })).data,
        ...(await list(by, { type, perPage: 2, page: 2 })).data,
      ];
      expect(ids(pages)).toEqual(found);
      return found;
    };
    const inOrder = [first, elsewhere, second, third].map((one) => one.requirementId);
    expect(await walk(admin, "Pending")).toEqual(inOrder);
    expect(await walk(director, "Pending")).toEqual(inOrder.filter((id) => id !== elsewhere.requirementId));
    for (const one of [first, elsewhere, second, third]) await decide(admin, one);
    expect(await walk(admin, "Historical")).toEqual(inOrder.toReversed());
    expect(await walk(director, "Historical")).toEqual(
      inOrder.toReversed().filter((id) => id !== elsewhere.requirementId),
    );
  });

  test("are narrowed by name, source and type, with the total to match", async () => {
    const { admin, director, first, third, org, list } = await aQueue();
    await org.asSystem((call) =>
      call.db.execute(sql`UPDATE attempt SET source = 'LiveScan'
        WHERE organization_id = ${call.organizationId} AND requirement_id = ${third.requirementId}`),
    );
    const byName = await list(admin, { search: (await list(admin)).data[0]?.fullName ?? "" });
    expect(ids(byName.data)).toEqual([first.requirementId]);
    expect(byName.pagination.totalRecords).toBe(1);
    expect(ids((await list(admin, { source: ["LiveScan"] })).data)).toEqual([third.requirementId]);
    const counted = async (by: TestPerson, query = {}) =>
      (await by.call(countReviewSources, { params: { orgId: org.organizationId }, query })).map(
        ({ source, count }) => `${source} ${count}`,
      );
    const none = ["FlaggedBackgroundCheck 0", "SexOffenderSearch 0"];
    expect(await counted(admin)).toEqual(["ManualUpload 3", ...none, "LiveScan 1"]);
    // Whatever sources are ticked, each says with how many it would leave.
    expect(await counted(admin, { source: ["LiveScan"] })).toEqual(["ManualUpload 3", ...none, "LiveScan 1"]);
    expect(await counted(director)).toEqual(["ManualUpload 2", ...none, "LiveScan 1"]);
    expect(await counted(admin, { type: "Historical" })).toEqual(["ManualUpload 0", ...none, "LiveScan 0"]);
    expect((await list(admin, { requirementType: [3] })).pagination.totalRecords).toBe(0);
    expect((await list(admin, { requirementType: [0, 3] })).pagination.totalRecords).toBe(4);
  });

  test("a cursor of somebody's own making is refused", async () => {
    const { admin, org } = await aQueue();
    for (const made of ["nonsense", `[1,"${"-".repeat(36)}"]`, "[1e99,null]"]) {
      const cursor = Buffer.from(made).toString("base64url");
      const answer = await admin.ask(listReviewRequirements, {
        params: { orgId: org.organizationId },
        query: { cursor },
      });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: "cursor" }] } });
    }
  });

  test("a decision stays listed when the person has left, and opens nothing", async () => {
    const { admin, director, first, list } = await aQueue();
    await decide(director, first);
    await admin.call(deleteMembership, { params: { id: first.profileLevelAccessId } });
    for (const by of [admin, director]) {
      const { data } = await list(by, { type: "Historical" });
      expect(data).toMatchObject([
        { requirementId: first.requirementId, levelName: "northTeam", labelName: "Head Coach", membershipEnded: true },
      ]);
    }
  });

  test("one's own submission is in nobody's own queue, count or way", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.aDocument(admin, { labels: ["Head Coach", "Club Director"] });
    const director = await org.aMember("north", "Club Director");
    const first = await aSubmissionAt(org, "northTeam");
    const own = await owedBy(director);
    await send(own);
    const last = await aSubmissionAt(org, "northTeam");
    expect(await beside(director, first)).toBe(last.requirementId);
    expect(await beside(admin, first)).toBe(own.requirementId);
    const counted = (by: TestPerson) => by.call(getPendingReviewCount, { params: { orgId: org.organizationId } });
    expect(await counted(director)).toEqual({ count: 2, more: false });
    expect(await counted(admin)).toEqual({ count: 3, more: false });
  });

  test("a reviewer of everything, who also has a team, sees everything", async () => {
    const { org, admin, list } = await aQueue();
    await org.asSystem((call) =>
      addMember(call, {
        levelId: org.levels.northTeam,
        labelId: org.labelIds["Team Manager"],
        profileId: admin.profileId,
      }),
    );
    expect((await list(admin)).pagination.totalRecords).toBe(4);
    expect((await list(admin, { requirementType: [0] })).pagination.totalRecords).toBe(4);
  });

  test("a Manager is shown what they may decide, and no confidential type", async () => {
    const { org, first, list } = await aQueue();
    const manager = await org.aMember("northClub", "Team Manager");
    expect((await list(manager)).pagination.totalRecords).toBe(3);
    await org.asSystem((call) =>
      call.db.execute(sql`UPDATE content SET type = 3 WHERE organization_id = ${call.organizationId}`),
    );
    expect(await list(manager)).toMatchObject({ data: [], pagination: { totalRecords: 0 } });
    expect(await beside(manager, first)).toBeNull();
  });

  test("a reviewer of many levels sees the same as one of few", async () => {
    const { org, director, first, second, third, elsewhere, list } = await aQueue();
    await decide(await org.aMember("root", "Administrator"), elsewhere);
    await decide(director, second);
    // Room for 100 teams more: the director's levels are then too many to be looked through one by one.
    await org.asSystem((call) =>
      call.db.execute(sql`UPDATE level SET last = last + 100 WHERE organization_id = ${call.organizationId}
        AND pre <= (SELECT pre FROM level WHERE organization_id = ${call.organizationId} AND name = 'north')`),
    );
    await org.asSystem((call) =>
      call.db.execute(sql`UPDATE level SET pre = pre + 100, last = last + 100
        WHERE organization_id = ${call.organizationId} AND name LIKE 'south%'`),
    );
    expect(ids((await list(director)).data)).toEqual([first.requirementId, third.requirementId]);
    expect(ids((await list(director, { type: "Historical" })).data)).toEqual([second.requirementId]);
    expect(await beside(director, first)).toBe(third.requirementId);
  });
});

describe("what reviewers ask again and again", () => {
  const aFullQueue = async () => {
    const { org, director, first, list } = await aQueue();
    const count = () => director.ask(getPendingReviewCount, { params: { orgId: org.organizationId } });
    return { org, director, first, list, count, next: () => beside(director, first) };
  };

  test("is one statement for who asks, and one for each thing that is shown", async () => {
    const { director, list, count, next } = await aFullQueue();
    const statements = (ask: () => Promise<unknown>) => world.it.statementsOf(async () => void (await ask()));
    // Signing in asks too.
    await director.call(getReviewSettings, {});
    for (const _ of ["as a stranger", "as before"]) {
      expect(await statements(count)).toBe(2);
      expect(await statements(next)).toBe(2);
      expect(await statements(() => list(director))).toBe(3);
      expect(await statements(() => list(director, { type: "Historical" }))).toBe(3);
    }
  });

  test("is counted to a thousand and no further, and one's own takes nothing away from that", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await org.aDocument(admin, { labels: ["Head Coach", "Administrator"] });
    await send(await owedBy(admin));
    const one = await aSubmissionAt(org, "northTeam");
    const more = (copies: number) =>
      org.asSystem((call) =>
        call.db.execute(sql`
          WITH wanted AS (
            INSERT INTO content SELECT (jsonb_populate_record(content, jsonb_build_object(
              'content_id', gen_random_uuid(), 'name', gen_random_uuid()))).*
            FROM requirement JOIN content USING (organization_id, content_id) CROSS JOIN generate_series(1, ${copies}::int)
            WHERE requirement.organization_id = ${call.organizationId} AND requirement_id = ${one.requirementId}
            RETURNING content_id
          ), asked AS (
            INSERT INTO requirement SELECT (jsonb_populate_record(requirement, jsonb_build_object(
              'requirement_id', gen_random_uuid(), 'content_id', wanted.content_id))).*
            FROM requirement CROSS JOIN wanted
            WHERE organization_id = ${call.organizationId} AND requirement_id = ${one.requirementId}
            RETURNING requirement_id
          )
          INSERT INTO attempt SELECT (jsonb_populate_record(attempt, jsonb_build_object(
            'attempt_id', gen_random_uuid(), 'requirement_id', asked.requirement_id))).*
          FROM attempt CROSS JOIN asked
          WHERE organization_id = ${call.organizationId} AND attempt.requirement_id = ${one.requirementId}`),
      );
    const counted = () => admin.call(getPendingReviewCount, { params: { orgId: org.organizationId } });
    await more(998);
    expect(await counted()).toEqual({ count: 999, more: false });
    await more(1);
    expect(await counted()).toEqual({ count: 1000, more: false });
    await more(1);
    expect(await counted()).toEqual({ count: 1000, more: true });
  });

  test("is answered by what they may do now, and not by what they might at their last call", async () => {
    const { org, director, first, list, count, next } = await aFullQueue();
    expect((await count()).body).toEqual({ count: 3, more: false });
    expect(await next()).not.toBeNull();
    await org.asSystem((call) =>
      call.db.execute(sql`UPDATE profile_level_access SET level_id = ${org.levels.south}
        WHERE organization_id = ${call.organizationId} AND profile_level_access_id = ${director.plaId}`),
    );
    expect((await count()).body).toEqual({ count: 1, more: false });
    expect((await list(director)).pagination.totalRecords).toBe(1);
    expect(await next()).not.toBe(first.requirementId);
    await org.asSystem((call) =>
      call.db.execute(sql`UPDATE profile_level_access SET label_id = ${org.labelIds.Volunteer}
        WHERE organization_id = ${call.organizationId} AND profile_level_access_id = ${director.plaId}`),
    );
    for (const _ of ["as before", "as now"]) expect((await count()).status).toBe(403);
  });
});
