import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { BodyInput, QueryInput } from "@touchline/contract";
import { addGuardian, endGuardianship, getMemberFamily } from "@touchline/contract/joining/families";
import { getUndelivered } from "@touchline/contract/messages/undelivered";
import { moveMembership, previewMembership } from "@touchline/contract/people/memberships";
import { addNote, listNotes } from "@touchline/contract/people/notes";
import { addMember, changeRole, deleteMembership, getMember } from "@touchline/contract/people/profiles";
import {
  getAsOf,
  getFormerMember,
  getTimeline,
  listMemberMails,
  type TimelineKind,
} from "@touchline/contract/reporting/timeline";
import { getPartner } from "@touchline/contract/requirements/profile-details";
import {
  completeWithoutUpload,
  editCompletedDate,
  listSubmissions,
  markIncomplete,
  reinstate,
} from "@touchline/contract/reviews/reviews";
import { CallFailed, call, NotYet } from "../../../client.ts";

/** Reads the person of a membership, with the reasons for the status. */
export const memberQuery = (profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["member", profileLevelAccessId],
    queryFn: ({ signal }) => call(getMember, { params: { id: profileLevelAccessId } }, { signal }),
  });

/** The latest email to a member that wasn't delivered; null where they get their emails. */
export const undeliveredQuery = (profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["member", profileLevelAccessId, "undelivered"],
    queryFn: async ({ signal }) =>
      (await call(getUndelivered, { params: { id: profileLevelAccessId } }, { signal })).undelivered,
    // Refetched after a correction of the address, to see whether the email was delivered.
    staleTime: 0,
  });

/** Reads the person of an ended membership. */
export const formerMemberQuery = (profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["member", profileLevelAccessId, "former"],
    queryFn: ({ signal }) => call(getFormerMember, { params: { id: profileLevelAccessId } }, { signal }),
  });

export const giveLabel = (profileLevelAccessId: string, newLabelId: string) =>
  call(changeRole, { query: { profileLevelAccessId, newLabelId } });

export const removeMembership = (profileLevelAccessId: string) =>
  call(deleteMembership, { params: { id: profileLevelAccessId } });

export const moveTo = (profileLevelAccessId: string, newLevelId: string) =>
  call(moveMembership, { query: { profileLevelAccessId, newLevelId } });

export const giveMembership = (membership: { profileId: string; levelId: string; labelId: string }) =>
  call(addMember, { body: membership });

/** Previews a membership change; never cached, as it may be outdated at once. */
export const previewQuery = (change: QueryInput<typeof previewMembership>) =>
  queryOptions({
    queryKey: ["membershipPreview", change],
    queryFn: ({ signal }) => call(previewMembership, { query: change }, { signal }),
    staleTime: 0,
  });

/** A person's history, page by page. */
export const timelineQuery = (plaId: string, kinds: readonly TimelineKind[]) =>
  infiniteQueryOptions({
    queryKey: ["member", plaId, "timeline", kinds],
    queryFn: ({ pageParam, signal }) =>
      call(
        getTimeline,
        { params: { id: plaId }, query: { kinds, perPage: 50, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });

/** Reads a person's status at the end of a day; a past day never changes. */
export const asOfQuery = (plaId: string, day: string) =>
  queryOptions({
    queryKey: ["member", plaId, "asOf", day],
    queryFn: ({ signal }) => call(getAsOf, { params: { id: plaId }, query: { day } }, { signal }),
  });

export const mailsQuery = (plaId: string) =>
  infiniteQueryOptions({
    queryKey: ["member", plaId, "mails"],
    queryFn: ({ pageParam, signal }) =>
      call(listMemberMails, { params: { id: plaId }, query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });

export const notesQuery = (plaId: string) =>
  infiniteQueryOptions({
    queryKey: ["member", plaId, "notes"],
    queryFn: ({ pageParam, signal }) =>
      call(listNotes, { params: { id: plaId }, query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });

export const noteDown = (plaId: string, text: string) => call(addNote, { params: { id: plaId }, body: { text } });

/** The partner that a person signed up with; null for most. Source of the texts: specification 2, section 8. */
export const partnerQuery = (profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["partner", profileLevelAccessId],
    queryFn: async ({ signal }) => {
      try {
        return (await call(getPartner, { params: { profileLevelAccessId } }, { signal })) ?? null;
      } catch (error) {
        if (!(error instanceof CallFailed) || error.status < 400) throw error;
        throw new NotYet(`HTTP error! status: ${error.status}`, { cause: error });
      }
    },
  });

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
