import type { Role } from "@touchline/contract";
import { createSignupUrl } from "@touchline/contract/accounts/signup-urls";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentDocument } from "@touchline/contract/library/content-kinds";
import { completeDocument, listFilesToView, listRequirements } from "@touchline/contract/requirements/requirements";
import type { Grant } from "@touchline/rules";
import { restand } from "../../src/modules/compliance/standing/actions/restand.ts";
import { endGuardianshipsOf, makeGuardian } from "../../src/modules/joining/families/actions/guardians.ts";
import { createLabel } from "../../src/modules/library/labels/actions/add.ts";
import { addMember, changeRole, deleteMembership } from "../../src/modules/people/profiles/actions/memberships.ts";
import { createProfile } from "../../src/modules/people/profiles/actions/people.ts";
import { loadActor } from "../../src/modules/people/profiles/queries/actor.ts";
import {
  aPdf,
  type LabelName,
  type LevelKey,
  type Organization,
  operatorAddress,
  password,
  type TestPerson,
  usualSettings,
  type World,
} from "../world.ts";
import type { TestRelation, TestSubject } from "./rules.ts";

/** Real IDs of what a call may be about. */
export type MatrixIds = {
  organizationId: string;
  levelId: string;
  /** A level beside most others. */
  elsewhereId: string;
  contentId: string;
  signupUrlId: string;
  labelId: string;
  profileId: string;
  plaId: string;
  requirementId: string;
  fileId: string;
};
export type MatrixCaller = {
  name: string;
  /** Null for a caller who isn't logged in. */
  token: string | null;
  /** Returns a fresh token; concurrent calls share one. A token lasts minutes, and a busy machine takes longer. */
  renewed: () => Promise<string | null>;
  appUserId: string;
  profileId: string;
  hasProfile: boolean;
  grants: readonly Grant[];
  operator: boolean;
  /** Callers who may do less than when they logged in. Only writing is tried, because reading follows the same check. */
  lost?: boolean;
  /** Callers with two roles at once, either of which may permit a call. */
  several?: boolean;
  about: (relation: TestRelation) => { ids: MatrixIds; subject: TestSubject } | null;
};

/** Where the target of a call is, seen from the north, where every caller has their roles. */
const placeOf = { own: "north", child: "northClub", parent: "root", sibling: "south" } as const;

/** A caller with their roles and levels. */
const roles: Record<string, readonly [LevelKey, LabelName | "Platform"][]> = {
  Individual: [["north", "Head Coach"]],
  Manager: [["north", "Team Manager"]],
  "Account Manager": [["north", "Account Manager"]],
  Director: [["north", "Club Director"]],
  Admin: [["north", "Administrator"]],
  AnkoredAdmin: [["north", "Platform"]],
  "Account Manager and Manager": [
    ["north", "Account Manager"],
    ["north", "Team Manager"],
  ],
  "Account Manager and Director": [
    ["north", "Account Manager"],
    ["north", "Club Director"],
  ],
  "Manager, and Director of a sibling": [
    ["north", "Team Manager"],
    ["south", "Club Director"],
  ],
  "Account Manager, and Director of a child": [
    ["north", "Account Manager"],
    ["northClub", "Club Director"],
  ],
  "Manager of the parent": [["root", "Team Manager"]],
  "Director of the parent": [["root", "Club Director"]],
  "Director of a child and of a sibling": [
    ["northClub", "Club Director"],
    ["south", "Club Director"],
  ],
};

export type MatrixTarget = { ids: MatrixIds; pres: number[]; roles: Role[]; above: number | null; elsewhere: number };

/** Creates one organization with something of everything at each place, another one beside it, and every caller. */
export async function matrixWorld(world: World): Promise<MatrixCaller[]> {
  const [org, other] = [await world.anOrganization("Matrix"), await world.anOrganization("Beside")];
  const platform = await org.asSystem((call) => createLabel(call, { name: "Platform", role: "AnkoredAdmin" }));
  const labelIds = { ...org.labelIds, Platform: platform };
  const makers = {
    org: await maker(org, Object.values(labelIds)),
    other: await maker(other, Object.values(other.labelIds)),
  };
  const places = new Map<TestRelation, MatrixTarget>();
  for (const [relation, place] of Object.entries(placeOf))
    places.set(relation as TestRelation, await makers.org(place));
  places.set("other", await makers.other("root"));

  const callers: MatrixCaller[] = [];
  for (const [name, held] of Object.entries(roles)) {
    const [[place, first], ...more] = held as [[LevelKey, LabelName], ...[LevelKey, LabelName][]];
    const person = await org.aMember(place, "Volunteer");
    await org.asSystem(async (call) => {
      for (const [at, label] of [[place, first] as const, ...more]) {
        await addMember(call, {
          levelId: org.levels[at],
          labelId: labelIds[label as keyof typeof labelIds],
          profileId: person.profileId,
        });
      }
    });
    const at = (relation: TestRelation) => places.get(relation) as MatrixTarget;
    const guarded = await aChild(org, person, "north", at("own"));
    const guardedAway = await aChild(org, person, "south", at("sibling"));
    const onceGuarded = await aChild(org, person, "north", at("own"));
    await org.asSystem((call) => endGuardianshipsOf(call, [onceGuarded.ids.profileId], "administrator"));
    const self = await submitted(person, person, at(place === "northClub" ? "child" : "own"));
    const grants = await org.asSystem(async (call) => {
      const acting = await loadActor(call, { appUserId: person.appUserId }, person.profileId);
      return acting?.actor.kind === "person" ? [...acting.actor.grants] : [];
    });
    const own = { ...at("own"), ids: self, pres: grants.map((one) => one.pre), roles: grants.map((one) => one.role) };
    const targets = new Map([
      ...places,
      ["self", own],
      ["guarded", guarded],
      ["guardedAway", guardedAway],
      ["onceGuarded", onceGuarded],
    ] as [TestRelation, MatrixTarget][]);
    callers.push({
      name,
      token: await world.signIn(person.email),
      renewed: onceAtATime(() => world.signIn(person.email)),
      appUserId: person.appUserId,
      profileId: person.profileId,
      hasProfile: true,
      grants,
      operator: false,
      several: more.length > 0,
      about: (relation) => {
        const { ids, pres, roles, above, elsewhere } = targets.get(relation) as MatrixTarget;
        const levelPre = pres[0] as number;
        return {
          ids,
          subject: { relation, levelPre, abovePre: above, elsewherePre: elsewhere, membershipPres: pres, roles },
        };
      },
    });
  }
  callers.push(...(await thoseWhoLost(world, org, places)));
  const operator = await world.accounts.create({ email: operatorAddress, password });
  const outside = {
    profileId: operator.sub,
    hasProfile: false,
    grants: [],
    about: callers[0]?.about as MatrixCaller["about"],
  };
  return [
    ...callers,
    {
      ...outside,
      name: "platform operator",
      token: await world.signIn(operatorAddress),
      renewed: onceAtATime(() => world.signIn(operatorAddress)),
      appUserId: operator.sub,
      operator: true,
    },
    { ...outside, name: "nobody", token: null, renewed: async () => null, appUserId: operator.sub, operator: false },
  ];
}

/** Logs in as an Administrator or a Director, who then lost that role or left. */
async function thoseWhoLost(
  world: World,
  org: Organization,
  places: ReadonlyMap<TestRelation, MatrixTarget>,
): Promise<MatrixCaller[]> {
  const [demoted, left] = [await org.aMember("north", "Club Director"), await org.aMember("root", "Administrator")];
  const tokens = new Map([
    [demoted, await world.signIn(demoted.email)],
    [left, await world.signIn(left.email)],
  ]);
  await org.asSystem(async (call) => {
    await changeRole(call, { profileLevelAccessId: demoted.plaId, newLabelId: org.labelIds["Head Coach"] });
    await deleteMembership(call, { id: left.plaId });
  });
  const named = [
    ["was a Director", demoted],
    ["was an Admin, and has left", left],
  ] as const;
  return Promise.all(
    named.map(async ([name, person]) => ({
      name,
      token: tokens.get(person) as string,
      renewed: onceAtATime(() => world.signIn(person.email)),
      appUserId: person.appUserId,
      profileId: person.profileId,
      hasProfile: true,
      grants: await org.asSystem(async (call) => {
        const acting = await loadActor(call, { appUserId: person.appUserId }, person.profileId);
        return acting?.actor.kind === "person" ? [...acting.actor.grants] : [];
      }),
      operator: false,
      lost: true,
      about: (relation: TestRelation) => {
        const target = places.get(relation);
        if (!target) return null;
        const { ids, pres, roles, above, elsewhere } = target;
        const levelPre = pres[0] as number;
        return {
          ids,
          subject: { relation, levelPre, abovePre: above, elsewherePre: elsewhere, membershipPres: pres, roles },
        };
      },
    })),
  );
}

export function onceAtATime<T>(act: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | null = null;
  return () => {
    pending ??= act().finally(() => {
      pending = null;
    });
    return pending;
  };
}

/** Creates something of everything at a place. */
export async function maker(org: Organization, labelIds: string[]) {
  const admin = await org.aMember("root", "Administrator");
  const assign = async (levelId: string, name: string, to: string[]) => {
    const { contentId } = await admin.call(createContent, { body: { type: 0, name, description: "", levelId } });
    await admin.call(saveContentDocument, { params: { id: contentId }, body: usualSettings });
    const contentAssignments = [{ levelId, includeBelow: true, labelIds: to, mandatory: true, dueDate: null }];
    if (to.length > 0) await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments } });
    return contentId;
  };
  await assign(org.levels.root, "Agreement", labelIds);
  return async (place: LevelKey): Promise<MatrixTarget> => {
    const levelId = org.levels[place];
    const labelId = org.labelIds.Volunteer;
    const contentId = await assign(levelId, `Of ${place}`, []);
    const { signupUrlId } = await admin.call(createSignupUrl, {
      body: { levelId, labelId, endsOn: null, maxUses: null },
    });
    const member = await org.aMember(place, "Head Coach");
    const elsewhereId = org.levels.south;
    const about = { organizationId: org.organizationId, levelId, elsewhereId, contentId, signupUrlId, labelId };
    const ids = await submitted(member, member, { ids: about as MatrixIds });
    const { rows } = await org.asSystem((call) =>
      call.db.execute<{ id: string; parent: string | null; pre: number }>(
        `SELECT level_id AS id, parent_id AS parent, pre FROM level WHERE organization_id = '${org.organizationId}'`,
      ),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const here = byId.get(levelId) as (typeof rows)[number];
    const above = here.parent === null ? null : (byId.get(here.parent)?.pre as number);
    const elsewhere = byId.get(elsewhereId)?.pre as number;
    return { ids, pres: [here.pre], roles: ["Individual"], above, elsewhere };
  };
}

/** Creates a pending submission of the person, sent by whoever acts for them. */
export async function submitted(
  by: TestPerson,
  of: { profileId: string; plaId: string },
  at: { ids: MatrixIds },
): Promise<MatrixIds> {
  const { requirements } = await by.call(listRequirements, { params: { plaId: of.plaId } });
  const requirementId = requirements[0]?.requirementId as string;
  const about = { params: { id: requirementId }, query: { profileLevelAccessId: of.plaId } };
  await by.call(completeDocument, {
    params: about.params,
    body: { profileLevelAccessId: of.plaId },
    files: [aPdf()],
  });
  const [file] = await by.call(listFilesToView, about);
  return { ...at.ids, profileId: of.profileId, plaId: of.plaId, requirementId, fileId: file?.fileId as string };
}

export async function aChild(
  org: Organization,
  guardian: TestPerson,
  place: LevelKey,
  at: MatrixTarget,
): Promise<MatrixTarget> {
  const child = await org.asSystem(async (call) => {
    const born = { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: "2015-05-05" };
    const profileId = await createProfile(call, born, null);
    const { profileLevelAccessId: plaId } = await addMember(call, {
      levelId: org.levels[place],
      labelId: org.labelIds["Head Coach"],
      profileId,
    });
    await makeGuardian(call, { guardianProfileId: guardian.profileId, childProfileId: profileId });
    await restand(call, [profileId]);
    return { profileId, plaId };
  });
  return { ...at, ids: await submitted(guardian, child, at), roles: ["Individual"] };
}
