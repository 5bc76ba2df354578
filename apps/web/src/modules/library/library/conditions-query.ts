import { queryOptions } from "@tanstack/react-query";
import { listConditions } from "@touchline/contract/requirements/profile-details";
import { call } from "../../../client.ts";

/** The yes-or-no questions about a person that an assignment may depend on. */
export const conditionsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ["conditions", profileId],
    queryFn: ({ signal }) => call(listConditions, { params: { id: profileId } }, { signal }),
  });
