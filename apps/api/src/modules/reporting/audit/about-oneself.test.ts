import { changeIncident, getIncident, reportIncident } from "@touchline/contract/incidents/incidents";
import { addNote } from "@touchline/contract/people/notes";
import { exportAudit, listAudit } from "@touchline/contract/reporting/audit";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { checkExport } from "../../../security/audit-check.ts";
import { makeGuardian } from "../../joining/families/actions/guardians.ts";
import { addMember } from "../../people/profiles/actions/memberships.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";
import { sealSome } from "./actions/seal.ts";

const world = aWorld();
let org: Organization;
let admin: TestPerson;
/** Two people with the same role, about whom incidents and notes were recorded. */
let other: TestPerson;
let coach: TestPerson;

type Member = { profileId: string; plaId: string };
type About = Member & { incidentId: string };

async function writtenDown(about: Member, by = admin): Promise<About> {
  const facts = { kind: "Misconduct" as const, happenedAt: "2026-01-05T12:00:00.000Z" };
  const { incidentId, state, version } = await by.call(reportIncident, {
    body: { ...facts, profileLevelAccessId: about.plaId, description: "Shouted." },
    files: [],
  });
  await by.call(changeIncident, {
    params: { id: incidentId },
    body: { ...facts, description: "Shouted twice.", state, version },
    files: [],
  });
  await by.call(getIncident, { params: { id: incidentId } });
  await by.call(addNote, { params: { id: about.plaId }, body: { text: "Called back." } });
  return { ...about, incidentId };
}

async function aChildOf({ profileId: guardianProfileId }: TestPerson): Promise<Member> {
  return org.asSystem(async (call) => {
    const born = { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: "2015-05-05" };
    const profileId = await createProfile(call, born, null);
    const place = { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"], profileId };
    const { profileLevelAccessId } = await addMember(call, place);
    await makeGuardian(call, { guardianProfileId, childProfileId: profileId });
    return { profileId, plaId: profileLevelAccessId };
  });
}

/** Adds an entry that was merged into somebody's own. */
async function aFormerEntryOf({ profileId }: TestPerson): Promise<About> {
  const { profileId: former, profileLevelAccessId } = await org.added(admin, "northTeam", "Head Coach", "Twice");
  const about = await writtenDown({ profileId: former, plaId: profileLevelAccessId });
  await org.asSystem((call) =>
    call.db.execute(sql`UPDATE profile SET merged_into = ${profileId}
      WHERE organization_id = ${call.organizationId} AND profile_id = ${former}`),
  );
  return about;
}

let own: About[];
let others: About;
beforeAll(async () => {
  org = await world.it.anOrganization();
  admin = await org.aMember("root", "Administrator");
  other = await org.aMember("root", "Administrator");
  coach = await org.aMember("northTeam", "Head Coach");
  own = [await writtenDown(other), await writtenDown(await aChildOf(other)), await aFormerEntryOf(other)];
  others = await writtenDown(coach);
  while (await org.asSystem((call) => sealSome(call)));
});

const actions = ["incident.changed", "incident.reported", "incident.viewed", "note.added"];
const sentencesFor = async (to: TestPerson, whom: Member) =>
  (await to.call(listAudit, { query: { whom: whom.profileId, perPage: 100 } })).data
    .map((row) => row.action)
    .filter((action) => /^(incident|note)\./.test(action))
    .sort();

async function exported(to: TestPerson, filter: { whom?: string } = {}): Promise<string[]> {
  const { part, next } = await to.call(exportAudit, { body: { format: "ndjson", ...filter } });
  expect(next).toBeNull();
  return part.split("\n").slice(0, -1);
}

type Line = { id?: string; source?: string; record?: Record<string, unknown> };
/** Finds log entries about a person's incidents and notes. */
async function saidOf(lines: readonly string[], { profileId, incidentId }: About) {
  const entries = lines.map((line) => JSON.parse(line) as Line).filter((line) => line.record !== undefined);
  return entries.filter(({ source = "", record = {} }) => {
    if (source === "incident_event") return record.incident_id === incidentId;
    if (source === "member_note") return record.profile_id === profileId;
    return record.profile_id === profileId && /^(incident|note)\./.test(String(record.action));
  });
}

describe("an Admin hears of incidents and notes", () => {
  test("about others, on the page and in both exports", async () => {
    for (const to of [admin, other]) {
      expect(await sentencesFor(to, others)).toEqual(expect.arrayContaining(actions));
      expect(await saidOf(await exported(to), others)).toHaveLength(6);
    }
    for (const about of own) expect(await sentencesFor(admin, about)).toEqual(expect.arrayContaining(actions));
    const { part } = await admin.call(exportAudit, { body: { format: "csv", whom: other.profileId } });
    expect(part).toContain("note.added");
  });

  test("not about themselves, a child they guard, or an entry that went into theirs: not on the page, not in a table", async () => {
    for (const about of own) expect(await sentencesFor(other, about)).toEqual([]);
    const { data } = await other.call(listAudit, { query: { subjects: ["incident", "note"], perPage: 100 } });
    expect(new Set(data.map((row) => row.whom?.profileId))).toEqual(new Set([coach.profileId]));
    const { part, next } = await other.call(exportAudit, { body: { format: "csv" } });
    expect(next).toBeNull();
    expect(part.match(/note\.added/g)).toHaveLength(1);
    expect(part.match(/incident\.reported/g)).toHaveLength(1);
  });

  test("nor in the sealed export, where hashes alone stand for it, and the chain can still be followed", async () => {
    const whole = await exported(other);
    for (const about of own) expect(await saidOf(whole, about)).toEqual([]);
    const text = whole.join("\n");
    for (const about of own) expect(text).not.toContain(about.incidentId);
    const found = await checkExport(whole);
    expect(found).toMatchObject({ problems: [], from: 1 });
    expect(found.entries - found.shown).toBe(3 * 6);
    const narrowed = await exported(other, { whom: other.profileId });
    expect(await saidOf(narrowed, own[0] as About)).toEqual([]);
    expect((await checkExport(narrowed)).problems).toEqual([]);
  });

  test("and of everything else about themselves they hear", async () => {
    const { data } = await other.call(listAudit, { query: { whom: own[1]?.profileId ?? "", perPage: 100 } });
    expect(data.map((row) => row.action)).toContain("person.added");
    const whole = await exported(admin);
    expect((await checkExport(whole)).entries).toBe((await checkExport(whole)).shown);
  });
});
