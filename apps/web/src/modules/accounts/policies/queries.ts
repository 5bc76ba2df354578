import { queryOptions } from "@tanstack/react-query";
import type { PolicyType } from "@touchline/contract";
import { getPolicy } from "@touchline/contract/accounts/policies";
import { call } from "../../../client.ts";

/** A policy as it was published. @param version the one in force unless given. */
export const policyQuery = (type: PolicyType, version?: number) =>
  queryOptions({
    queryKey: ["policies", type, version ?? null],
    queryFn: ({ signal }) =>
      call(getPolicy, { query: { type, ...(version === undefined ? {} : { version }) } }, { signal }),
  });
