import { QueryClient } from "@tanstack/react-query";
import type { RequirementType } from "@touchline/contract";
import { requirementTypeLabels } from "@touchline/contract";
import { isConfidential } from "@touchline/rules/security/permissions";
import { expect, test } from "vitest";
import { fetchAhead, reviewQuery } from "./queries.ts";

const types = Object.keys(requirementTypeLabels).map((type) => Number(type) as RequirementType);

test.each(types)(
  "a submission of type %i is fetched ahead unless a look at it is recorded",
  async (requirementType) => {
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const place = { requirementId: "r1", profileLevelAccessId: "m1", requirementType };
    // No server answers here, so a query that was fetched has failed, and one that wasn't fetched doesn't exist.
    await fetchAhead(queryClient, place);
    const state = queryClient.getQueryState(reviewQuery("r1", "m1").queryKey);
    expect(state?.status).toBe(isConfidential[requirementType] ? undefined : "error");
  },
);
