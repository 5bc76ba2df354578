import { queryOptions } from "@tanstack/react-query";
import type { BodyInput } from "@touchline/contract";
import { addGuardian, endGuardianship, getMemberFamily } from "@touchline/contract/families";
import { changeRole, deleteMembership, getMember } from "@touchline/contract/profiles";
import {
  completeWithoutUpload,
  editCompletedDate,
  listSubmissions,
  markIncomplete,
  reinstate,
} from "@touchline/contract/reviews";
import { call } from "../../client.ts";

/** The person behind a membership, with everything that explains where they stand. */
export const memberQuery = (profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["member", profileLevelAccessId],
    queryFn: ({ signal }) => call(getMember, { params: { id: profileLevelAccessId } }, { signal }),
  });

export const giveLabel = (profileLevelAccessId: string, newLabelId: string) =>
  call(changeRole, { query: { profileLevelAccessId, newLabelId } });

export const removeMembership = (profileLevelAccessId: string) =>
  call(deleteMembership, { params: { id: profileLevelAccessId } });

export const markComplete = (plaId: string, body: BodyInput<typeof completeWithoutUpload>) =>
  call(completeWithoutUpload, { params: { plaId }, body });

export const takeBack = (plaId: string, body: BodyInput<typeof markIncomplete>) =>
  call(markIncomplete, { params: { plaId }, body });

export const restore = (plaId: string, body: BodyInput<typeof reinstate>) =>
  call(reinstate, { params: { plaId }, body });

export const correctDate = (plaId: string, body: BodyInput<typeof editCompletedDate>) =>
  call(editCompletedDate, { params: { plaId }, body });

/** Every submission of a requirement, newest first. */
export const submissionsQuery = (requirementId: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["submissions", requirementId, profileLevelAccessId],
    queryFn: ({ signal }) =>
      call(listSubmissions, { params: { id: requirementId }, query: { profileLevelAccessId } }, { signal }),
  });

/** The guardians and the children of a member. */
export const memberFamilyQuery = (profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["memberFamily", profileLevelAccessId],
    queryFn: ({ signal }) => call(getMemberFamily, { params: { id: profileLevelAccessId } }, { signal }),
  });

export const giveGuardian = (body: BodyInput<typeof addGuardian>) => call(addGuardian, { body });
export const endGuardian = (body: BodyInput<typeof endGuardianship>) => call(endGuardianship, { body });
