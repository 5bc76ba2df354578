import { queryOptions } from "@tanstack/react-query";
import { selectOrganization } from "@touchline/contract/accounts/organizations";
import { listProfiles, type profileSummary } from "@touchline/contract/people/profiles";
import type { z } from "zod";
import { call } from "../client.ts";

export type ProfileSummary = z.output<typeof profileSummary>;

/** Everyone the account can act for: its own profiles, and the children they are guardians of. */
export const peopleQuery = (accountId: string) =>
  queryOptions({
    queryKey: ["people", accountId],
    queryFn: ({ signal }) => call(listProfiles, { query: { AppUserId: accountId } }, { signal }),
    staleTime: 60_000,
  });

export const activeProfileKey = ["activeProfile"] as const;

/** The acting profile and its organization. */
export const activeProfileQuery = (organizationId: string, profileId: string) =>
  queryOptions({
    queryKey: [...activeProfileKey, organizationId, profileId],
    queryFn: ({ signal }) => call(selectOrganization, { params: { id: organizationId } }, { signal }),
    staleTime: 60_000,
  });
