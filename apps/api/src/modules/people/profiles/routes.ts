import type { QueryOf } from "@touchline/contract";
import { listOrganizations } from "@touchline/contract/accounts/organizations";
import * as membership from "@touchline/contract/people/memberships";
import { addNote as addNoteEndpoint, listNotes } from "@touchline/contract/people/notes";
import * as contract from "@touchline/contract/people/profiles";
import { listOwnMemberships } from "@touchline/contract/requirements/profile-details";
import { actingProfile, type Call } from "../../../call.ts";
import { notFound } from "../../../errors.ts";
import { on, onVisit, type Visit } from "../../../http/mount.ts";
import { changeRole, deleteMembership } from "./actions/memberships.ts";
import { moveMembership } from "./actions/move.ts";
import { addNote } from "./actions/notes.ts";
import { previewMembership } from "./actions/preview.ts";
import { membershipsOf, membershipsSeen, shownMembership } from "./queries/memberships.ts";
import { notesAbout } from "./queries/notes.ts";
import { holds, peopleActedFor } from "./queries/people.ts";

/** Every person this account acts for, organization by organization. Asking about another account finds nothing. */
async function peopleOf(visit: Visit, appUserId: string) {
  if (visit.identified?.appUserId !== appUserId) throw notFound("account");
  const people = [];
  for (const { profileId, organizationId, chosen } of await visit.tenancy.profilesOfAccount(appUserId)) {
    const found = await visit.tenancy.run(organizationId, (db) =>
      peopleActedFor({ db, organizationId, now: visit.now }, profileId),
    );
    people.push(...found.map((person) => ({ ...person, chosen: chosen && !person.guarded })));
  }
  return people;
}

/** The most profiles of one account in one organization that are checked. Almost everyone has one. */
const mostHere = 10;

/** The account's people in one organization, each with their memberships. @throws NotFound where it has none. */
async function peopleWithMemberships(visit: Visit, query: QueryOf<typeof listOwnMemberships>) {
  if (visit.identified?.appUserId !== query.AppUserId) throw notFound("account");
  const own = await visit.tenancy.profilesOfAccount(query.AppUserId);
  const here = own.filter((one) => one.organizationId === query.OrganizationId).slice(0, mostHere);
  const [first] = here;
  if (!first) throw notFound("organization");
  const { organizationId } = first;
  return visit.tenancy.run(organizationId, async (db) => {
    const within = { db, organizationId, now: visit.now };
    const people: Awaited<ReturnType<typeof peopleActedFor>> = [];
    for (const { profileId } of here) {
      const known = new Set(people.map((one) => one.profileId));
      people.push(...(await peopleActedFor(within, profileId)).filter((one) => !known.has(one.profileId)));
    }
    const memberships = await membershipsOf(
      within,
      people.map((person) => person.profileId),
    );
    return people.map((person) => ({
      ...person,
      profileLevelAccesses: memberships.filter((one) => one.profileId === person.profileId).map(shownMembership),
    }));
  });
}

/** So many organizations of one account are looked into for an address. */
const mostLookedInto = 50;

/** The account's profile in the organization that holds something, if that is not the present one. */
async function elsewhere(visit: Visit, { kind, id }: QueryOf<typeof contract.findElsewhere>) {
  const { appUserId, profileId: present } = visit.identified as NonNullable<Visit["identified"]>;
  const own = await visit.tenancy.profilesOfAccount(appUserId);
  const here = own.find((one) => one.profileId === present)?.organizationId;
  for (const { profileId, organizationId } of own
    .filter((one) => one.organizationId !== here)
    .slice(0, mostLookedInto)) {
    const found = await visit.tenancy.run(organizationId, async (db) => {
      const within = { db, organizationId, now: visit.now };
      return (await holds(within, kind, id)) ? peopleActedFor(within, profileId) : [];
    });
    const profile = found.find((person) => !person.guarded);
    if (profile) return { profile };
  }
  return { profile: null };
}

/** @throws NotFound when the actor sees none of a person's memberships. */
async function visibleMemberships(call: Call, profileId: string) {
  const visible = await membershipsSeen(call, profileId);
  if (visible.length === 0) throw notFound("person");
  return visible.map(shownMembership);
}

export const routes = [
  onVisit(contract.listProfiles, (visit, { query }) => peopleOf(visit, query.AppUserId)),

  onVisit(contract.findElsewhere, (visit, { query }) => elsewhere(visit, query)),

  onVisit(listOrganizations, async (visit, { query }) => {
    const people = await peopleOf(visit, query.AppUserId);
    return people
      .filter((person) => !person.guarded)
      .map(({ organizationId, organizationName, profileId }) => ({
        organizationId,
        name: organizationName,
        profileId,
      }));
  }),

  onVisit(listOwnMemberships, (visit, { query }) => peopleWithMemberships(visit, query)),

  on(
    contract.listLevelRoles,
    async (call) => {
      const profileId = actingProfile(call);
      return profileId === null ? [] : membershipsOf(call, [profileId]);
    },
    { withoutProfile: [] },
  ),

  on(contract.listMemberships, (call, { params }) => visibleMemberships(call, params.profileId)),

  on(contract.changeRole, (call, { query }) => changeRole(call, query)),
  on(contract.deleteMembership, (call, { params }) => deleteMembership(call, params)),
  on(membership.moveMembership, (call, { query }) => moveMembership(call, query)),
  on(membership.previewMembership, (call, { query }) => previewMembership(call, query)),
  on(listNotes, (call, { params, query }) =>
    notesAbout(call, { profileLevelAccessId: params.id, cursor: query.cursor }),
  ),
  on(addNoteEndpoint, (call, { params, body }) => addNote(call, { profileLevelAccessId: params.id, ...body })),
];
