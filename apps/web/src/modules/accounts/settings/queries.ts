import { queryOptions } from "@tanstack/react-query";
import type { BodyInput } from "@touchline/contract";
import {
  getOrganizationSettings,
  saveOrganizationSettings,
  seasonEffect,
  timeZoneEffect,
} from "@touchline/contract/accounts/organization-settings";
import { call } from "../../../client.ts";

export type SettingsChange = BodyInput<typeof saveOrganizationSettings>;

/** While a change of the time zone goes through the people, in milliseconds. */
const look = 2_000;

/** The organization's details and settings. */
export const settingsQuery = (id: string) =>
  queryOptions({
    queryKey: ["organizationSettings", id],
    queryFn: ({ signal }) => call(getOrganizationSettings, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.timeZoneChange ? look : false),
  });

/** What another time zone would change. */
export const effectQuery = (id: string, timeZone: string, present: string) =>
  queryOptions({
    queryKey: ["timeZoneEffect", id, present, timeZone],
    queryFn: ({ signal }) => call(timeZoneEffect, { params: { id }, query: { timeZone } }, { signal }),
    enabled: timeZone !== present,
  });

/** How many go by the season. */
export const seasonQuery = (id: string) =>
  queryOptions({
    queryKey: ["seasonEffect", id],
    queryFn: ({ signal }) => call(seasonEffect, { params: { id } }, { signal }),
  });

export const putSettings = (id: string, body: SettingsChange) =>
  call(saveOrganizationSettings, { params: { id }, body });
