import type { BodyInput } from "@touchline/contract";
import { setSecondFactorRoles } from "@touchline/contract/accounts/second-factor";
import { addGuardian, endGuardianship, endOwnGuardianship } from "@touchline/contract/joining/families";
import { moveMembership } from "@touchline/contract/people/memberships";
import { changeRole, deleteMembership } from "@touchline/contract/people/profiles";
import { saveName } from "@touchline/contract/requirements/profile-details";
import type { Grant } from "@touchline/rules";
import { addMember } from "../../src/modules/people/profiles/actions/memberships.ts";
import { createProfile } from "../../src/modules/people/profiles/actions/people.ts";
import { loadActor } from "../../src/modules/people/profiles/queries/actor.ts";
import { type LabelName, type LevelKey, type Organization, password, type TestPerson, type World } from "../world.ts";
import type { TestRelation } from "./rules.ts";
import { aChild, type MatrixCaller, type MatrixTarget, maker, submitted } from "./world.ts";

/** A person who could do something, and the change that takes that right away while they are logged in. */
export type TestedChange = {
  name: string;
  /** The caller as they were at login, and the level of the person concerned. */
  before: MatrixCaller;
  relation: TestRelation;
  /**
   * Takes the right away with the product's own calls.
   *
   * @returns the caller afterwards, and their new relation to the target.
   */
  happen: () => Promise<{ after: MatrixCaller; relation: TestRelation }>;
  /** Only calls about people are tried. */
  aboutPeople?: true;
  /** Every call about the organization is refused, whatever the permission table says. */
  refusesAll?: true;
};

const grantsOf = (org: Organization, person: TestPerson): Promise<readonly Grant[]> =>
  org.asSystem(async (call) => {
    const acting = await loadActor(call, { appUserId: person.appUserId }, person.profileId);
    return acting?.actor.kind === "person" ? [...acting.actor.grants] : [];
  });

function callerOf(
  name: string,
  person: TestPerson,
  token: string,
  grants: readonly Grant[],
  target: MatrixTarget,
): MatrixCaller {
  const { ids, pres, roles, above, elsewhere } = target;
  return {
    ...{
      name,
      token,
      grants,
      appUserId: person.appUserId,
      profileId: person.profileId,
      hasProfile: true,
      operator: false,
    },
    renewed: async () => token,
    about: (relation) => ({
      ids,
      subject: {
        ...{ relation, levelPre: pres[0] as number, abovePre: above, elsewherePre: elsewhere },
        ...{ membershipPres: pres, roles },
      },
    }),
  };
}

/** Every change that takes a right away, each with a person of its own. */
export async function changes(world: World): Promise<TestedChange[]> {
  const org = await world.anOrganization("Changing");
  const north = await (await maker(org, Object.values(org.labelIds)))("north");
  const admin = await org.aMember("root", "Administrator");

  /** A person whose roles change. */
  async function ofRole(
    name: string,
    held: readonly [[LevelKey, LabelName], ...[LevelKey, LabelName][]],
    happen: (person: TestPerson) => Promise<unknown>,
  ): Promise<TestedChange> {
    const [[place, label], ...more] = held;
    const person = await org.aMember(place, label);
    for (const [at, also] of more) {
      const membership = { levelId: org.levels[at], labelId: org.labelIds[also], profileId: person.profileId };
      await org.asSystem((call) => addMember(call, membership));
    }
    const token = await world.signIn(person.email);
    const before = callerOf(name, person, token, await grantsOf(org, person), north);
    return {
      ...{ name, before, relation: "own" },
      async happen() {
        await happen(person);
        return { after: callerOf(name, person, token, await grantsOf(org, person), north), relation: "own" };
      },
    };
  }

  /** A guardian of a child, who has submitted for the child. */
  async function ofGuardian(
    name: string,
    happen: (guardian: TestPerson, child: MatrixTarget, second: TestPerson) => Promise<unknown>,
  ): Promise<TestedChange> {
    const guardian = await org.aMember("north", "Volunteer");
    const second = await org.aMember("north", "Volunteer");
    const child = await aChild(org, guardian, "north", north);
    const childProfileId = child.ids.profileId;
    await admin.call(addGuardian, {
      body: { childProfileId, guardianProfileId: second.profileId, reason: "The father." },
    });
    const token = await world.signIn(guardian.email);
    const grants = await grantsOf(org, guardian);
    return {
      ...{ name, before: callerOf(name, guardian, token, grants, child), relation: "guarded" },
      async happen() {
        await happen(guardian, child, second);
        return { after: callerOf(name, guardian, token, grants, child), relation: "onceGuarded" };
      },
    };
  }

  /** A Director who could decide about a child, and then took part in the submission. */
  async function ofDirector(
    name: string,
    relation: TestRelation,
    happen: (body: { childProfileId: string; guardianProfileId: string; reason: string }) => Promise<unknown>,
  ): Promise<TestedChange> {
    const [director, parent] = [await org.aMember("north", "Club Director"), await org.aMember("north", "Volunteer")];
    const child = await aChild(org, parent, "north", north);
    const token = await world.signIn(director.email);
    const caller = callerOf(name, director, token, await grantsOf(org, director), child);
    return {
      ...{ name, before: caller, relation: "own", aboutPeople: true },
      async happen() {
        const { profileId: guardianProfileId } = director;
        await happen({ childProfileId: child.ids.profileId, guardianProfileId, reason: "The mother." });
        return { after: caller, relation };
      },
    };
  }

  const guards = (body: BodyInput<typeof addGuardian>) => admin.call(addGuardian, { body });
  const remove = (person: TestPerson) => admin.call(deleteMembership, { params: { id: person.plaId } });
  const give = (person: TestPerson, label: LabelName) =>
    admin.call(changeRole, { query: { profileLevelAccessId: person.plaId, newLabelId: org.labelIds[label] } });
  return [
    await ofRole("an Admin who left", [["root", "Administrator"]], remove),
    await ofRole("a Director who left", [["north", "Club Director"]], remove),
    await ofRole("a Manager who left", [["north", "Team Manager"]], remove),
    await ofRole("an Admin who is a Head Coach now", [["root", "Administrator"]], (one) => give(one, "Head Coach")),
    await ofRole("an Admin who is a Director now", [["root", "Administrator"]], (one) => give(one, "Club Director")),
    await ofRole("a Director who is a Manager now", [["north", "Club Director"]], (one) => give(one, "Team Manager")),
    await ofRole(
      "a Director whose membership ended, and who stays a Head Coach elsewhere",
      [
        ["north", "Club Director"],
        ["south", "Head Coach"],
      ],
      remove,
    ),
    await ofRole("a Director who was moved to a sibling", [["north", "Club Director"]], (one) =>
      admin.call(moveMembership, { query: { profileLevelAccessId: one.plaId, newLevelId: org.levels.south } }),
    ),
    await ofGuardian("a guardian whom an administrator ended", ({ profileId }, { ids }) =>
      admin.call(endGuardianship, {
        body: { childProfileId: ids.profileId, guardianProfileId: profileId, reason: "By a court." },
      }),
    ),
    await ofGuardian("a guardian who gave it up", (guardian, { ids }) =>
      guardian.call(endOwnGuardianship, { params: { profileId: ids.profileId } }),
    ),
    await ofGuardian("a guardian whose child is of age", (_, { ids }) =>
      admin.call(saveName, {
        body: { profileId: ids.profileId, firstName: "Noa", lastName: "Little", dateOfBirth: "1999-05-05" },
      }),
    ),
    await ofDirector("a Director who guards the child since", "guarded", guards),
    await ofDirector("a Director who guarded the child for a while since", "onceGuarded", async (body) => {
      await guards(body);
      await admin.call(endGuardianship, { body });
    }),
    await leavesThemselves(world, org, north, admin),
    await switches(world, org, north),
    await lacksSecondFactor(world),
  ];
}

/** A former member can't even act for themselves. */
async function leavesThemselves(
  world: World,
  org: Organization,
  north: MatrixTarget,
  admin: TestPerson,
): Promise<TestedChange> {
  const name = "a member who left, about themselves";
  const person = await org.aMember("north", "Head Coach");
  const own = { ...north, ids: await submitted(person, person, north) };
  const token = await world.signIn(person.email);
  return {
    ...{ name, before: callerOf(name, person, token, await grantsOf(org, person), own), relation: "self" },
    async happen() {
      await admin.call(deleteMembership, { params: { id: person.plaId } });
      return { after: callerOf(name, person, token, await grantsOf(org, person), own), relation: "self" };
    },
  };
}

/** A Director here who becomes an Individual in another organization, where nothing of this organization is visible. */
async function switches(world: World, org: Organization, north: MatrixTarget): Promise<TestedChange> {
  const name = "a Director who switched to another organization";
  const other = await world.anOrganization("Beside");
  const person = await org.aMember("north", "Club Director");
  const there = await other.asSystem(async (call) => {
    const facts = { firstName: "Ana", lastName: "There", email: person.email, dateOfBirth: null };
    const account = { appUserId: person.appUserId, activatedAt: call.now, confirmedAt: call.now };
    const profileId = await createProfile(call, facts, account);
    const place = { levelId: other.levels.root, labelId: other.labelIds["Head Coach"] };
    const { profileLevelAccessId: plaId } = await addMember(call, { ...place, profileId });
    return { ...person, profileId, plaId };
  });
  const tokens = async (form: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: "touchline-web", ...form });
    const answer = await fetch(`${world.base}/identity/connect/token`, { method: "POST", body });
    return (await answer.json()) as { access_token: string; refresh_token: string };
  };
  const scope = "openid offline_access";
  const first = await tokens({ grant_type: "password", scope, username: person.email, password });
  const as = (profileId: string, refresh: string) =>
    tokens({ grant_type: "refresh_token", refresh_token: refresh, profile_id: profileId });
  const here = await as(person.profileId, first.refresh_token);
  const before = callerOf(name, person, here.access_token, await grantsOf(org, person), north);
  return {
    ...{ name, before, relation: "own" },
    async happen() {
      const { access_token } = await as(there.profileId, here.refresh_token);
      return { after: callerOf(name, there, access_token, await grantsOf(other, there), north), relation: "other" };
    },
  };
}

/** A Director who logged in with a password only, before the organization required a second factor for that role. */
async function lacksSecondFactor(world: World): Promise<TestedChange> {
  const name = "a Director of whom a second factor is demanded since";
  const org = await world.anOrganization("Demanding");
  const north = await (await maker(org, Object.values(org.labelIds)))("north");
  const [admin, person] = [await org.aMember("root", "Administrator"), await org.aMember("north", "Club Director")];
  const token = await world.signIn(person.email);
  const before = callerOf(name, person, token, await grantsOf(org, person), north);
  return {
    ...{ name, before, relation: "own", refusesAll: true },
    async happen() {
      await admin.call(setSecondFactorRoles, { body: { roles: ["Director"] } });
      return { after: before, relation: "own" };
    },
  };
}
