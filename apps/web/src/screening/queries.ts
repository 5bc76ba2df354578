import { queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { listConsents } from "@touchline/contract/screening/consents";
import { call } from "../client.ts";

/** What is to be signed for a background check, and what was. */
export type Consents = ResponseOf<typeof listConsents>;

export const consentsQuery = (id: string, plaId: string) =>
  queryOptions({
    queryKey: ["consents", id, plaId],
    queryFn: ({ signal }) => call(listConsents, { params: { id, plaId } }, { signal }),
    // No text changes under the eyes of whoever reads it; a newer version is told when they sign.
    refetchOnWindowFocus: false,
    staleTime: 0,
  });
