import { queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import {
  getAccount,
  getPreferences,
  listSessions,
  previewClosing,
} from "@touchline/contract/accounts/account-settings";
import { call } from "../../../client.ts";

export type OwnAccount = ResponseOf<typeof getAccount>;
export type OwnSession = ResponseOf<typeof listSessions>[number];
export type Closing = ResponseOf<typeof previewClosing>;

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) => call(getAccount, {}, { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
});

/** Never cached, because the person may have become an Admin. */
export const closingQuery = queryOptions({
  queryKey: ["account", "closing"],
  queryFn: ({ signal }) => call(previewClosing, {}, { signal }),
  gcTime: 0,
});

/** Read with every page, for the theme. */
export const preferencesQuery = queryOptions({
  queryKey: ["account", "preferences"],
  queryFn: ({ signal }) => call(getPreferences, {}, { signal }),
  staleTime: 60_000,
});
