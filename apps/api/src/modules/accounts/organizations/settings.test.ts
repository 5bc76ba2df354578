import type { BodyInput } from "@touchline/contract";
import { contrastInLight, leastContrast, readableAccent } from "@touchline/contract/accounts/colors";
import {
  getOrganizationSettings,
  listLevelKinds,
  saveOrganizationSettings,
  timeZoneEffect,
} from "@touchline/contract/accounts/organization-settings";
import { getNavigation } from "@touchline/contract/people/hierarchy";
import { listAudit } from "@touchline/contract/reporting/audit";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { deleteLevel } from "@touchline/contract/setup/levels";
import { dayOf } from "@touchline/rules";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aSubmissionAt, owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type LabelName, type Organization, type TestPerson } from "../../../../test/world.ts";
import { continueRezoning } from "../../compliance/standing/actions/rezone.ts";

const world = aWorld();

type Changes = BodyInput<typeof saveOrganizationSettings>;
const saveAs = (org: Organization, person: TestPerson, body: Changes) =>
  person.ask(saveOrganizationSettings, { params: { id: org.organizationId }, body });
const settings = async (org: Organization, person: TestPerson) =>
  person.call(getOrganizationSettings, { params: { id: org.organizationId } });

async function anAdmin(name?: string) {
  const org = await world.it.anOrganization(name);
  return { org, admin: await org.aMember("root", "Administrator") };
}

const details: NonNullable<Changes["details"]> = {
  name: "Cascade United",
  initials: "CU",
  website: "https://cascade.example.org",
  phone: "206 555 0199",
  countryCode: "UnitedStates",
  stateCode: "WA",
  cityName: "Yakima",
};

describe("an organization's settings", () => {
  test("are changed part by part; what is left out stays, and its root level is called as it is", async () => {
    const { org, admin } = await anAdmin();
    expect((await saveAs(org, admin, { details })).body.details).toEqual(details);
    const saved = await saveAs(org, admin, {
      accentColor: "#1C5D99",
      languages: ["es"],
      retention: { consentYears: 7, outcomeYears: 6 },
      managers: { review: false, editContent: false },
    });
    expect(saved.body).toMatchObject({
      details,
      accentColor: "#1c5d99",
      languages: ["es"],
      retention: { consentYears: 7, outcomeYears: 6 },
      managers: { review: false, editContent: false },
      timeZone: "America/Los_Angeles",
    });
    const [root] = await admin.call(getNavigation, { params: { id: org.levels.root } });
    expect(root?.name).toBe("Cascade United");
  });

  test.each<LabelName>(["Club Director", "Account Manager", "Team Manager", "Head Coach"])(
    "are an administrator's, not for: %s",
    async (label) => {
      const { org } = await anAdmin();
      const person = await org.aMember("root", label);
      expect((await saveAs(org, person, { accentColor: "#1c5d99" })).status).toBe(403);
      const request = { params: { id: org.organizationId } };
      expect((await person.ask(getOrganizationSettings, request)).status).toBe(403);
      expect((await person.ask(timeZoneEffect, { ...request, query: { timeZone: "UTC" } })).status).toBe(403);
      expect((await person.ask(listLevelKinds, request)).status).toBe(200);
    },
  );

  test("of another organization are not found", async () => {
    const { admin } = await anAdmin();
    const { org: other } = await anAdmin();
    const request = { params: { id: other.organizationId } };
    expect((await saveAs(other, admin, { accentColor: "#1c5d99" })).status).toBe(404);
    for (const endpoint of [getOrganizationSettings, listLevelKinds]) {
      expect((await admin.ask(endpoint, request)).status).toBe(404);
    }
    expect((await admin.ask(timeZoneEffect, { ...request, query: { timeZone: "UTC" } })).status).toBe(404);
  });

  test.each<[string, Changes, string]>([
    [
      "consents kept for less than five years",
      { retention: { consentYears: 4, outcomeYears: 5 } },
      "retention.consentYears",
    ],
    ["a state of another country", { details: { ...details, countryCode: "Canada" } }, "details.stateCode"],
    ["no language", { languages: [] }, "languages"],
    ["a zone that nobody knows", { timeZone: "America/Atlantis" }, "timeZone"],
    ["an offset for a zone", { timeZone: "+05:00" }, "timeZone"],
    [
      "one kind of level twice",
      {
        levelKinds: [
          { singular: "Club", plural: "Clubs" },
          { singular: " CLUB ", plural: "Clubs" },
        ],
      },
      "levelKinds.1.singular",
    ],
    [
      "another name for a kind that is not there",
      { levelKinds: [{ singular: "Squad", plural: "Squads", was: "Side" }] },
      "levelKinds.0.singular",
    ],
    [
      "two names for one kind",
      {
        levelKinds: [
          { singular: "Squad", plural: "Squads", was: "Team" },
          { singular: "Side", plural: "Sides", was: "team" },
        ],
      },
      "levelKinds.1.singular",
    ],
    [
      "a name that levels of another kind have",
      { levelKinds: [{ singular: "club", plural: "Clubs", was: "Team" }] },
      "levelKinds.0.singular",
    ],
  ])("refused: %s", async (_, body, path) => {
    const { org, admin } = await anAdmin();
    const answer = await saveAs(org, admin, body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error) => error.path)).toEqual([path]);
  });

  test("whatever color is sent, it is taken when it can be read, else refused with one that is taken", async () => {
    const { org, admin } = await anAdmin();
    const colors = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
    await fc.assert(
      fc.asyncProperty(colors, async (accentColor) => {
        const answer = await saveAs(org, admin, { accentColor });
        const readable = contrastInLight(accentColor) >= leastContrast;
        expect(answer.status).toBe(readable ? 200 : 400);
        if (readable) return;
        const suggested = /#[0-9a-f]{6}/.exec(answer.body.message)?.[0] ?? "";
        expect(suggested).toBe(readableAccent(accentColor));
        expect((await saveAs(org, admin, { accentColor: suggested })).body.accentColor).toBe(suggested);
      }),
      { numRuns: 25, seed: 20_261_122 },
    );
  });

  test("the kinds of levels have the organization's names, and those in use are listed with their number", async () => {
    const { org, admin } = await anAdmin();
    const kinds = () => admin.call(listLevelKinds, { params: { id: org.organizationId } });
    expect(await kinds()).toEqual([
      { singular: "Association", plural: "Associations", levels: 1 },
      { singular: "Club", plural: "Clubs", levels: 4 },
      { singular: "Team", plural: "Teams", levels: 2 },
    ]);
    await saveAs(org, admin, {
      levelKinds: [
        { singular: "Team", plural: "Sides" },
        { singular: "District", plural: "Districts" },
      ],
    });
    expect(await kinds()).toEqual([
      { singular: "Team", plural: "Sides", levels: 2 },
      { singular: "District", plural: "Districts", levels: 0 },
      { singular: "Association", plural: "Associations", levels: 1 },
      { singular: "Club", plural: "Clubs", levels: 4 },
    ]);
  });

  test("a kind in use gets another name with all its levels, also when two change places, and the log keeps the former", async () => {
    const { org, admin } = await anAdmin();
    await saveAs(org, admin, {
      levelKinds: [
        { singular: "Team", plural: "Teams", was: "Club" },
        { singular: "Side", plural: "Sides", was: "team" },
        { singular: "Association", plural: "Associations", was: "Association" },
      ],
    });
    expect(await admin.call(listLevelKinds, { params: { id: org.organizationId } })).toEqual([
      { singular: "Team", plural: "Teams", levels: 4 },
      { singular: "Side", plural: "Sides", levels: 2 },
      { singular: "Association", plural: "Associations", levels: 1 },
    ]);
    const levels = await admin.call(getNavigation, { params: { id: org.levels.root } });
    const kindOf = (levelId: string) => levels.find((one) => one.levelId === levelId)?.kind;
    expect([kindOf(org.levels.north), kindOf(org.levels.northTeam)]).toEqual(["Team", "Side"]);
    const { data } = await admin.call(listAudit, { query: { actions: ["organization.changed"] } });
    expect(data[0]?.details.map(({ text }) => text).join()).toContain(
      "renamed: was: Club, singular: Team, was: team, singular: Side",
    );
  });

  test("a kind whose levels are deleted can be left out", async () => {
    const { org, admin } = await anAdmin();
    for (const id of [org.levels.northTeam, org.levels.otherTeam]) await admin.ask(deleteLevel, { params: { id } });
    const kinds = await admin.call(listLevelKinds, { params: { id: org.organizationId } });
    expect(kinds.map(({ singular }) => singular)).not.toContain("Team");
  });

  test("what the organization takes from its Managers they cannot do from their next call on", async () => {
    const { org, admin } = await anAdmin();
    const manager = await org.aMember("northClub", "Team Manager");
    await org.aDocument(admin);
    const submission = await aSubmissionAt(org, "northTeam");
    const review = () =>
      manager.ask(reviewRequirement, {
        params: { plaId: submission.profileLevelAccessId },
        body: { requirementId: submission.requirementId, reviewDecision: "Approved", reviewNotes: "" },
      });
    await saveAs(org, admin, { managers: { review: false, editContent: true } });
    expect(await review()).toMatchObject({ status: 403, body: { reason: "switchedOff" } });
    await saveAs(org, admin, { managers: { review: true, editContent: true } });
    expect((await review()).status).toBe(200);
  });

  test("each change is in the audit log, with what names anybody sealed", async () => {
    const { org, admin } = await anAdmin();
    await saveAs(org, admin, { details, retention: { consentYears: 9, outcomeYears: 5 } });
    const rows = await audited(org);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      action: "organization.changed",
      actor_profile_id: admin.profileId,
      facts: { before: { consentYears: 5 }, after: { consentYears: 9 } },
    });
    expect(JSON.stringify(rows)).not.toMatch(/yakima|cascade united/i);
    await saveAs(org, admin, { details, retention: { consentYears: 9, outcomeYears: 5 } });
    expect(await audited(org)).toHaveLength(1);
  });
});

const audited = (org: Organization) =>
  org.asSystem(async ({ db, organizationId }) => {
    const { rows } =
      await db.execute(sql`SELECT action, facts, actor_profile_id, encode(sealed_values, 'escape') AS sealed
      FROM audit_event WHERE organization_id = ${organizationId} AND starts_with(action, 'organization') ORDER BY audit_event_id`);
    return rows;
  });

/** The days that are written down, as the organization's zone has them. */
const days = (org: Organization, zone: string) =>
  org.asSystem(async ({ db, organizationId }) => {
    const { rows } = await db.execute<{ what: string; at: Date }>(sql`
      SELECT 'due' AS what, due_at AS at FROM demand WHERE organization_id = ${organizationId} AND due_at IS NOT NULL
      UNION ALL SELECT 'expires', expires_at FROM attempt
        WHERE organization_id = ${organizationId} AND expires_at IS NOT NULL
      ORDER BY 1, 2`);
    return rows.map(({ what, at }) => {
      const instant = new Date(at).getTime();
      // The day that is the last one on which it is good.
      return `${what} ${dayOf(instant - 1, zone)} ${dayOf(instant, zone)}`;
    });
  });

describe("another time zone", () => {
  async function anOrganizationWithDays() {
    const { org, admin } = await anAdmin();
    await org.aDocument(admin, { dueDate: "2030-06-30", settings: { reviewRequired: false } });
    const coaches = [];
    for (const place of ["northTeam", "northTeam", "southClub"] as const)
      coaches.push(await org.aMember(place, "Head Coach"));
    await send(await owedBy(coaches[0] as TestPerson));
    return { org, admin, coaches };
  }

  test("keeps every day, moves its midnight, and shows the effect beforehand", async () => {
    const { org, admin } = await anOrganizationWithDays();
    const before = await days(org, "America/Los_Angeles");
    expect(before).toContain("due 2030-06-30 2030-07-01");
    const effect = await admin.call(timeZoneEffect, {
      params: { id: org.organizationId },
      query: { timeZone: "America/New_York" },
    });
    expect(effect).toEqual({ minutes: -180, people: 4, dueDates: 3, expiries: 1, passing: 0, returning: 0 });
    const saved = await saveAs(org, admin, { timeZone: "America/New_York" });
    expect(saved.body).toMatchObject({ timeZone: "America/New_York", timeZoneChange: { done: 0, total: 4 } });
    expect(await saveAs(org, admin, { timeZone: "UTC" })).toMatchObject({ status: 409, body: { reason: "underWay" } });
    await world.it.drainJobs();
    expect((await settings(org, admin)).timeZoneChange).toBeNull();
    expect(await days(org, "America/New_York")).toEqual(before);
  });

  test("updates people in steps, and leaves alone what was written with the new zone in the meantime", async () => {
    const { org, admin } = await anOrganizationWithDays();
    const before = await days(org, "America/Los_Angeles");
    await saveAs(org, admin, { timeZone: "Pacific/Auckland" });
    let steps = 1;
    while (await org.asSystem((call) => continueRezoning(call, 1))) {
      steps += 1;
      if (steps === 2) await org.aMember("otherTeam", "Head Coach");
    }
    expect(steps).toBeGreaterThan(4);
    const after = await days(org, "Pacific/Auckland");
    expect(after.filter((one) => one.startsWith("due"))).toEqual(Array(4).fill("due 2030-06-30 2030-07-01"));
    expect(after.filter((one) => one.startsWith("expires"))).toEqual(before.filter((one) => one.startsWith("expires")));
  });

  test("makes overdue at once what is due by it already, with history", async () => {
    const { org, admin } = await anAdmin();
    // Somewhere it is still this day in Los Angeles, and the next in Kiritimati: 22 hours lie between their midnights.
    const today = dayOf(Date.now(), "America/Los_Angeles");
    await org.aDocument(admin, { dueDate: today });
    const coach = await org.aMember("northTeam", "Head Coach");
    const ask = { params: { id: org.organizationId }, query: { timeZone: "Pacific/Kiritimati" } };
    const { passing } = await admin.call(timeZoneEffect, ask);
    await saveAs(org, admin, { timeZone: "Pacific/Kiritimati" });
    await world.it.drainJobs();
    const statuses = await org.asSystem(async ({ db, organizationId }) => {
      const { rows } = await db.execute<{ status: number; due: boolean }>(sql`
        SELECT requirement.status, due_at <= now() AS due FROM requirement JOIN demand USING (organization_id, requirement_id)
        WHERE requirement.organization_id = ${organizationId} AND profile_id = ${coach.profileId}`);
      return rows;
    });
    expect(statuses).toEqual([{ status: passing === 1 ? 4 : 0, due: passing === 1 }]);
  });
});
