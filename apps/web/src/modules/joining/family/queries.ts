import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import {
  addChild,
  correctGuardianInvitation,
  endOwnGuardianship,
  getFamily,
  inviteGuardian,
  removeChild,
  revokeGuardianInvitation,
} from "@touchline/contract/joining/families";
import { call } from "../../../client.ts";

export type Family = ResponseOf<typeof getFamily>;
export type GuardedChild = Family["children"][number];

export const familyQuery = (page: number) =>
  queryOptions({
    queryKey: ["family", page],
    queryFn: ({ signal }) => call(getFamily, { query: { page } }, { signal }),
  });

export const add = (body: BodyInput<typeof addChild>) => call(addChild, { body });
export const invite = (body: BodyInput<typeof inviteGuardian>) => call(inviteGuardian, { body });
export const remove = (profileId: string) => call(removeChild, { params: { profileId } });
export const leave = (profileId: string) => call(endOwnGuardianship, { params: { profileId } });
export const correctInvitation = (id: string, body: BodyInput<typeof correctGuardianInvitation>) =>
  call(correctGuardianInvitation, { params: { id }, body });
export const withdraw = (id: string) => call(revokeGuardianInvitation, { params: { id } });

/** Refetches everything that depends on the family. @returns when the family itself has loaded. */
export function refreshFamily(queryClient: QueryClient): Promise<void> {
  for (const name of ["activeProfile", "people", "requirements"]) {
    void queryClient.invalidateQueries({ queryKey: [name], refetchType: "all" });
  }
  return queryClient.invalidateQueries({ queryKey: ["family"] });
}
