import { getFamily, inviteGuardian } from "@touchline/contract/joining/families";
import { setDateOfBirth } from "@touchline/contract/requirements/profile-details";
import { completeDocument, listRequirements } from "@touchline/contract/requirements/requirements";
import { expect, test } from "vitest";
import { added, aFamilyOrganization, cardOf, type FamilyOrganization } from "../../../../test/families.ts";
import { requirementHistory } from "../../../../test/history.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aPdf, aWorld, type TestPerson } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";
import { createProfile } from "../../people/profiles/actions/people.ts";
import { loadActor } from "../../people/profiles/queries/actor.ts";
import { followBirth } from "./actions/follow-birth.ts";
import { addGuardian } from "./actions/guardians.ts";
import { handOverSome, notifyComingOfAge } from "./actions/hand-over.ts";

const world = aWorld();

const day = 86_400_000;
/** A date of birth with which somebody turns 18 so many days from now, in the organization's time zone. */
function eighteenIn(days: number): string {
  const at = new Date(Date.now() + days * day);
  const here = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Los_Angeles" }).format(at);
  const born = `${Number(here.slice(0, 4)) - 18}${here.slice(4)}`;
  return born.endsWith("-02-29") ? born.replace("-02-29", "-02-28") : born;
}

const at = ({ org }: FamilyOrganization, now: string | Date, work: (call: Call) => Promise<unknown>) =>
  org.asSystem((call) => work({ ...call, now: new Date(now) }));

const setBorn = ({ org }: FamilyOrganization, profileId: string, born: string) =>
  org.asSystem(async (call) => {
    await call.db.execute(`UPDATE profile SET date_of_birth = '${born}'
      WHERE organization_id = '${org.organizationId}' AND profile_id = '${profileId}'`);
    await followBirth(call, profileId, born);
  });

const setEmail = ({ org }: FamilyOrganization, profileId: string, email: string) =>
  org.asSystem((call) =>
    call.db.execute(`UPDATE profile SET email = '${email}'
      WHERE organization_id = '${org.organizationId}' AND profile_id = '${profileId}'`),
  );

const mailsTo = ({ org }: FamilyOrganization, email: string) =>
  org.asSystem(async (call) =>
    (await newestMails(call, 100)).filter((mail) => mail.to === email).map((mail) => mail.kind),
  );

async function pass(): Promise<void> {
  await world.it.runSchedule("families.notice");
  await world.it.drainJobs();
}

/** A child who turns 18 tomorrow, with a submission that awaits review. */
async function aChildNearly18(more: { email?: string } = {}) {
  const family = await aFamilyOrganization(world.it);
  Object.assign(family.org.labelIds, { Player: family.player });
  await family.org.aDocument(family.admin, { labels: ["Player" as never] });
  const child = await added(family.parent, family, { dateOfBirth: eighteenIn(20) });
  await send(await owedBy({ ...family.parent, plaId: child.profileLevelAccessId }));
  if (more.email) await setEmail(family, child.profileId, more.email);
  return { family, child };
}

test.each([
  ["America/Los_Angeles", "2008-06-15", "2026-06-15T07:00:00Z"],
  ["America/Los_Angeles", "2008-02-29", "2026-03-01T08:00:00Z"],
  ["America/Los_Angeles", "2008-11-01", "2026-11-01T07:00:00Z"],
  // Clocks skip midnight on that day.
  ["Africa/Cairo", "2008-04-24", "2026-04-23T22:00:00Z"],
  ["America/Sao_Paulo", "2000-11-04", "2018-11-04T03:00:00Z"],
  ["Pacific/Kiritimati", "2008-12-31", "2026-12-30T10:00:00Z"],
  ["Pacific/Pago_Pago", "2008-01-01", "2026-01-01T11:00:00Z"],
])("in %s, born on %s: guarded until %s, not a moment longer, and handed over once", async (zone, born, midnight) => {
  const family = await aFamilyOrganization(world.it);
  const { org, parent } = family;
  await org.asSystem((call) =>
    call.db.execute(`UPDATE organization SET time_zone = '${zone}' WHERE organization_id = '${org.organizationId}'`),
  );
  const last = new Date(Date.parse(midnight) - 1);
  const children = async (now: string | Date) => {
    let seen: readonly string[] = [];
    await at(family, now, async (call) => {
      const actor = (await loadActor(call, parent, parent.profileId))?.actor;
      seen = actor?.kind === "person" ? actor.children : [];
    });
    return seen;
  };
  let childProfileId = "";
  await at(family, last, async (call) => {
    const person = { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: born };
    childProfileId = await createProfile(call, person, null);
    await addGuardian(call, { guardianProfileId: parent.profileId, childProfileId });
  });
  const handed: boolean[] = [];
  const run = (now: string | Date) => at(family, now, async (call) => handed.push(await handOverSome(call)));
  await run(last);
  expect(await children(last)).toEqual([childProfileId]);
  expect(await children(midnight)).toEqual([]);
  await run(midnight);
  await run(midnight);
  expect(handed).toEqual([false, true, false]);
});

test("at 18 what the guardian began is withdrawn, what was approved stays, and nobody acts for the person", async () => {
  const email = `noa.${Math.random().toString(36).slice(2)}@example.org`;
  const { family, child } = await aChildNearly18({ email });
  const { org, admin, parent } = family;
  await org.aDocument(admin, {
    labels: ["Player" as never],
    name: "Counted at once",
    settings: { reviewRequired: false },
  });
  await send(await owedBy({ ...parent, plaId: child.profileLevelAccessId }, "Counted at once"));
  await setBorn(family, child.profileId, eighteenIn(0));
  expect((await parent.call(getFamily)).children).toEqual([]);
  expect((await parent.ask(listRequirements, { params: { plaId: child.profileLevelAccessId } })).status).toBe(403);

  await pass();
  await pass();

  const { requirements, overallStatus } = await admin.call(listRequirements, {
    params: { plaId: child.profileLevelAccessId },
  });
  expect(overallStatus).toBe("NotActivated");
  expect(requirements.map((one) => [one.name, one.status]).sort()).toEqual([
    ["Coach agreement", 0],
    ["Counted at once", 3],
  ]);
  const history = await requirementHistory(admin, child.profileLevelAccessId);
  expect(history.filter((one) => one.toState === "withdrawn")).toHaveLength(1);
  expect(await mailsTo(family, email)).toEqual(["invitation"]);
  expect((await mailsTo(family, parent.email)).filter((kind) => kind === "handedOver")).toHaveLength(1);
});

test("a person without an address isn't invited: guardians and the nearest administrators are asked for one", async () => {
  const { family, child } = await aChildNearly18();
  const { org, admin, parent } = family;
  const director = await org.aMember("northClub", "Club Director");
  // The guardian's own address would give them the profile back.
  await setEmail(family, child.profileId, parent.email.toUpperCase());
  await setBorn(family, child.profileId, eighteenIn(-3));
  await pass();
  expect(await mailsTo(family, parent.email)).toContain("handedOver");
  expect(await mailsTo(family, parent.email.toUpperCase())).toEqual([]);
  expect(await mailsTo(family, director.email)).toEqual(["addressWanted"]);
  expect(await mailsTo(family, admin.email)).not.toContain("addressWanted");
});

test("guardians are notified once, 30 days before, and again only if the date of birth is corrected", async () => {
  const family = await aFamilyOrganization(world.it);
  const { parent } = family;
  const { profileId } = await added(parent, family, { dateOfBirth: eighteenIn(32) });
  const mailCount = async () => (await mailsTo(family, parent.email)).filter((kind) => kind === "comingOfAge").length;
  await pass();
  expect(await mailCount()).toBe(0);
  expect(await cardOf(parent, profileId)).toMatchObject({ adultSoon: false, age: 17 });
  await setBorn(family, profileId, eighteenIn(29));
  await pass();
  await pass();
  expect(await mailCount()).toBe(1);
  expect(await cardOf(parent, profileId)).toMatchObject({ adultSoon: true });
  await setBorn(family, profileId, eighteenIn(10));
  await pass();
  expect(await mailCount()).toBe(2);
  await setBorn(family, profileId, "2015-01-01");
  await pass();
  expect((await parent.call(getFamily)).children).toHaveLength(1);
});

test("a person who becomes a minor again by a correction doesn't get guardians back, and the nearest administrators are notified", async () => {
  const { family, child } = await aChildNearly18({ email: `noa.${Math.random().toString(36).slice(2)}@example.org` });
  const { admin, parent } = family;
  const correct = (dateOfBirth: string) =>
    admin.call(setDateOfBirth, {
      params: { id: child.profileId },
      body: { profileLevelAccessId: child.profileLevelAccessId, dateOfBirth },
    });
  await correct(eighteenIn(0));
  await pass();
  expect(await mailsTo(family, admin.email)).not.toContain("guardianWanted");
  await correct("2015-01-01");
  await pass();
  expect((await parent.call(getFamily)).children).toEqual([]);
  expect((await mailsTo(family, admin.email)).filter((kind) => kind === "guardianWanted")).toHaveLength(1);
});

test("workers that run at once hand over once", async () => {
  const { family, child } = await aChildNearly18({ email: "somebody@example.org" });
  await setBorn(family, child.profileId, eighteenIn(0));
  await Promise.all(
    Array.from({ length: 6 }, () =>
      family.org.asSystem(async (call) => {
        await handOverSome(call);
        await notifyComingOfAge(call);
      }),
    ),
  );
  expect(await mailsTo(family, family.parent.email)).toEqual(["handedOver"]);
  expect(await mailsTo(family, "somebody@example.org")).toEqual(["invitation"]);
});

test("an invitation to be a guardian says nothing to act for once the child is of age", async () => {
  const { family, child } = await aChildNearly18();
  const { parent } = family;
  const email = `pat.${family.org.organizationId}@example.org`;
  const body = { firstName: "Pat", lastName: "Other", email, childProfileIds: [child.profileId] };
  await parent.call(inviteGuardian, { body });
  await setBorn(family, child.profileId, eighteenIn(0));
  expect((await parent.ask(inviteGuardian, { body })).status).toBe(404);
});

test("a guardian of somebody who came of age a moment ago is refused, though nothing has run yet", async () => {
  const { family, child } = await aChildNearly18();
  const { parent } = family;
  const owed = await owedBy({ ...parent, plaId: child.profileLevelAccessId });
  await setBorn(family, child.profileId, eighteenIn(0));
  const act = (one: TestPerson) =>
    one.ask(completeDocument, {
      params: { id: owed.requirementId },
      body: { profileLevelAccessId: child.profileLevelAccessId },
      files: [aPdf()],
    });
  expect((await act(parent)).status).toBe(403);
});
