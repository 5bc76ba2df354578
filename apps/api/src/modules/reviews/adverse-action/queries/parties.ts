import { agencyOf, screeningAgencies, waitingDaysFor } from "@touchline/rules";
import { and, desc, eq } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { organization } from "../../../../schema/accounts.ts";
import { adverseAction } from "../../../../schema/reviews.ts";
import { contactAddress } from "../../../requirements/index.ts";
import { type AdverseRead, type SentFacts, sentFactsPlace } from "./action.ts";
import { adverseSettings } from "./settings.ts";

/** Reads the person's address, the organization's contact details, and the length of the waiting period. */
export async function partiesOf(call: Call, { target }: AdverseRead) {
  const { name, phone, website, countryCode, stateCode } = organization;
  const [[own], settings, home] = await Promise.all([
    call.db.select({ name, phone, website, countryCode, stateCode }).from(organization).where(ours(organization, call)),
    adverseSettings(call),
    contactAddress(call, target.profileId),
  ]);
  if (!own) throw notFound("organization");
  const homeState = /^US-(\w\w)$/.exec(home.stateId ?? "")?.[1] ?? null;
  const states = [homeState, own.countryCode === "UnitedStates" ? own.stateCode : null].filter((one) => one !== null);
  return {
    organization: own.name,
    contact: [own.name, own.phone, own.website].filter((part) => part !== null && part !== "").join(", "),
    address: [home.address, [home.city, homeState].filter(Boolean).join(", ")].filter((line) => line !== ""),
    states: [...new Set(states)],
    waitingDays: waitingDaysFor(settings.waitingDays, states),
  };
}

/**
 * Returns the agency that made the report if it is known: from the table of providers, or from the last adverse action with the same
 * provider.
 */
export async function knownAgency(call: Call, { order, on }: AdverseRead): Promise<SentFacts["agency"]> {
  const provider =
    order?.provider ?? (on.required.settings.kind === "background-check" ? on.required.settings.provider : 99);
  const listed = screeningAgencies[provider] ? agencyOf(provider) : null;
  const [last] = await call.db
    .select({ id: adverseAction.adverseActionId, sealedFacts: adverseAction.sealedFacts })
    .from(adverseAction)
    .where(and(ours(adverseAction, call), eq(adverseAction.provider, provider)))
    .orderBy(desc(adverseAction.sentAt))
    .limit(1);
  if (last) {
    const { wrappedKey } = await organizationFacts(call);
    const { agency } = JSON.parse(
      call.adapters.vault.open(wrappedKey, sentFactsPlace(call, last.id), last.sealedFacts),
    ) as SentFacts;
    return agency;
  }
  return {
    name: listed?.name ?? "",
    address: listed?.address ?? "",
    phone: listed?.phone ?? "",
    website: listed?.website ?? null,
  };
}

/** The provider's number by which it is remembered who made a report. */
export const providerOf = ({ order, on }: AdverseRead) =>
  order?.provider ?? (on.required.settings.kind === "background-check" ? on.required.settings.provider : 99);
