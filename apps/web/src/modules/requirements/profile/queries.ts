import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import { listMemberships } from "@touchline/contract/people/profiles";
import {
  getProfileDetails,
  type listConditions,
  saveCitizenship,
  saveConditions,
  saveName,
  setUssfId,
  updateConditions,
  updateProfile,
} from "@touchline/contract/requirements/profile-details";
import { call } from "../../../client.ts";

export type Details = ResponseOf<typeof getProfileDetails>;
export type Condition = ResponseOf<typeof listConditions>[number];

/** Reads a person's details, and which of them can be changed. */
export const detailsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["profileDetails", profileId],
    queryFn: ({ signal }) => call(getProfileDetails, { params: { id: profileId } }, { signal }),
  });

/** The person whose U.S. Soccer ID is set. */
export const membershipsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["memberships", profileId],
    queryFn: ({ signal }) => call(listMemberships, { params: { profileId } }, { signal }),
  });

export const putProfile = (profileId: string, body: BodyInput<typeof updateProfile>) =>
  call(updateProfile, { params: { id: profileId }, body });

export const putName = (body: BodyInput<typeof saveName>) => call(saveName, { body });

export const postCitizenship = (body: BodyInput<typeof saveCitizenship>) => call(saveCitizenship, { body });

export async function postUssfId(profileId: string, profileLevelAccessId: string, ussfId: string): Promise<Details> {
  await call(setUssfId, { params: { id: profileId }, body: { profileLevelAccessId, ussfId } });
  return call(getProfileDetails, { params: { id: profileId } });
}

/** @param first nothing was answered before. */
export const postAnswers = (profileId: string, first: boolean, answers: { conditionId: string; answer: boolean }[]) =>
  call(first ? saveConditions : updateConditions, { params: { id: profileId }, body: { answers } });

/** Names and photos are shown in many places. */
export async function showEverywhere(queryClient: QueryClient): Promise<void> {
  const kept = ["people", "activeProfile", "member", "members"];
  await Promise.all(kept.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}
