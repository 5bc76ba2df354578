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

/** The interval for refetching while a change of the time zone is applied, in milliseconds. */
const look = 2_000;

/** The organization's details and settings. */
export const settingsQuery = (id: string) =>
  queryOptions({
    queryKey: ["organizationSettings", id],
    queryFn: ({ signal }) => call(getOrganizationSettings, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.timeZoneChange ? look : false),
  });

/** Previews the effect of another time zone. */
export const effectQuery = (id: string, timeZone: string, present: string) =>
  queryOptions({
    queryKey: ["timeZoneEffect", id, present, timeZone],
    queryFn: ({ signal }) => call(timeZoneEffect, { params: { id }, query: { timeZone } }, { signal }),
    enabled: timeZone !== present,
  });

/** Counts the assignments that follow the season. */
export const seasonQuery = (id: string) =>
  queryOptions({
    queryKey: ["seasonEffect", id],
    queryFn: ({ signal }) => call(seasonEffect, { params: { id } }, { signal }),
  });

export const putSettings = (id: string, body: SettingsChange) =>
  call(saveOrganizationSettings, { params: { id }, body });
