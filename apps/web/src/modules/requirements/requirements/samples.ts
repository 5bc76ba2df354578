import { RequirementStatus, RequirementType } from "@touchline/contract";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import { usualSettings } from "@touchline/rules/library/content";
import type { ListedRequirement, MembershipRequirements, Requirement } from "./queries.ts";

/** Requirements for tests: plain ones, changed where a test needs it. */
export function listed(change: Partial<ListedRequirement> = {}): ListedRequirement {
  return {
    draft: false,
    changesRequested: false,
    declined: false,
    requirementId: "r1",
    contentId: "c1",
    type: RequirementType.Document,
    name: "Coach agreement",
    description: "",
    status: RequirementStatus.Incomplete,
    statusSince: "2026-05-01T12:00:00Z",
    demanded: true,
    mandatory: true,
    dueAt: null,
    payer: "Organization",
    completedAt: null,
    expiresAt: null,
    shorterRenewal: null,
    asksValidUntil: false,
    endsAtEighteen: false,
    renewal: false,
    minutes: 5,
    reviewDays: null,
    actions: ["begin", "upload", "complete"],
    decisionRefusal: null,
    ...change,
  };
}

export function membershipWith(
  plaId: string,
  requirements: ListedRequirement[],
  reasons: MembershipRequirements["reasons"] = [],
): MembershipRequirements & { plaId: string } {
  const about = { profileId: "p1", fullName: "Amara D'Souza", levelName: "U12 Girls", labelName: "Head Coach" };
  return { plaId, ...about, overallStatus: "Incomplete", reasons, requirements, exemptions: [], optionalUntil: [] };
}

export function opened(settings: Partial<SettingsOf<"document">> = {}): Requirement {
  return {
    ...listed(),
    profileId: "p1",
    fullName: "Amara D'Souza",
    profileLevelAccessId: "pla1",
    settings: {
      ...usualSettings.document,
      validity: { type: "None" },
      ...settings,
    },
    reasons: [],
    attempt: null,
    begun: null,
    resetNote: null,
    staysAsSent: false,
  };
}
