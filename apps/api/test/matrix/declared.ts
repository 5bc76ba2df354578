import { contentKinds, RequirementType } from "@touchline/contract";
import {
  both,
  changesMembership,
  edits,
  either,
  everyMember,
  leavesItsPlace,
  may,
  mayAnywhere,
  maySomewhere,
  mergesPeople,
  movesElsewhere,
  onlyGuarded,
  onlyOperator,
  onlyOwn,
  type Rule,
  sees,
  seesOrNothing,
} from "./rules.ts";
import type { MatrixIds } from "./world.ts";

/**
 * Who may make a call. Every operation of the OpenAPI document is declared here, by method and path.
 *
 * - `to: "anybody"`: needs no access token. `to: "account"`: whoever is signed in, about the own account and nothing else.
 * - `on`: what the call is about; each is asked for where it lies with respect to the caller. `nothing`: only the caller.
 * - `rule`: what follows, by the permission table.
 */
export type Declared =
  | {
      to: "anybody" | "account";
      rule?: Rule;
      states?: readonly string[];
      absent?: true;
      /** The parts of the input that its schema does not tell. */
      body?: () => Record<string, unknown>;
    }
  | {
      on: "nothing" | "organization" | "level" | "person" | "content";
      rule: Rule;
      /** Which id `{id}` in the path is. */
      id?: keyof MatrixIds;
      /** The parts of the input that its schema does not tell. */
      query?: (ids: MatrixIds) => Record<string, string>;
      body?: (ids: MatrixIds) => Record<string, unknown>;
      /** It names something that this world has none of: who is let through is told so. */
      absent?: true;
      /** Reasons of a 403 that are about the state, not about who calls. */
      states?: readonly string[];
      /** What comes of each is told in the answer, beside 200. */
      each?: (answer: never) => { refused: boolean; hidden: boolean };
      /** Nobody does it to themselves, whatever the role. */
      neverOnOneself?: true;
    };

/** Two entries of a person: here one and the same, which is refused only after whoever calls was let through. */
const twice = ({ profileId }: MatrixIds) => ({ keep: profileId, merge: profileId });

const account: Declared = { to: "account" };
/** Wants the password or the second factor once more, which is never right here. */
const withProof: Declared = { to: "account", states: ["wrongPassword", "showFirst", "passwordWrong", "proof"] };
const anybody: Declared = { to: "anybody" };
const member: Declared = { on: "nothing", rule: everyMember };
const ofPerson = (rule: Rule, more: Partial<Extract<Declared, { on: string }>> = {}): Declared => ({
  on: "person",
  id: "plaId",
  rule,
  ...more,
});
const atLevel = (rule: Rule, more: Partial<Extract<Declared, { on: string }>> = {}): Declared => ({
  on: "level",
  id: "levelId",
  rule,
  ...more,
});
const ofContent = (rule: Rule, more: Partial<Extract<Declared, { on: string }>> = {}): Declared => ({
  on: "content",
  id: "contentId",
  rule,
  ...more,
});
const imports: Declared = { on: "nothing", rule: maySomewhere("members.add"), absent: true };
const details = (more: Partial<Extract<Declared, { on: string }>> = {}) =>
  ofPerson(edits, { id: "profileId", ...more });
const reviews = ofPerson(may("requirements.review"), { neverOnOneself: true });
const settings = (more: Partial<Extract<Declared, { on: string }>> = {}): Declared => ({
  on: "organization",
  id: "organizationId",
  rule: mayAnywhere("organization.edit"),
  ...more,
});
const mailText = (more: Record<string, unknown> = {}): Declared => ({
  on: "nothing",
  rule: mayAnywhere("organization.edit"),
  body: () => ({ texts: { en: null, es: null }, ...more }),
});
const insurance = settings({ query: () => ({ purpose: "Insurance" }), absent: true });
const anOrganization = {
  name: "Evergreen Rovers",
  website: null,
  phone: null,
  countryCode: "UnitedStates",
  stateCode: "WA",
  cityName: "Tacoma",
};
const anItem = {
  ...{ name: "Search", description: "" },
  settings: {
    kind: "sex-offender-search",
    instructions: "",
    validity: { type: "None" },
    validThrough: null,
    redoBy: null,
  },
};
const view = { name: "Everybody", choice: { columns: null }, shared: true };
const answered = { answers: [{ conditionId: "00000000-0000-7000-8000-000000000000", answer: true }] };

/** This world asks for documents only: of another kind is nothing to read, and what is saved as one is a Conflict. */
const otherKinds: Record<string, Declared> = Object.fromEntries(
  contentKinds
    .filter((kind) => kind !== "document")
    .flatMap((kind) => [
      [
        `POST /api/app/content/content-${kind}/{id}`,
        ofContent(may("content.edit"), {
          body: () => ({
            ...(kind === "us-soccer" ? { licenses: ["coach_41"] } : {}),
            ...(kind === "live-scan" ? { mailCode: "" } : {}),
            ...(kind === "custom-training" ? { acceptsCertificates: true } : {}),
          }),
        }),
      ],
      [`GET /api/app/content/{id}/content-${kind}`, ofContent(may("content.edit"), { absent: true })],
    ]),
);

export const declared: Record<string, Declared> = {
  // Signing in, links of mails, policies.
  "POST /connect/token": anybody,
  "POST /api/refresh-token": anybody,
  "POST /api/active-user-session-set": anybody,
  "GET /api/active-user-session": anybody,
  "GET /api/logout-session-set": anybody,
  "POST /api/app/app-users/forgot-password": anybody,
  "GET /api/app/app-users/reset-password": anybody,
  "POST /api/app/app-users/reset-password": anybody,
  "POST /api/app/app-users/send-email-confirmation": anybody,
  "POST /api/app/app-users/confirm-email": anybody,
  "POST /api/app/app-users/renew-confirmation": anybody,
  "POST /api/app/app-users/register-account": anybody,
  "POST /api/app/app-users/passkey-sign-in-options": anybody,
  "POST /api/app/account/email/confirm": anybody,
  "GET /api/app/invitation/next-step-from-token": anybody,
  "POST /api/app/invitation/renew": anybody,
  "GET /api/app/policy/current": anybody,
  "GET /api/app/policy": anybody,
  "POST /api/app/user-acceptance/accept": account,
  "GET /api/app/platform/integrity": { to: "account", rule: onlyOperator },
  "POST /api/app/error-report": anybody,
  "GET /api/app/platform/error-log": { to: "account", rule: onlyOperator },
  "GET /api/app/unsubscribe": anybody,
  "POST /api/app/unsubscribe": anybody,
  "GET /api/app/platform/mail-server": { to: "account", rule: onlyOperator },
  "DELETE /api/app/platform/error-log/{id}": { to: "account", rule: onlyOperator, absent: true },
  "GET /api/app/platform/policy-version": { to: "account", rule: onlyOperator },
  "POST /api/app/platform/policy-version": { to: "account", rule: onlyOperator },

  // Organizations, for those who run the platform.
  "POST /api/app/platform/organization/{id}/administrator/{profileId}/invitation": {
    to: "account",
    rule: onlyOperator,
    body: () => ({ by: "email" }),
    absent: true,
  },
  "POST /api/app/organization": { to: "account", rule: onlyOperator, body: () => ({ general: anOrganization }) },
  "GET /api/app/organization/organization-list": account,
  "GET /api/app/platform/organization-named": { to: "account", rule: onlyOperator },
  "GET /api/app/platform/organization/{id}": { to: "account", rule: onlyOperator, absent: true },
  "GET /api/app/platform/content": { to: "account", rule: onlyOperator },
  "POST /api/app/platform/content": { to: "account", rule: onlyOperator, body: () => anItem },
  "GET /api/app/platform/content/{id}": { to: "account", rule: onlyOperator, absent: true },
  "POST /api/app/platform/content/{id}/version": {
    to: "account",
    rule: onlyOperator,
    absent: true,
    body: () => ({ ...anItem, version: 2, summary: "Clearer." }),
  },
  "PUT /api/app/platform/content/{id}/retired": { to: "account", rule: onlyOperator, absent: true },
  "GET /api/app/platform/registries": { to: "account", rule: onlyOperator },
  "POST /api/app/platform/registries": {
    to: "account",
    rule: onlyOperator,
    body: () => ({ name: "Washington", searchUrl: null }),
  },
  "GET /api/app/platform/registries/{id}": { to: "account", rule: onlyOperator, absent: true },
  "POST /api/app/platform/registries/{id}/version": {
    to: "account",
    rule: onlyOperator,
    body: () => ({ asOf: "2026-01-31", checkOnly: "true" }),
  },
  "PUT /api/app/platform/registries/{id}/current": {
    to: "account",
    rule: onlyOperator,
    absent: true,
    body: () => ({ versionId: null }),
  },
  "GET /api/app/platform/organization-draft": { to: "account", rule: onlyOperator },
  "PUT /api/app/platform/organization-draft": { to: "account", rule: onlyOperator },
  "DELETE /api/app/platform/organization-draft": { to: "account", rule: onlyOperator },

  // The account of whoever calls.
  "GET /api/app/account": account,
  "PUT /api/app/account/name": account,
  "GET /api/app/account/preferences": account,
  "PUT /api/app/account/preferences": account,
  "POST /api/app/account/email": withProof,
  "DELETE /api/app/account/email": account,
  "POST /api/app/account/password": withProof,
  "GET /api/app/account/sessions": account,
  "DELETE /api/app/account/sessions/{sessionId}": account,
  "POST /api/app/account/sessions/end": account,
  "POST /api/app/account/data": withProof,
  "GET /api/app/account/closing": account,
  "POST /api/app/account/close": withProof,
  "GET /api/app/account/linked-sign-ins": account,
  "DELETE /api/app/account/linked-sign-ins/{id}": account,
  "GET /api/app/app-users/own-email": account,
  "POST /api/app/app-users/resend-confirmation": account,
  "POST /api/app/app-users/correct-email": account,
  "GET /api/app/second-factors": account,
  "POST /api/app/second-factors/proof-options": account,
  "POST /api/app/second-factors/passkeys/begin": withProof,
  "POST /api/app/second-factors/passkeys": withProof,
  "PUT /api/app/second-factors/passkeys/{id}": withProof,
  "POST /api/app/second-factors/passkeys/{id}/remove": withProof,
  "POST /api/app/second-factors/app/begin": withProof,
  "POST /api/app/second-factors/app": withProof,
  "POST /api/app/second-factors/app/remove": withProof,
  "POST /api/app/second-factors/recovery-codes": withProof,
  "GET /api/app/profile": account,
  "GET /api/app/profile/elsewhere": account,
  "GET /api/app/profile/organizations": account,
  "GET /api/app/profile/organization-profile-level-accesses": account,
  // Whoever has no profile has no roles: an empty list.
  "GET /api/app/profile/level-roles": account,

  // What the acting profile has of its own.
  "GET /api/app/profile/partner-from-current-profile": member,
  "GET /api/app/profile/plas-by-external-id": { ...member, query: () => ({ externalId: "nobody" }) },
  "GET /api/app/profile/plas-by-external-id/{externalId}": member,
  "GET /api/app/profile/states": member,
  "GET /api/app/family": member,
  "POST /api/app/family/child": { ...member, states: ["notForGuardians"] },
  "DELETE /api/app/family/guardian-invitation/{id}": { ...member, absent: true },
  "POST /api/app/family/guardian-invitation/{id}/correct-email": { ...member, absent: true },
  "GET /api/app/notice": member,
  "GET /api/app/notice/unread-count": member,
  "POST /api/app/notice/read": member,
  "GET /api/app/task": member,
  "GET /api/app/task/{id}": { ...member, absent: true },
  "GET /api/app/task/{id}/items": { ...member, absent: true },
  "GET /api/app/task/{id}/result": { ...member, absent: true },
  "POST /api/app/task/{id}/cancel": { ...member, absent: true },
  "POST /api/app/task/{id}/undo": { ...member, absent: true },

  // The organization.
  "GET /api/app/organization/{id}/select-organization": {
    on: "organization",
    id: "organizationId",
    rule: everyMember,
  },
  "GET /api/app/organization/{id}/settings": settings(),
  "PUT /api/app/organization/{id}/settings": settings(),
  "GET /api/app/organization/{id}/time-zone-effect": settings({ query: () => ({ timeZone: "UTC" }) }),
  "GET /api/app/organization/{id}/season-effect": settings(),
  "GET /api/app/organization/{id}/level-kinds": settings({ rule: everyMember }),
  "GET /api/app/organization/{id}/file": insurance,
  "POST /api/app/organization/{id}/file": insurance,
  "DELETE /api/app/organization/{id}/file": insurance,
  "GET /api/app/organization/{id}/file-url-with-token": insurance,
  "GET /api/app/organization-file": anybody,
  "GET /api/app/organization/{id}/logo/{logoId}": anybody,
  "GET /api/app/mail-text": { on: "nothing", rule: mayAnywhere("organization.edit") },
  "PUT /api/app/mail-text/{kind}": mailText({ version: 0 }),
  "POST /api/app/mail-text/{kind}/preview": mailText(),
  "POST /api/app/mail-text/{kind}/test": mailText({ language: "en" }),
  "GET /api/app/mail-text/{kind}/version": mailText(),
  "GET /api/app/organization/second-factor-roles": { on: "nothing", rule: mayAnywhere("organization.edit") },
  "PUT /api/app/organization/second-factor-roles": { on: "nothing", rule: mayAnywhere("organization.edit") },
  "GET /api/app/label": member,
  "POST /api/app/label": {
    on: "nothing",
    rule: mayAnywhere("labels.edit"),
    body: () => ({ name: "A new one", role: "Individual", givenBy: "Manager", forFamily: null }),
  },
  "GET /api/app/label/details": { on: "nothing", rule: mayAnywhere("labels.edit") },
  "GET /api/app/label/{id}": { on: "organization", id: "labelId", rule: mayAnywhere("labels.edit") },
  "PUT /api/app/label/{id}": {
    on: "organization",
    id: "labelId",
    rule: mayAnywhere("labels.edit"),
    body: () => ({ name: "Another name", role: "Individual", givenBy: "Manager", forFamily: null }),
  },
  "POST /api/app/label/{id}/delete": {
    on: "organization",
    id: "labelId",
    rule: mayAnywhere("labels.edit"),
    body: () => ({ moveTo: null }),
  },
  "GET /api/app/label/{id}/members-at": atLevel(may("content.assign"), { id: "labelId" }),

  // The audit log.
  "GET /api/app/audit": { on: "nothing", rule: mayAnywhere("audit") },
  "POST /api/app/audit/export": { on: "nothing", rule: mayAnywhere("audit") },
  "GET /api/app/audit/key": { on: "nothing", rule: mayAnywhere("audit") },

  // Levels.
  "GET /api/app/hierarchy-level/following": { on: "nothing", rule: maySomewhere("levels.edit") },
  "GET /api/app/hierarchy-level/{id}": atLevel(may("members.see")),
  "PUT /api/app/hierarchy-level/{id}": atLevel(may("levels.edit")),
  "DELETE /api/app/hierarchy-level/{id}": atLevel(leavesItsPlace),
  "POST /api/app/hierarchy-level": atLevel(may("levels.edit"), {
    body: ({ levelId }) => ({ parentId: levelId, name: "A new level", kind: "Team" }),
  }),
  "GET /api/app/hierarchy-level/{id}/move-preview": atLevel(movesElsewhere, {
    query: ({ elsewhereId }) => ({ parentId: elsewhereId }),
  }),
  "POST /api/app/hierarchy-level/{id}/move": atLevel(movesElsewhere, {
    body: ({ elsewhereId }) => ({ parentId: elsewhereId }),
  }),
  "PUT /api/app/hierarchy-level/{id}/logo": atLevel(may("levels.edit"), { body: () => ({ logoData: null }) }),
  "GET /api/app/hierarchy-level/{id}/logo/{logoId}": atLevel(everyMember, { absent: true }),
  "GET /api/app/hierarchy-level/{id}/navigation": atLevel(everyMember),
  "POST /api/app/hierarchy-level/{id}/look-back": atLevel(may("members.see"), { body: () => ({ asOf: "2026-01-31" }) }),
  "GET /api/app/hierarchy-level/{id}/look-back/{lookBackId}": atLevel(may("members.see"), { absent: true }),
  "GET /api/app/hierarchy-level/{id}/look-back/{lookBackId}/members": atLevel(may("members.see"), { absent: true }),
  "GET /api/app/hierarchy-level/{id}/look-back/{lookBackId}/file": atLevel(may("members.see"), { absent: true }),
  "POST /api/app/hierarchy-level/{id}/comparison": atLevel(may("members.see"), {
    body: () => ({ from: "2026-01-31", to: "2026-02-28" }),
  }),
  "GET /api/app/hierarchy-level/{id}/comparison/{comparisonId}": atLevel(may("members.see"), { absent: true }),
  "GET /api/app/hierarchy-level/{id}/comparison/{comparisonId}/members": atLevel(may("members.see"), { absent: true }),
  "POST /api/app/hierarchy-level/{id}/comparison/{comparisonId}/export": atLevel(may("members.see"), { absent: true }),
  "GET /api/app/comparison-export/{id}": { ...member, absent: true },
  "GET /api/app/hierarchy-level/{id}/members": atLevel(may("members.see")),
  "GET /api/app/hierarchy-level/{id}/dashboard-info": atLevel(may("members.see")),
  "GET /api/app/hierarchy-level/{id}/heat-map": atLevel(may("members.see")),
  "GET /api/app/hierarchy-level/{id}/waiting": atLevel(may("members.see")),
  "GET /api/app/hierarchy-level/{id}/undelivered": atLevel(may("members.see")),
  "GET /api/app/hierarchy-level/{id}/trend": atLevel(may("members.see")),
  "GET /api/app/hierarchy-level/{id}/changes": atLevel(may("members.see"), { query: () => ({ day: "2026-01-01" }) }),
  "GET /api/app/hierarchy-level/{id}/expiries": atLevel(may("members.see")),
  "GET /api/app/hierarchy-level/{id}/expiring": atLevel(may("members.see"), {
    query: () => ({ from: "2026-01-01", to: "2026-12-31" }),
  }),
  "GET /api/app/hierarchy-level/{id}/signup-urls": atLevel(may("members.add", { roles: ["Individual"] })),
  "POST /api/app/signup-url": atLevel(may("members.add", { roles: ["Individual"], givers: ["Manager"] })),
  "GET /api/app/signup-url/{id}/poster": atLevel(may("members.add", { roles: ["Individual"] }), { id: "signupUrlId" }),
  "POST /api/app/signup-url/{id}/revoke": atLevel(may("members.add", { roles: ["Individual"] }), { id: "signupUrlId" }),

  // Work on many members: whether it may begin at all. Each member is judged when their turn comes.
  "POST /api/app/hierarchy-level/{id}/member-task": atLevel(
    both(may("members.see"), maySomewhere("memberships.change")),
    {
      body: ({ plaId }) => ({ selection: { profileLevelAccessIds: [plaId] }, act: { kind: "members.remove" } }),
    },
  ),
  "POST /api/app/hierarchy-level/{id}/member-message-preview": atLevel(may("members.add")),
  "GET /api/app/member-export/{id}": { ...member, absent: true },
  "GET /api/app/member-view": member,
  "POST /api/app/member-view": { on: "nothing", rule: mayAnywhere("organization.edit"), body: () => view },
  "PUT /api/app/member-view/{id}": { ...member, absent: true, body: () => view },
  "DELETE /api/app/member-view/{id}": { ...member, absent: true },
  "PUT /api/app/member-list": { ...member, body: () => ({ defaultViewId: null, columns: null }) },

  // People.
  "POST /api/app/profile/profile-level-access": atLevel(
    may("members.add", { roles: ["Individual"], givers: ["Manager"] }),
    { body: () => ({ person: { firstName: "Ana", lastName: "New", email: null, dateOfBirth: null } }) },
  ),
  "POST /api/app/profile/change-role": ofPerson(changesMembership, { neverOnOneself: true }),
  "DELETE /api/app/profile/profile-level-access/{id}": ofPerson(changesMembership, { neverOnOneself: true }),
  "POST /api/app/profile/move-membership": ofPerson(changesMembership, {
    neverOnOneself: true,
    query: ({ levelId }) => ({ newLevelId: levelId }),
  }),
  "GET /api/app/profile/membership-preview": ofPerson(changesMembership, {
    neverOnOneself: true,
    query: () => ({ change: "remove" }),
  }),
  "GET /api/app/profile/by-profile-level-access/{id}/timeline": ofPerson(sees),
  "POST /api/app/profile/by-profile-level-access/{id}/record": ofPerson(may("records.export")),
  "GET /api/app/record-export/{id}": { ...member, absent: true },
  "GET /api/app/profile/by-profile-level-access/{id}/why": ofPerson(sees),
  "GET /api/app/profile/by-profile-level-access/{id}/as-of": ofPerson(sees, { query: () => ({ day: "2026-01-31" }) }),
  "GET /api/app/profile/by-profile-level-access/{id}/former": ofPerson(sees, { absent: true }),
  "GET /api/app/profile/by-profile-level-access/{id}/mails": ofPerson(sees),
  "GET /api/app/profile/by-profile-level-access/{id}/undelivered": ofPerson(sees),
  "GET /api/app/profile/by-profile-level-access/{id}/notes": ofPerson(may("notes")),
  "POST /api/app/profile/by-profile-level-access/{id}/notes": ofPerson(may("notes"), {
    body: () => ({ text: "A note." }),
  }),
  "POST /api/app/invitation/resend-activation": ofPerson(may("members.add")),
  "GET /api/app/invitation/by-profile-level-access/{id}": ofPerson(sees),
  "GET /api/app/profile/by-profile-level-access/{id}": ofPerson(sees),
  "GET /api/app/profile/{profileId}/profile-level-accesses": ofPerson(seesOrNothing),
  "GET /api/app/profile/partner-from-current-profile/{profileLevelAccessId}": ofPerson(sees),
  "GET /api/app/profile/{id}": details({ rule: seesOrNothing }),
  "GET /api/app/profile/{id}/photo/{photoId}": details({ rule: seesOrNothing, absent: true }),
  "PUT /api/app/profile/{id}": details({ body: () => ({}) }),
  "PUT /api/app/profile/name-last-name-dob": details({
    body: () => ({ firstName: "Ana", lastName: "Other", dateOfBirth: "1985-04-12" }),
    states: ["dateOfBirthKnown"],
  }),
  "POST /api/app/profile/save-citizenship-data": details({ body: () => ({ country: "US" }) }),
  "POST /api/app/profile/{id}/set-date-of-birth": details({ states: ["dateOfBirthKnown"] }),
  "POST /api/app/profile/{id}/set-ussf-id": details({ body: () => ({ ussfId: "1234567890123456" }) }),
  "GET /api/app/profile/conditions/{id}": details(),
  "POST /api/app/profile/{id}/condition-save": details({ body: () => answered, absent: true }),
  "POST /api/app/profile/{id}/condition-update": details({ body: () => answered, absent: true }),

  // Incidents: of one, whoever may not read it learns nothing.
  "GET /api/app/incident/incidents": { on: "nothing", rule: maySomewhere("incidents.report") },
  "POST /api/app/incident/incident": ofPerson(may("incidents.report"), {
    body: () => ({ kind: "Other", happenedAt: "2026-01-31T12:00:00Z", description: "What happened." }),
  }),
  "GET /api/app/incident/{id}": { ...member, absent: true },
  "PUT /api/app/incident/{id}/incident": {
    ...member,
    absent: true,
    body: () => ({
      ...{
        kind: "Other",
        happenedAt: "2026-01-31T12:00:00Z",
        description: "What happened.",
        state: "Open",
        version: 1,
      },
    }),
  },
  "GET /api/app/incident/{id}/incident-document/{docId}": { ...member, absent: true },

  // Families.
  "GET /api/app/family/by-profile-level-access/{id}": ofPerson(sees),
  "DELETE /api/app/family/child/{profileId}": ofPerson(onlyGuarded),
  "POST /api/app/family/child/{profileId}/end-own-guardianship": ofPerson(onlyGuarded),
  "POST /api/app/family/guardian-invitation": ofPerson(onlyGuarded),
  "POST /api/app/family/guardianship": ofPerson(may("memberships.change", { roles: ["Individual"] })),
  "POST /api/app/family/guardianship/end": ofPerson(may("memberships.change", { roles: ["Individual"] }), {
    absent: true,
  }),

  // Requirements, as their owner does them.
  "GET /api/app/requirement/by-profile-level-access/{plaId}": ofPerson(sees),
  "GET /api/app/requirement/{id}": ofPerson(sees, { id: "requirementId" }),
  "POST /api/app/requirement/{id}/complete-document": ofPerson(onlyOwn, { id: "requirementId" }),
  "DELETE /api/app/requirement/{id}/delete-document-attachment": ofPerson(onlyOwn, { id: "requirementId" }),
  "GET /api/app/requirement/{id}/form-draft": ofPerson(onlyOwn, { id: "requirementId" }),
  "PUT /api/app/requirement/{id}/form-draft": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ contentVersion: 1, revision: 0, answers: {} }),
  }),
  "POST /api/app/requirement/{id}/form-file": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ contentVersion: 1, revision: 0, fieldKey: "card" }),
  }),
  "POST /api/app/requirement/{id}/complete-form": ofPerson(onlyOwn, { id: "requirementId" }),
  "GET /api/app/requirement/{id}/content-form-file": ofPerson(may("files.see"), { id: "requirementId", absent: true }),
  "DELETE /api/app/requirement/{id}/delete-form-attachment": ofPerson(onlyOwn, { id: "requirementId" }),
  "GET /api/app/requirement/{id}/form-answers": ofPerson(may("files.see"), { id: "requirementId", absent: true }),
  "GET /api/app/prefill-provider/prefill-data/{id}": ofPerson(onlyOwn),
  "GET /api/app/requirement/{id}/draft": ofPerson(onlyOwn, { id: "requirementId" }),
  "PUT /api/app/requirement/{id}/draft/file-order": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ fileIds: ["01994c1e-0000-7000-8000-000000000009"] }),
  }),
  "PUT /api/app/requirement/{id}/draft": ofPerson(onlyOwn, { id: "requirementId", body: () => ({ fields: {} }) }),
  "POST /api/app/requirement/{id}/uploads": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ name: "a.pdf", bytes: 1, sha256: null }),
  }),
  "POST /api/app/requirement/{id}/uploads/{uploadId}/part": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/uploads/{uploadId}/finish": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "DELETE /api/app/requirement/{id}/uploads/{uploadId}": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "GET /api/app/requirement/{id}/download-file-archive": ofPerson(either(may("files.see")), {
    id: "requirementId",
  }),
  // The world's requirement is a document: whoever is let through is told that it is asked for in another way.
  "POST /api/app/requirement/{id}/background-check-report": ofPerson(onlyOwn, { id: "requirementId" }),
  "DELETE /api/app/requirement/{id}/background-check-report": ofPerson(onlyOwn, { id: "requirementId" }),
  "POST /api/app/requirement/{id}/take-abuse-prevention-training": ofPerson(onlyOwn, { id: "requirementId" }),
  "GET /api/app/requirement/{id}/get-training-url": ofPerson(onlyOwn, { id: "requirementId" }),
  "POST /api/app/requirement/{id}/abuse-prevention-training-certificate": ofPerson(onlyOwn, { id: "requirementId" }),
  "DELETE /api/app/requirement/{id}/abuse-prevention-training-certificate": ofPerson(onlyOwn, { id: "requirementId" }),
  "GET /api/app/requirement/{id}/age-verification": ofPerson(sees, { id: "requirementId" }),
  "POST /api/app/requirement/{id}/age-verification": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({
      document: 0,
      proof: "School ID",
      legalFirstName: "Mia",
      legalLastName: "Larsen",
      dateOfBirth: "2012-04-05",
    }),
  }),
  "GET /api/app/requirement/{id}/identity-verification": ofPerson(sees, { id: "requirementId" }),
  "POST /api/app/requirement/{id}/identity-verification": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ document: 0 }),
  }),
  "POST /api/app/requirement/{id}/live-scan": ofPerson(onlyOwn, {
    id: "requirementId",
    body: () => ({ atiNumber: "A123BCD456" }),
  }),
  "GET /api/app/requirement/{id}/waiver/{plaId}": ofPerson(sees, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/complete-waiver": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
    body: () => ({ accepted: true }),
  }),
  "GET /api/app/requirement/{id}/video-progress": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/video-progress": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/complete-video/": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "GET /api/app/requirement/{id}/video": anybody,
  "GET /api/app/requirement/{id}/training-package": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/open-training-package": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
    body: () => ({ item: 0 }),
  }),
  "POST /api/app/requirement/{id}/training-progress": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
    body: () => ({ sittingId: "00000000-0000-7000-8000-000000000000", values: {}, ended: false }),
  }),
  "POST /api/app/requirement/{id}/take-custom-training": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/custom-training-certificate": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
  }),
  "DELETE /api/app/requirement/{id}/custom-training-certificate": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
  }),
  "GET /api/app/requirement/{id}/consents/{plaId}": ofPerson(may("files.see"), { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/record-consent": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
    body: () => ({ kind: "disclosure", version: "0".repeat(64), accepted: true }),
  }),
  "POST /api/app/requirement/{id}/withdraw-consent": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "GET /api/app/requirement/{id}/download-consent": ofPerson(may("files.see"), { id: "requirementId", absent: true }),
  "POST /api/app/waiver/verify": { to: "anybody", body: () => ({ code: "00000-00000-00000-00000" }) },
  "GET /api/app/requirement/{id}/files-to-view": ofPerson(either(may("files.see")), { id: "requirementId" }),
  "GET /api/app/requirement/{id}/download-file": ofPerson(may("files.see"), { id: "requirementId" }),

  // Reviews.
  "GET /api/app/requirement/pending-review-count/{orgId}": {
    on: "organization",
    rule: maySomewhere("requirements.review"),
  },
  "GET /api/app/requirement/review-requirements/{orgId}": {
    on: "organization",
    rule: maySomewhere("requirements.review"),
  },
  "GET /api/app/requirement/review-source-counts/{orgId}": {
    on: "organization",
    rule: maySomewhere("requirements.review"),
  },
  "GET /api/app/requirement/adjacent-review-requirement": {
    on: "nothing",
    rule: maySomewhere("requirements.review"),
  },
  "GET /api/app/requirement/review": reviews,
  "POST /api/app/requirement/{id}/run-background-check": ofPerson(onlyOwn, { id: "requirementId", absent: true }),
  "POST /api/app/requirement/{id}/run-and-pay-background-check-user": ofPerson(onlyOwn, {
    id: "requirementId",
    absent: true,
  }),
  "GET /api/app/requirement/{id}/get-background-check-link": ofPerson(onlyOwn, { id: "requirementId" }),
  "GET /api/app/requirement/{id}/background-check": ofPerson(sees, { id: "requirementId", absent: true }),
  "GET /api/app/requirement/{id}/registry-matches": ofPerson(
    may("requirements.review", { requirementType: RequirementType.SexOffenderSearch }),
    { id: "requirementId" },
  ),
  "GET /api/app/requirement/pending-review-count/{orgId}/stream": {
    on: "organization",
    rule: maySomewhere("requirements.review"),
    query: () => ({ seconds: "0" }),
  },
  "GET /api/app/requirement/review-statistics/{orgId}": {
    on: "organization",
    rule: maySomewhere("requirements.review"),
  },
  "GET /api/app/requirement/review-statistics/{orgId}/csv": {
    on: "organization",
    rule: maySomewhere("requirements.review"),
  },
  "GET /api/app/review-settings": { on: "nothing", rule: maySomewhere("requirements.review") },
  "PUT /api/app/review-settings": { on: "nothing", rule: mayAnywhere("organization.edit") },
  "POST /api/app/requirement/review-claim/{plaId}": reviews,
  "DELETE /api/app/requirement/review-claim/{plaId}": reviews,
  "POST /api/app/requirement/decline-disqualification/{plaId}": ofPerson(may("requirements.disqualify"), {
    neverOnOneself: true,
  }),
  "POST /api/app/requirement/review/{plaId}": reviews,
  "POST /api/app/requirement/complete-without-upload/{plaId}": reviews,
  "POST /api/app/requirement/mark-incomplete/{plaId}": reviews,
  "PATCH /api/app/requirement/completed-date-time/{plaId}": ofPerson(may("requirements.review"), {
    neverOnOneself: true,
    body: () => ({ completedDateTime: "2026-01-15T12:00:00.000Z" }),
  }),
  "POST /api/app/requirement/reinstate/{plaId}": ofPerson(may("requirements.reinstate"), { neverOnOneself: true }),
  "GET /api/app/requirement/{id}/submissions": ofPerson(sees, { id: "requirementId" }),
  "POST /api/app/requirement/bulk-review": ofPerson(may("requirements.review"), {
    neverOnOneself: true,
    body: ({ requirementId, plaId }) => ({
      requirements: [{ requirementId, profileLevelAccessId: plaId }],
      review: { reviewDecision: "Approved", reviewNotes: "" },
    }),
    each: ({ results: [one] }: { results: { outcome: string; code?: string }[] }) => ({
      refused: one?.code === "forbidden",
      hidden: one?.code === "notFound",
    }),
  }),

  // The library.
  "GET /api/app/content": { on: "organization", rule: maySomewhere("content.edit") },
  "POST /api/app/content": atLevel(may("content.edit")),
  "PUT /api/app/content/{id}/content-base": ofContent(may("content.edit")),
  "GET /api/app/content/{id}": ofContent(may("content.edit")),
  "POST /api/app/content/content-document/{id}": ofContent(may("content.edit"), {
    body: () => ({ reviewRequired: true }),
  }),
  "GET /api/app/content/content-library/{id}": {
    on: "organization",
    id: "organizationId",
    rule: maySomewhere("content.edit"),
  },
  "GET /api/app/content/name-list/{id}": {
    on: "organization",
    id: "organizationId",
    rule: maySomewhere("content.edit"),
  },
  "GET /api/app/content/us-soccer-licenses": member,
  "GET /api/app/content/{id}/archive-effect": ofContent(may("content.edit")),
  "DELETE /api/app/content/{id}": ofContent(may("content.edit")),
  "POST /api/app/content/{id}/restore": ofContent(may("content.edit")),
  "POST /api/app/content/{id}/duplicate": ofContent(may("content.edit"), {
    body: ({ levelId }) => ({ name: "Another", levelId }),
  }),
  "GET /api/app/content/{id}/versions": ofContent(may("content.edit")),
  "GET /api/app/content/{id}/versions/{version}": ofContent(may("content.edit"), { absent: true }),
  "GET /api/app/content/{id}/update": ofContent(may("content.fromPlatform")),
  "POST /api/app/content/{id}/update": ofContent(may("content.fromPlatform")),
  "GET /api/app/content/platform-library": { on: "nothing", rule: maySomewhere("content.fromPlatform") },
  "GET /api/app/content/platform-library/{id}": {
    on: "nothing",
    rule: maySomewhere("content.fromPlatform"),
    absent: true,
  },
  "POST /api/app/content/platform-library/{id}/copy": atLevel(may("content.fromPlatform"), { absent: true }),
  "GET /api/app/content/{id}/content-document": ofContent(may("content.edit")),
  ...otherKinds,
  "POST /api/app/content/{id}/content-file": ofContent(may("content.edit")),
  "POST /api/app/content/{id}/content-package": ofContent(may("content.edit")),
  "GET /api/app/content/{id}/package-uploads": ofContent(may("content.edit")),
  "POST /api/app/content/{id}/package-uploads": ofContent(may("content.edit"), {
    body: () => ({ name: "course.zip", bytes: 1, ending: null }),
  }),
  "POST /api/app/content/{id}/package-uploads/{uploadId}/part": ofContent(may("content.edit"), { absent: true }),
  "POST /api/app/content/{id}/package-uploads/{uploadId}/finish": ofContent(may("content.edit"), { absent: true }),
  "GET /api/app/content/{id}/package-uploads/{uploadId}": ofContent(may("content.edit"), { absent: true }),
  "DELETE /api/app/content/{id}/package-uploads/{uploadId}": ofContent(may("content.edit"), { absent: true }),
  "GET /api/app/content/{id}/content-package": ofContent(may("content.edit"), { absent: true }),
  "POST /api/app/content/{id}/package-preview": ofContent(may("content.edit"), {
    body: () => ({ fileId: crypto.randomUUID(), item: 0 }),
    absent: true,
  }),
  "POST /api/app/content/{id}/form-answers-export": ofContent(maySomewhere("files.see"), {
    body: () => ({ format: "csv" }),
    absent: true,
  }),
  "GET /api/app/form-answers-export/{id}": { ...member, absent: true },
  "GET /api/app/content/{id}/content-file": ofContent(may("content.edit"), { absent: true }),
  "GET /api/app/content/{id}/content-assignments": ofContent(may("content.edit")),
  "GET /api/app/content/{id}/assignment-progress": ofContent(may("content.edit")),
  "GET /api/app/content/{id}/content-exceptions": ofContent(may("content.edit")),
  "POST /api/app/content/{id}/preview-assignments": ofContent(may("content.assign"), {
    body: ({ levelId, labelId }) => ({
      contentAssignments: [{ levelId, labelIds: [labelId], includeBelow: true, mandatory: true }],
    }),
  }),
  "GET /api/app/content/{id}/preview-assignments/{previewId}": ofContent(maySomewhere("content.assign"), {
    absent: true,
  }),
  "GET /api/app/content/{id}/redo-progress": ofContent(may("content.edit")),
  "POST /api/app/content/{id}/preview-redo": ofContent(may("content.edit"), { body: () => ({ redoBy: "2099-01-31" }) }),
  "GET /api/app/content/{id}/preview-redo/{previewId}": ofContent(may("content.edit"), { absent: true }),
  "POST /api/app/content/{id}/undo-assignments": ofContent(maySomewhere("content.assign"), { absent: true }),
  "POST /api/app/content/{id}/assign-content": ofContent(may("content.assign"), {
    body: ({ levelId, labelId }) => ({
      contentAssignments: [{ levelId, labelIds: [labelId], includeBelow: true, mandatory: true, dueDate: null }],
    }),
  }),

  // Rosters: of whoever uploaded them, and nobody else's.
  "POST /api/app/roster": { ...imports },
  "GET /api/app/roster": imports,
  "GET /api/app/roster/{id}": imports,
  "PUT /api/app/roster/{id}/mapping": imports,
  "GET /api/app/roster/{id}/rows": imports,
  "POST /api/app/roster/{id}/start": imports,
  "POST /api/app/roster/{id}/cancel": imports,
  "GET /api/app/roster/{id}/error-rows": imports,
  "POST /api/app/roster/{id}/answers": imports,
  "PUT /api/app/roster/{id}/rows/{number}": imports,
  "GET /api/app/roster/{id}/fitted/{mappingId}": imports,
  "GET /api/app/roster-mapping": { on: "nothing", rule: maySomewhere("members.add") },
  "POST /api/app/roster-mapping": imports,
  "PUT /api/app/roster-mapping/{id}": imports,
  "DELETE /api/app/roster-mapping/{id}": imports,
  "POST /api/app/carried-completions/check": { on: "nothing", rule: maySomewhere("requirements.review"), absent: true },
  "POST /api/app/carried-completions": { on: "nothing", rule: maySomewhere("requirements.review"), absent: true },
  "POST /api/app/people/alike": { on: "nothing", rule: maySomewhere("members.add") },
  "GET /api/app/people/duplicates": { on: "nothing", rule: maySomewhere("profiles.edit") },
  "POST /api/app/people/duplicates/{id}/dismiss": { on: "nothing", rule: maySomewhere("profiles.edit"), absent: true },
  "GET /api/app/people/merge": ofPerson(mergesPeople, { query: twice }),
  "POST /api/app/people/merge": ofPerson(mergesPeople, {
    body: (ids) => ({
      ...twice(ids),
      parts: { name: "keep", email: "keep", dateOfBirth: "keep", contact: "keep", photo: "keep" },
    }),
  }),
};
