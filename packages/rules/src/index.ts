export * from "./accounts/organization.ts";
export * from "./accounts/signup.ts";
export * from "./billing/fees.ts";
export * from "./billing/ledger.ts";
export * from "./calendar.ts";
export * from "./compliance/actions.ts";
export * from "./compliance/age.ts";
export * from "./compliance/age-grade.ts";
export * from "./compliance/asking.ts";
export * from "./compliance/attempt.ts";
export * from "./compliance/basis.ts";
export * from "./compliance/due.ts";
export * from "./compliance/overall.ts";
export * from "./compliance/proof.ts";
export * from "./compliance/signing.ts";
export * from "./compliance/status.ts";
export * from "./compliance/validity.ts";
export * from "./incidents/reporting.ts";
export * from "./integrations/gate.ts";
export * from "./integrations/scopes.ts";
export * from "./integrations/webhooks.ts";
export * from "./joining/family.ts";
export * from "./library/content.ts";
export * from "./library/content-actions.ts";
export * from "./library/ussf.ts";
export * from "./messages/mail-names.ts";
export * from "./messages/reminders.ts";
export * from "./messages/undelivered.ts";
export * from "./names.ts";
export * from "./people/likeness.ts";
export * from "./people/merging.ts";
export * from "./people/places.ts";
export * from "./people/tree.ts";
export * from "./plural.ts";
export * from "./reporting/audit.ts";
export * from "./reporting/moment.ts";
export * from "./requirements/details.ts";
export * from "./requirements/effort.ts";
export * from "./requirements/form.ts";
export * from "./requirements/form-definition.ts";
export * from "./requirements/training.ts";
export * from "./requirements/waivers.ts";
export * from "./requirements/watching.ts";
export * from "./reviews/reasons.ts";
export * from "./reviews/review-times.ts";
export * from "./reviews/reviewing.ts";
export * from "./reviews/second-reviewer.ts";
export * from "./screening/adverse-action.ts";
export * from "./screening/adverse-letters.ts";
export * from "./screening/adverse-words.ts";
export * from "./screening/agencies.ts";
export * from "./screening/business-days.ts";
export * from "./screening/consents.ts";
export * from "./screening/ein.ts";
export * from "./screening/external-results.ts";
export * from "./screening/licenses.ts";
export * from "./screening/live-scan.ts";
export * from "./screening/onboarding.ts";
export * from "./screening/order-words.ts";
export * from "./screening/provider-status.ts";
export * from "./screening/registry-file.ts";
export * from "./screening/registry-match.ts";
export * from "./screening/training-steps.ts";
export * from "./season.ts";
export * from "./security/deciding.ts";
export * from "./security/permissions.ts";
export * from "./security/roles.ts";
export * from "./security/tabs.ts";
export * from "./setup/completion-rows.ts";
export * from "./setup/completion-way.ts";
export * from "./setup/roster.ts";
export * from "./setup/roster-columns.ts";
export {
  fateOf,
  type KnownPerson,
  openRepetitions,
  type Repetitions,
  rowNameKey,
  samePerson,
  sameRow,
} from "./setup/roster-matching.ts";
export * from "./setup/starter.ts";
export * from "./verification/age-decision.ts";
export * from "./verification/age-groups.ts";
export * from "./verification/comparison.ts";
export * from "./verification/school-years.ts";
export * from "./written-dates.ts";
