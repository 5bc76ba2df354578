import { account, anItem, anOrganization, type Declared, member } from "./declaration.ts";
import { everyMember, onlyOperator } from "./rules.ts";

const billed = {
  ...{ name: "North League", email: "treasurer@example.org", taxId: null },
  address: { line1: "1 Main St", line2: null, city: "Springfield", state: "IL", postalCode: "62701", country: "US" },
};

/** Who may call the endpoints for platform operators. */
export const ofPlatform: Record<string, Declared> = {
  // Organizations, for platform operators.
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
  "GET /api/app/platform/tax-certificate": { to: "account", rule: onlyOperator },
  "POST /api/app/platform/organization/{id}/tax-certificate/{certificateId}/link": {
    to: "account",
    rule: onlyOperator,
    absent: true,
  },
  "POST /api/app/platform/organization/{id}/tax-certificate/{certificateId}/decision": {
    to: "account",
    rule: onlyOperator,
    absent: true,
    body: () => ({ outcome: "accepted", lastDay: null }),
  },
  "POST /api/app/platform/organization/{id}/first-card/setup": {
    to: "account",
    rule: onlyOperator,
    absent: true,
    body: () => ({ information: billed, returnPath: "/admin" }),
  },
  "POST /api/app/platform/organization/{id}/first-card": {
    to: "account",
    rule: onlyOperator,
    absent: true,
    body: () => ({ setupIntentId: "seti_absent" }),
  },
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
  "POST /api/app/platform/registries/{id}/version/{versionId}/cancel": {
    to: "account",
    rule: onlyOperator,
    absent: true,
  },
  "PUT /api/app/platform/registries/{id}/current": {
    to: "account",
    rule: onlyOperator,
    absent: true,
    body: () => ({ versionId: null }),
  },
  "GET /api/app/platform/organization-health": { to: "account", rule: onlyOperator },
  "GET /api/app/platform/usage": { to: "account", rule: onlyOperator },
  // Support access and viewing as a person: what both need is checked after who calls.
  "GET /api/app/platform/organization/{id}/support-access": { to: "account", rule: onlyOperator, absent: true },
  "POST /api/app/platform/organization/{id}/support-access": {
    to: "account",
    rule: onlyOperator,
    absent: true,
    body: () => ({ reason: "A question by phone", hours: 1 }),
  },
  "DELETE /api/app/platform/organization/{id}/support-access/{supportAccessId}": {
    to: "account",
    rule: onlyOperator,
    absent: true,
  },
  "GET /api/app/platform/organization/{id}/support-people": { to: "account", rule: onlyOperator, absent: true },
  "POST /api/app/platform/organization/{id}/support-view": { to: "account", rule: onlyOperator, absent: true },
  "DELETE /api/app/platform/organization/{id}/support-view/{supportViewId}": {
    to: "account",
    rule: onlyOperator,
    absent: true,
  },
  "GET /api/app/support-view": member,
  "POST /api/app/support-view/{id}/answer": {
    on: "nothing",
    rule: everyMember,
    absent: true,
    body: () => ({ allowed: true }),
  },
  "GET /api/app/platform/organization/{id}/state": { to: "account", rule: onlyOperator, absent: true },
  "POST /api/app/platform/organization/{id}/suspension": {
    to: "account",
    rule: onlyOperator,
    absent: true,
    body: () => ({ reason: "It asked for it" }),
  },
  "DELETE /api/app/platform/organization/{id}/suspension": { to: "account", rule: onlyOperator, absent: true },
  "POST /api/app/platform/organization/{id}/export": { to: "account", rule: onlyOperator, absent: true },
  "GET /api/app/platform/organization/{id}/export/{organizationExportId}": {
    to: "account",
    rule: onlyOperator,
    absent: true,
  },
  "POST /api/app/platform/organization/{id}/closing": {
    to: "account",
    rule: onlyOperator,
    absent: true,
    body: () => ({ name: "Evergreen Rovers" }),
  },
  "GET /api/app/platform/background-jobs": { to: "account", rule: onlyOperator },
  "GET /api/app/platform/failed-job": { to: "account", rule: onlyOperator },
  "POST /api/app/platform/failed-job/{id}/retry": { to: "account", rule: onlyOperator, absent: true },
  "POST /api/app/platform/failed-job/retry": {
    to: "account",
    rule: onlyOperator,
    absent: true,
    body: () => ({ job: "none" }),
  },
  "DELETE /api/app/platform/failed-job/{id}": { to: "account", rule: onlyOperator, absent: true },
  "GET /api/app/platform/feature-switch": { to: "account", rule: onlyOperator },
  "PUT /api/app/platform/feature-switch": {
    to: "account",
    rule: onlyOperator,
    absent: true,
    body: () => ({ feature: "imports", organizationId: "019a0000-0000-7000-8000-000000000000", reason: null }),
  },
  "GET /api/app/platform/organization-draft": { to: "account", rule: onlyOperator },
  "PUT /api/app/platform/organization-draft": { to: "account", rule: onlyOperator },
  "DELETE /api/app/platform/organization-draft": { to: "account", rule: onlyOperator },
};
