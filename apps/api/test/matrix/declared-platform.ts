import { account, anItem, anOrganization, type Declared } from "./declaration.ts";
import { onlyOperator } from "./rules.ts";

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
  "GET /api/app/platform/organization-draft": { to: "account", rule: onlyOperator },
  "PUT /api/app/platform/organization-draft": { to: "account", rule: onlyOperator },
  "DELETE /api/app/platform/organization-draft": { to: "account", rule: onlyOperator },
};
