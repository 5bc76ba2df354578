import { queryOptions } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "@touchline/contract/integrations/api-keys";
import { call } from "../../../client.ts";

export type NewApiKey = BodyInput<typeof createApiKey>;
export type MadeApiKey = ResponseOf<typeof createApiKey>;

const queryKey = ["apiKeys"];

/** The organization's API keys, those in use first. */
export const apiKeysQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => call(listApiKeys, undefined, { signal }),
});

export const makeKey = (body: NewApiKey) => call(createApiKey, { body });
export const rotate = (id: string, overlapDays: number) =>
  call(rotateApiKey, { params: { id }, body: { overlapDays } });
export const revoke = (id: string) => call(revokeApiKey, { params: { id } });
