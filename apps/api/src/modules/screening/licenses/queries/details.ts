import type { ResponseOf } from "@touchline/contract";
import type { getHeldLicenses } from "@touchline/contract/screening/licenses";
import {
  dayOf,
  inGradeOrder,
  licenseIdentityTexts,
  licenseProblemTexts,
  licenseStanding,
  licenseStandingTexts,
} from "@touchline/rules";
import { ussfLicenseName } from "@touchline/rules/library/ussf-licenses";
import { type Call, organizationFacts } from "../../../../call.ts";
import { forbidden, notFound } from "../../../../errors.ts";
import { authorizeSight, memberTarget } from "../../../people/index.ts";
import { isOfKind, requirementOn } from "../../../requirements/index.ts";
import { type LicenseRecord, licensePerson, licenseRecordOf, licensesOf } from "./record.ts";

export type LicenseRequirement = { requirementId: string; profileLevelAccessId: string };

/** Milliseconds between two looks that people ask for. */
const betweenRefreshes = 60_000;

/** When licenses can be refreshed manually again; null: at once. */
export function refreshableAt(call: Call, record: LicenseRecord | null): Date | null {
  if (record === null) return null;
  const at = new Date(record.askedAt.getTime() + betweenRefreshes);
  return at > call.now ? at : null;
}

/** Reads a person's licenses for people who may see them. @throws NotFound, Forbidden */
export async function permittedLicenses(call: Call, { requirementId, profileLevelAccessId }: LicenseRequirement) {
  const target = await memberTarget(call, profileLevelAccessId);
  authorizeSight(call, target);
  const on = await requirementOn(call, target, requirementId);
  const { settings } = on.required;
  if (!isOfKind(settings, "us-soccer")) throw notFound("requirement");
  const verdict = on.verdicts.viewLicences;
  const isKnown = verdict.allowed || verdict.reason !== "idMissing";
  if (!verdict.allowed && isKnown) throw forbidden("You don't have permission to do this.", verdict.reason);
  return { target, settings, isKnown, record: await licenseRecordOf(call, target.profileId) };
}

/** Whether U.S. Soccer was asked and didn't answer yet. */
const isUnderWay = (record: LicenseRecord | null) =>
  record === null || (record.problem === null && (record.answeredAt === null || record.answeredAt < record.askedAt));

/** The licenses that U.S. Soccer has for a member, and which of them count. @throws NotFound, Forbidden */
export async function licensesShown(
  call: Call,
  place: LicenseRequirement,
): Promise<ResponseOf<typeof getHeldLicenses>> {
  const { target, settings, isKnown, record } = await permittedLicenses(call, place);
  const { licenses: port } = call.adapters;
  const { timeZone } = await organizationFacts(call);
  const today = dayOf(call.now.getTime(), timeZone);
  const person = isKnown ? await licensePerson(call, target.profileId) : null;
  // Findings for an earlier ID or another name aren't shown.
  const current = record !== null && person?.basis === record.basis ? record : null;
  const held = inGradeOrder(await licensesOf(call, current));
  const { problem = null, problemSince = null, identity = null, answeredAt = null } = current ?? {};
  return {
    provider: port && { name: port.name, simulated: current?.answeredAt ? current.simulated : port.simulated },
    idKnown: isKnown,
    looking: port !== null && person !== null && isUnderWay(current),
    refreshedAt: answeredAt?.toISOString() ?? null,
    identity,
    identityText: identity === null || identity === "confirmed" ? null : licenseIdentityTexts[identity],
    problem: problem && {
      kind: problem,
      since: (problemSince ?? call.now).toISOString(),
      ...licenseProblemTexts[problem],
    },
    licenses: held.map((one) => {
      const standing = licenseStanding(one, settings, today);
      return {
        ...{ key: one.key, name: ussfLicenseName(one.key), issuer: one.issuer },
        ...{ issuedOn: one.issuedOn, expiresOn: one.expiresOn },
        ...{ standing, standingText: licenseStandingTexts[standing] },
      };
    }),
    accepted: settings.licenses.map(ussfLicenseName),
    higherGrades: settings.higherGrades,
    refreshableAt: refreshableAt(call, record)?.toISOString() ?? null,
  };
}
