import type { OnboardingState } from "@touchline/contract";
import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import type { Onboarding, OnboardingInfo } from "@touchline/contract/screening/onboarding";
import { and, eq, isNull } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { organization, organizationFile } from "../../../../schema/accounts.ts";
import { storedFile } from "../../../../schema/files.ts";
import { screeningOnboarding } from "../../../../schema/screening.ts";
import { authorize } from "../../../../security/authorize.ts";
import type { CipherContext } from "../../../../security/encryption.ts";
import { namesOf } from "../../../people/index.ts";

type Column = "sealed_info" | "sealed_token";

/** The encryption context of an application's sealed parts. */
export const onboardingPlace = (call: Pick<Call, "organizationId">, column: Column): CipherContext => ({
  tenant: call.organizationId,
  table: "screening_onboarding",
  column,
  id: call.organizationId,
});

/** Whether the actor sets up background screening of the organization that the call names. @throws NotFound, Forbidden */
export function authorizeOnboarding(call: Call, organizationId: string): void {
  if (organizationId !== call.organizationId) throw notFound("organization");
  authorize(call, "onboarding", { organizationWide: true });
}

/** The application, sealed as it is kept; null before it is begun. */
export async function onboardingRow(call: Call) {
  const [row] = await call.db.select().from(screeningOnboarding).where(ours(screeningOnboarding, call));
  return row ?? null;
}

/** How far background screening is set up. */
export async function onboardingStatus(call: Call): Promise<OnboardingState> {
  return (await onboardingRow(call))?.status ?? "NotStarted";
}

/** The entered data. */
export async function openedInfo(call: Call, sealed: Buffer): Promise<OnboardingInfo> {
  const { wrappedKey } = await organizationFacts(call);
  return JSON.parse(call.adapters.vault.open(wrappedKey, onboardingPlace(call, "sealed_info"), sealed));
}

/** The file that proves the EIN. */
export async function taxDocument(call: Call): Promise<Onboarding["taxDocument"]> {
  const [row] = await call.db
    .select({ name: storedFile.name, bytes: storedFile.bytes })
    .from(organizationFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, organizationFile.fileId))
    .where(
      and(ours(organizationFile, call), eq(organizationFile.purpose, "EinProof"), isNull(organizationFile.removedAt)),
    );
  return row ?? null;
}

/** Prefills the application from the organization's other data, so that nobody types it again. */
async function knownInfo(call: Call): Promise<OnboardingInfo> {
  const { name, website, cityName, stateCode, countryCode } = organization;
  const [own] = await call.db
    .select({ name, website, cityName, stateCode, countryCode })
    .from(organization)
    .where(ours(organization, call));
  const isHere = own?.countryCode === "UnitedStates";
  return {
    ...{ legalName: own?.name ?? "", ein: "", companyType: null, website: own?.website ?? "" },
    address: {
      ...{ line1: "", line2: "", postalCode: "" },
      city: (isHere && own.cityName) || "",
      state: (isHere && own.stateCode) || "",
    },
    owner: { firstName: "", lastName: "", email: "", phone: "" },
    permissiblePurpose: null,
  };
}

/** Whether accounts can be opened at Yardstik, and whether that is made up. */
export function onboardingOffer({ adapters }: Pick<Call, "adapters">) {
  const yardstik = adapters.screening.get(BackgroundCheckProvider.Yardstik);
  return { offered: yardstik !== undefined, simulated: yardstik?.simulated ?? false };
}

/** The application as it is shown to who works on it. The caller authorizes. */
export async function shownOnboarding(call: Call): Promise<Onboarding> {
  const row = await onboardingRow(call);
  const names = row?.submittedBy ? await namesOf(call, [row.submittedBy]) : null;
  return {
    ...onboardingOffer(call),
    status: row?.status ?? "NotStarted",
    version: row?.version ?? 0,
    info: row ? await openedInfo(call, row.sealedInfo) : await knownInfo(call),
    taxDocument: await taxDocument(call),
    refused: row?.refused ?? false,
    submittedAt: row?.submittedAt?.toISOString() ?? null,
    submittedBy: (row?.submittedBy && names?.get(row.submittedBy)) || null,
    activatedAt: row?.activatedAt?.toISOString() ?? null,
  };
}
