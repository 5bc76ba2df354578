import { logoPath, type OrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { usualPlural, wordKey } from "@touchline/rules";
import { and, asc, count, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { levelKind } from "../../../../schema/accounts.ts";
import { level } from "../../../../schema/people.ts";
import { authorize } from "../../../../security/authorize.ts";
import { rezoningUnderWay } from "../../../compliance/index.ts";
import { filesByPurpose } from "./files.ts";
import { namedOrganization } from "./own.ts";

/**
 * Lists the organization's names for kinds of levels, each with its number of levels; kinds in use without a name of their own
 * come last.
 */
export async function levelKinds(call: Call) {
  const named = await call.db
    .select({ singular: levelKind.singular, plural: levelKind.plural })
    .from(levelKind)
    .where(ours(levelKind, call))
    .orderBy(asc(levelKind.position))
    .limit(100);
  const used = await call.db
    .select({ singular: level.kind, levels: count() })
    .from(level)
    .where(and(ours(level, call), isNull(level.archivedAt)))
    .groupBy(level.kind)
    .orderBy(asc(level.kind))
    .limit(100);
  const levelsOf = (singular: string) =>
    used.filter((one) => wordKey(one.singular) === wordKey(singular)).reduce((sum, one) => sum + one.levels, 0);
  const known = new Set(named.map((one) => wordKey(one.singular)));
  return [
    ...named.map((one) => ({ ...one, levels: levelsOf(one.singular) })),
    ...used
      .filter((one) => !known.has(wordKey(one.singular)))
      .map(({ singular, levels }) => ({ singular, plural: usualPlural(singular), levels })),
  ];
}

/** @throws NotFound, Forbidden */
export async function settingsOf(call: Call, organizationId: string): Promise<OrganizationSettings> {
  const own = await namedOrganization(call, organizationId);
  authorize(call, "organization.edit", { organizationWide: true });
  return shownSettings(call, own);
}

/** Returns the settings with the files that the actor may see. The caller authorizes. @throws NotFound */
export async function presentSettings(call: Call, organizationId: string): Promise<OrganizationSettings> {
  return shownSettings(call, await namedOrganization(call, organizationId));
}

async function shownSettings(
  call: Call,
  own: Awaited<ReturnType<typeof namedOrganization>>,
): Promise<OrganizationSettings> {
  const { name, initials, website, phone, stateCode, cityName, logoId } = own;
  return {
    details: { name, initials, website, phone, countryCode: own.countryCode ?? "Unknown", stateCode, cityName },
    logo: logoId === null ? null : logoPath(own.organizationId, logoId),
    accentColor: own.accentColor,
    timeZone: own.timeZone,
    timeZoneAssumed: own.timeZoneAssumed,
    timeZoneChange: await rezoningUnderWay(call),
    seasonStart: { month: own.seasonMonth, day: own.seasonDay },
    languages: own.languages,
    levelKinds: await levelKinds(call),
    retention: {
      ...{ consentYears: own.consentYears, outcomeYears: own.outcomeYears, incidentYears: own.incidentYears },
    },
    managers: { review: own.managersReview, editContent: own.managersEditContent },
    chatForMinors: call.adapters.chat === null ? null : own.chatForMinors,
    files: await filesByPurpose(call),
  };
}
