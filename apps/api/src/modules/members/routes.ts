import { listMembers } from "@touchline/contract/hierarchy";
import { getMember } from "@touchline/contract/profiles";
import { on, onReading } from "../../kernel/mount.ts";
import { authorizeSight, membershipsSeen, memberTarget, shownMembership } from "../profiles/queries.ts";
import { requirementsOf } from "../requirements/queries/owed.ts";
import { membersBelow, readAround } from "./queries.ts";

export const routes = [
  onReading(
    listMembers,
    (call, { params, query }) => readAround(call, params.id, query),
    async (call, { query }, read) => {
      const { data, total, more, next } = await membersBelow(call, query, read);
      return { data, pagination: { page: query.page, perPage: query.perPage, totalRecords: total, more, next } };
    },
  ),

  on(getMember, async (call, { params }) => {
    const target = await memberTarget(call, params.id);
    authorizeSight(call, target);
    const { requirements, reasons } = await requirementsOf(call, target);
    const memberships = await membershipsSeen(call, target.profileId);
    return {
      profileId: target.profileId,
      firstName: target.firstName,
      lastName: target.lastName,
      email: target.email,
      dateOfBirth: target.dateOfBirth,
      photoId: target.photoId,
      membership: shownMembership(target),
      overallStatusSince: target.overallStatusSince.toISOString(),
      reasons,
      memberships: memberships.map(shownMembership),
      requirements,
    };
  }),
];
