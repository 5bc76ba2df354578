import type { OrganizationCountry } from "@touchline/contract";
import { planCurrency } from "@touchline/contract/setup/organization-creation";
import { wordKey } from "@touchline/rules";
import { actingAs, type Call } from "../../../../call.ts";
import { forbidden } from "../../../../errors.ts";
import { organization, organizationDirectory, organizationPlan } from "../../../../schema/accounts.ts";
import { insertLevels } from "../../../people/index.ts";
import { askUsualQuestions } from "../../../requirements/index.ts";
import { billingPlace, ownOrganization } from "../queries/own.ts";

export type NewOrganization = {
  name: string;
  initials: string;
  /** IANA name. */
  timeZone: string;
  accentColor: string;
  isDemo: boolean;
  website?: string | null;
  phone?: string | null;
  countryCode?: OrganizationCountry;
  stateCode?: string | null;
  cityName?: string | null;
  /** The root level, which is the organization itself. */
  rootLevelId: string;
  rootKind: string;
};

/** Creates the organization of this call with its root level. For system actors. @throws Forbidden */
export async function foundOrganization(call: Call, input: NewOrganization): Promise<void> {
  if (call.actor.kind !== "system")
    throw forbidden("Only platform operators can create organizations.", actingAs(call));
  const { rootLevelId, rootKind, ...facts } = input;
  await call.db.insert(organization).values({
    ...facts,
    organizationId: call.organizationId,
    wrappedKey: call.adapters.vault.newWrappedKey(),
    createdAt: call.now,
  });
  const { name, cityName, stateCode, countryCode, isDemo } = input;
  await call.db.insert(organizationDirectory).values({
    organizationId: call.organizationId,
    nameKey: wordKey(name),
    createdAt: call.now,
    ...{ name, cityName, stateCode, countryCode, isDemo },
  });
  await insertLevels(call, [{ levelId: rootLevelId, parentId: null, name: input.name, kind: rootKind }]);
  await askUsualQuestions(call);
}

export type AgreedPlan = {
  productName: string;
  monthUnitAmount: number;
  yearUnitAmount: number;
  billingEmail: string | null;
  priceIdStripe: string | null;
};

/** Records the agreed plan. Nothing is charged by it. The caller authorizes. */
export async function recordPlan(call: Call, { billingEmail, ...plan }: AgreedPlan): Promise<void> {
  const { wrappedKey } = await ownOrganization(call);
  await call.db.insert(organizationPlan).values({
    ...plan,
    organizationId: call.organizationId,
    currency: planCurrency,
    sealedBillingEmail:
      billingEmail === null ? null : call.adapters.vault.seal(wrappedKey, billingPlace(call), billingEmail),
    recordedAt: call.now,
  });
}
