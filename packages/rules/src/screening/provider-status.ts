/**
 * Maps the statuses of background check providers to requirements. An unknown status is never taken for a result: a
 * reviewer checks it.
 *
 * Sources: Yardstik: help.yardstik.com/en/articles/13927531 and 7962614. Checkr:
 * docs.checkr.com/use-cases/check-status.
 * Sterling: sterling.readme.io (statuses and results of callbacks); `PreDraft` and `cancelled` are our interpretation.
 */
import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import type { ScreeningOrderState } from "@touchline/contract/screening/orders";

/**
 * - `applicant`: the applicant has something to do. `provider`: the provider works on it.
 * - `clear`: nothing was found. `finding`: a reviewer decides. `adverse`: a reviewer decides, and rejecting is proposed.
 * - `expired`, `canceled`: it ended without a result.
 */
export type ProviderOutcome = "applicant" | "provider" | "clear" | "finding" | "adverse" | "expired" | "canceled";

const yardstik: Readonly<Record<string, ProviderOutcome>> = {
  created: "applicant",
  info_requested: "applicant",
  expired: "expired",
  canceled: "canceled",
  queued: "provider",
  processing: "provider",
  pending: "provider",
  approved_to_process: "provider",
  pending_approval: "provider",
  ys_qa_review: "provider",
  exception: "provider",
  on_hold: "provider",
  dispute: "finding",
  consider: "finding",
  pre_adverse: "finding",
  clear: "clear",
  pass: "clear",
  proceed: "clear",
  final_adverse: "adverse",
  fail: "adverse",
};

const checkr: Readonly<Record<string, ProviderOutcome>> = {
  "invitation.pending": "applicant",
  "invitation.expired": "expired",
  "invitation.deleted": "canceled",
  "invitation.completed": "provider",
  "report.pending": "provider",
  "report.suspended": "applicant",
  "report.paused": "finding",
  "report.dispute": "finding",
  "report.canceled": "canceled",
  "report.complete+result=clear": "clear",
  "report.complete+result=consider": "finding",
  "report.complete+assessment=eligible": "clear",
  "report.complete+assessment=review": "finding",
  "report.complete+assessment=escalated": "finding",
  "adjudication=engaged": "clear",
  "adjudication=pre_adverse_action": "finding",
  "adjudication=post_adverse_action": "adverse",
};

const sterling: Readonly<Record<string, ProviderOutcome>> = {
  new: "applicant",
  PreDraft: "applicant",
  pending: "provider",
  "complete+clear": "clear",
  "complete+alert": "finding",
  "complete+consider": "finding",
  cancelled: "canceled",
};

const statuses: Partial<Record<BackgroundCheckProvider, Readonly<Record<string, ProviderOutcome>>>> = {
  0: yardstik,
  3: checkr,
  4: sterling,
};

/** Returns the meaning of a provider's status; null if it is undocumented, so that a reviewer checks it. */
export function providerOutcome(provider: BackgroundCheckProvider, status: string): ProviderOutcome | null {
  const known = statuses[provider];
  return known && Object.hasOwn(known, status) ? (known[status] ?? null) : null;
}

/** Returns the state of an order by its provider's status. */
export const orderStateOf = {
  applicant: "invited",
  provider: "running",
  clear: "clear",
  finding: "review",
  adverse: "review",
  expired: "expired",
  canceled: "canceled",
} as const satisfies Record<ProviderOutcome, ScreeningOrderState>;
