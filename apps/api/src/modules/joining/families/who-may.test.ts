import type { AnyEndpoint } from "@touchline/contract";
import { createSignupUrl, listSignupUrls, revokeSignupUrl } from "@touchline/contract/accounts/signup-urls";
import {
  addGuardian,
  endOwnGuardianship,
  getMemberFamily,
  inviteGuardian,
  removeChild,
} from "@touchline/contract/joining/families";
import { getActivation, resendActivation } from "@touchline/contract/joining/invitations";
import { listMemberships, listProfiles } from "@touchline/contract/people/profiles";
import {
  getPartner,
  getProfileDetails,
  listConditions,
  listOwnMemberships,
  saveCitizenship,
  saveName,
  setDateOfBirth,
  setUssfId,
  updateConditions,
  updateProfile,
} from "@touchline/contract/requirements/profile-details";
import { beforeAll, expect, test } from "vitest";
import { added, aFamilyOrganization } from "../../../../test/families.ts";
import { ask } from "../../../../test/http.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();

const who = ["nobody", "stranger", "coach", "beside", "manager", "director", "admin", "guardian"] as const;
type Who = (typeof who)[number];

let actors: Record<Who, TestPerson | null>;
let the: {
  child: string;
  pla: string;
  parent: TestPerson;
  coach: TestPerson;
  level: string;
  label: string;
  url: string;
  organizationId: string;
};

beforeAll(async () => {
  const family = await aFamilyOrganization(world.it);
  const { org, admin, parent } = family;
  const child = await added(parent, family);
  const coach = await org.aMember("northTeam", "Head Coach");
  const other = await world.it.anOrganization();
  const level = org.levels.northTeam;
  const label = org.labelIds["Head Coach"];
  const url = await admin.call(createSignupUrl, { body: { levelId: level, labelId: label } });
  the = {
    child: child.profileId,
    pla: child.profileLevelAccessId,
    parent,
    coach,
    level,
    label,
    url: url.signupUrlId,
    organizationId: org.organizationId,
  };
  actors = {
    nobody: null,
    // A caller without access to the whole other organization is refused before anything is looked up.
    stranger: await other.aMember("north", "Club Director"),
    coach,
    beside: await org.aMember("south", "Club Director"),
    manager: await org.aMember("northTeam", "Team Manager"),
    director: await org.aMember("north", "Club Director"),
    admin,
    guardian: parent,
  };
});

const asks = <E extends AnyEndpoint>(endpoint: E, requestOf: () => Parameters<typeof ask<E>>[3]) => ({
  name: `${endpoint.method} ${endpoint.path}`,
  as: async (one: TestPerson | null) =>
    (one === null ? await ask(world.it.base, null, endpoint, requestOf()) : await one.ask(endpoint, requestOf()))
      .status,
});

const names = { firstName: "Noa", lastName: "Little", dateOfBirth: "2015-05-05" };
/** Seen by who sees the member, changed by who may correct people, guardians among them. */
const seen = [401, 404, 404, 404, 200, 200, 200, 200];
const edited = [401, 404, 404, 404, 403, 200, 200, 200];
const set = [401, 404, 404, 404, 403, 204, 204, 204];
/** Asks by the id of a membership: within one organization it is no secret that there is one. */
const member = [401, 404, 403, 403, 200, 200, 200, 200];
const manages = [401, 404, 403, 403, 200, 200, 200, 403];

test.each([
  [seen, asks(getProfileDetails, () => ({ params: { id: the.child } }))],
  [edited, asks(updateProfile, () => ({ params: { id: the.child }, body: { emergencyContacts: [] } }))],
  [edited, asks(saveName, () => ({ body: { profileId: the.child, ...names } }))],
  [edited, asks(saveCitizenship, () => ({ body: { profileId: the.child, country: "US", otherCountry: null } }))],
  [edited, asks(listConditions, () => ({ params: { id: the.child } }))],
  // A permitted caller is told that there is no such question.
  [
    edited.map((status) => (status === 200 ? 404 : status)),
    asks(updateConditions, () => ({
      params: { id: the.child },
      body: { answers: [{ conditionId: the.child, answer: true }] },
    })),
  ],
  [
    set,
    asks(setUssfId, () => ({
      params: { id: the.child },
      body: { profileLevelAccessId: the.pla, ussfId: "1234567890123456" },
    })),
  ],
  [
    set,
    asks(setDateOfBirth, () => ({
      params: { id: the.child },
      body: { profileLevelAccessId: the.pla, dateOfBirth: names.dateOfBirth },
    })),
  ],
  [seen, asks(listMemberships, () => ({ params: { profileId: the.child } }))],
  [member, asks(getMemberFamily, () => ({ params: { id: the.pla } }))],
  [member, asks(getActivation, () => ({ params: { id: the.pla } }))],
  [
    member.map((status) => (status === 200 ? 204 : status)),
    asks(getPartner, () => ({ params: { profileLevelAccessId: the.pla } })),
  ],
  [manages, asks(resendActivation, () => ({ body: { profileLevelAccessIds: [the.pla] } }))],
  [manages, asks(createSignupUrl, () => ({ body: { levelId: the.level, labelId: the.label } }))],
  [manages, asks(listSignupUrls, () => ({ params: { id: the.level }, query: {} }))],
  [
    manages.map((status) => (status === 200 ? 204 : status)),
    asks(revokeSignupUrl, () => ({ params: { id: the.url } })),
  ],
  // A permitted caller is told that this person is a guardian already.
  [
    [401, 404, 403, 403, 403, 409, 409, 403],
    asks(addGuardian, () => ({
      body: { childProfileId: the.child, guardianProfileId: the.parent.profileId, reason: "Is the parent." },
    })),
  ],
  // The family's own: nobody else has such a child.
  [[401, 404, 404, 404, 404, 404, 404, 409], asks(endOwnGuardianship, () => ({ params: { profileId: the.child } }))],
  [
    [401, 404, 404, 404, 404, 404, 404, 200],
    asks(inviteGuardian, () => ({
      body: { firstName: "Pat", lastName: "Other", email: "pat.who@example.org", childProfileIds: [the.child] },
    })),
  ],
  // An account's own.
  [
    [401, 404, 404, 404, 404, 404, 404, 200],
    asks(listProfiles, () => ({ query: { AppUserId: the.parent.appUserId } })),
  ],
  [
    [401, 404, 404, 404, 404, 404, 404, 200],
    asks(listOwnMemberships, () => ({
      query: { AppUserId: the.parent.appUserId, OrganizationId: the.organizationId },
    })),
  ],
  // The last: then the child is gone.
  [[401, 404, 404, 404, 404, 404, 404, 204], asks(removeChild, () => ({ params: { profileId: the.child } }))],
] as const)("%j are the answers", async (expected, call) => {
  const answers: Record<string, number> = {};
  for (const one of who) answers[one] = await call.as(actors[one]);
  expect(answers, call.name).toEqual(Object.fromEntries(who.map((one, at) => [one, expected[at]])));
});
