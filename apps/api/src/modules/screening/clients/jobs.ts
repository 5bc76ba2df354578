import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { ProviderError } from "../../../adapters/provider-http.ts";
import type { AccountDetails, ProviderAccount } from "../../../adapters/screening/port.ts";
import { type Call, organizationFacts } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { defineErrand } from "../../../jobs/jobs.ts";
import { screeningOnboarding } from "../../../schema/screening.ts";
import { connectAccount } from "./actions/connect.ts";
import { onboardingPlace, onboardingRow, openedInfo } from "./queries/onboarding.ts";

type Begun = { details: AccountDetails; accountId: string | null; token: string | null };
type Acted =
  | { kind: "answered"; account: ProviderAccount; token: string | null }
  /** The application wasn't accepted, so somebody must correct it. */
  | { kind: "refused" }
  | { kind: "notYet" };

const minute = 60_000;

/** When a pending account is checked again: often at first, as activation may take minutes or days. */
function nextLook(now: Date, submittedAt: Date): Date {
  const age = now.getTime() - submittedAt.getTime();
  const pause = age < 15 * minute ? minute / 4 : age < 24 * 60 * minute ? 10 * minute : 60 * minute;
  return new Date(now.getTime() + pause);
}

/**
 * Opens the account that an organization applied for, and connects it once it is active. Yardstik answers a name that it knows
 * with the account of that name, and the name holds the organization's id: after an unknown outcome, asking again finds the
 * account instead of opening another.
 */
export const activateAccount = defineErrand({
  name: "screening.activateAccount",
  payload: z.object({}),

  async begin(call): Promise<Begun | null> {
    const row = await onboardingRow(call);
    if (row?.status !== "Submitted") return null;
    const { companyType, permissiblePurpose, ...info } = await openedInfo(call, row.sealedInfo);
    if (companyType === null || permissiblePurpose === null) return null;
    const { wrappedKey } = await organizationFacts(call);
    const place = onboardingPlace(call, "sealed_token");
    return {
      details: { ...info, reference: call.organizationId, companyType, permissiblePurpose },
      accountId: row.accountId,
      token: row.sealedToken && call.adapters.vault.open(wrappedKey, place, row.sealedToken),
    };
  },

  async act({ details, accountId, token }, { screening }, log): Promise<Acted> {
    const accounts = screening.get(BackgroundCheckProvider.Yardstik)?.accounts;
    if (!accounts?.open) return { kind: "notYet" };
    try {
      if (accountId !== null) {
        return { kind: "answered", account: await accounts.account({ accountId, token }), token };
      }
      const opened = await accounts.open(details);
      return { kind: "answered", account: opened, token: opened.token };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // Its message names the call and the fault, and nothing of the answer.
      log.error({ fault: error.fault, status: error.status }, "A background check provider failed");
      return error.fault === "refused" && accountId === null ? { kind: "refused" } : { kind: "notYet" };
    }
  },

  async finish(call, _payload, acted) {
    const row = await onboardingRow(call);
    if (row?.status !== "Submitted" || row.submittedAt === null || row.submittedBy === null) return undefined;
    if (acted.kind === "refused") {
      await change(call, { status: "InProgress", refused: true });
      return undefined;
    }
    if (acted.kind === "answered" && acted.account.status === "active") {
      const { account, token } = acted;
      await change(call, { status: "Activated", accountId: account.id, sealedToken: null, activatedAt: call.now });
      await connectAccount(call, {
        provider: BackgroundCheckProvider.Yardstik,
        ...{ account, access: { accountId: account.id, token }, connectedBy: row.submittedBy },
      });
      return undefined;
    }
    if (acted.kind === "answered" && row.accountId === null) {
      const { wrappedKey } = await organizationFacts(call);
      const { vault } = call.adapters;
      const place = onboardingPlace(call, "sealed_token");
      const sealedToken = acted.token === null ? null : vault.seal(wrappedKey, place, acted.token);
      await change(call, { accountId: acted.account.id, sealedToken });
    }
    return { at: nextLook(call.now, row.submittedAt) };
  },
});

const change = (call: Call, values: Partial<typeof screeningOnboarding.$inferInsert>) =>
  call.db
    .update(screeningOnboarding)
    .set(values)
    .where(and(ours(screeningOnboarding, call), eq(screeningOnboarding.status, "Submitted")));
