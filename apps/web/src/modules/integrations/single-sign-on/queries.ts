import { queryOptions } from "@tanstack/react-query";
import type { BodyInput } from "@touchline/contract";
import {
  addSsoConnection,
  addSsoDomain,
  changeSsoConnection,
  listSsoConnections,
  removeSsoConnection,
  removeSsoDomain,
  setSsoActive,
  verifySsoDomain,
} from "@touchline/contract/integrations/single-sign-on";
import { call } from "../../../client.ts";

export const ssoQuery = queryOptions({
  queryKey: ["sso"] as const,
  queryFn: ({ signal }) => call(listSsoConnections, {}, { signal }),
});

export const postProvider = (body: BodyInput<typeof addSsoConnection>) => call(addSsoConnection, { body });
export const putProvider = (id: string, body: BodyInput<typeof changeSsoConnection>) =>
  call(changeSsoConnection, { params: { id }, body });
export const putActive = (id: string, active: boolean) => call(setSsoActive, { params: { id }, body: { active } });
export const deleteProvider = (id: string) => call(removeSsoConnection, { params: { id } });
export const postDomain = (id: string, domain: string) => call(addSsoDomain, { params: { id }, body: { domain } });
export const postVerify = (id: string, domain: string) => call(verifySsoDomain, { params: { id, domain } });
export const deleteDomain = (id: string, domain: string) => call(removeSsoDomain, { params: { id, domain } });
