import { queryOptions } from "@tanstack/react-query";
import { changeRole, deleteMembership, getMember } from "@touchline/contract/profiles";
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
