import { queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { listPolicyVersions } from "@touchline/contract/policies";
import { call } from "../../client.ts";

export type PolicyVersion = ResponseOf<typeof listPolicyVersions>[number];

/** Every version of the policies, newest first. */
export const policyVersionsQuery = queryOptions({
  queryKey: ["policies", "versions"],
  queryFn: ({ signal }) => call(listPolicyVersions, {}, { signal }),
});
