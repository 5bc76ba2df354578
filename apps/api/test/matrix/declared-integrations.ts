import { anybody, type Declared } from "./declaration.ts";
import { may, mayOrganizationWide } from "./rules.ts";

const administers: Declared = { on: "nothing", rule: mayOrganizationWide("organization.edit") };

const ssoProvider = {
  ...{ name: "City Club", joining: "invited", groupsClaim: "groups", grants: [] },
  // Refused before anything is asked.
  ...{ protocol: "oidc", issuer: "https://127.0.0.1", clientId: "touchline", clientSecret: "" },
};

/** Who may call the endpoints for other software. */
export const ofIntegrations: Record<string, Declared> = {
  "GET /api/app/integrations/api-keys": administers,
  "POST /api/app/integrations/api-keys": {
    ...administers,
    body: () => ({ name: "Tournament desk", scopes: ["eligibility.read"] }),
  },
  "POST /api/app/integrations/api-keys/{id}/rotate": { ...administers, absent: true },
  "POST /api/app/integrations/api-keys/{id}/revoke": { ...administers, absent: true },
  "GET /api/app/integrations/webhook": administers,
  "POST /api/app/integrations/webhook": {
    ...administers,
    body: () => ({ url: "https://198.51.100.1/hooks", description: "Club site", events: ["member.joined"] }),
  },
  "GET /api/app/integrations/webhook/{id}": { ...administers, absent: true },
  "PUT /api/app/integrations/webhook/{id}": {
    ...administers,
    absent: true,
    body: () => ({ url: "https://198.51.100.1/hooks", description: "", events: ["member.joined"], version: 1 }),
  },
  "DELETE /api/app/integrations/webhook/{id}": { ...administers, absent: true },
  "PUT /api/app/integrations/webhook/{id}/state": { ...administers, absent: true, body: () => ({ state: "paused" }) },
  "POST /api/app/integrations/webhook/{id}/secret": { ...administers, absent: true },
  "POST /api/app/integrations/webhook/{id}/test": { ...administers, absent: true },
  "GET /api/app/integrations/webhook/{id}/delivery": { ...administers, absent: true },
  "GET /api/app/integrations/webhook/{id}/delivery/{webhookEventId}": { ...administers, absent: true },
  "POST /api/app/integrations/webhook/{id}/delivery/{webhookEventId}/replay": { ...administers, absent: true },
  "POST /api/app/integrations/webhook/{id}/replay": { ...administers, absent: true },
  "GET /api/app/integrations/partner": administers,
  "POST /api/app/integrations/partner": {
    ...administers,
    // The test partner is offered only if it is set up.
    absent: true,
    body: () => ({ source: "Test", siteId: "elsewhere", clientId: "test", secret: "test", pushCleared: false }),
  },
  "PUT /api/app/integrations/partner/{id}": {
    ...administers,
    absent: true,
    body: () => ({ automatic: false, pushCleared: false }),
  },
  "DELETE /api/app/integrations/partner/{id}": { ...administers, absent: true },
  "POST /api/app/integrations/partner/{id}/sync": { ...administers, absent: true, body: () => ({ review: true }) },
  "POST /api/app/integrations/partner/{id}/cancel": { ...administers, absent: true },
  "GET /api/app/integrations/sso": administers,
  "POST /api/app/integrations/sso": { ...administers, absent: true, body: () => ssoProvider },
  "PUT /api/app/integrations/sso/{id}": { ...administers, absent: true, body: () => ({ ...ssoProvider, version: 1 }) },
  "PUT /api/app/integrations/sso/{id}/active": { ...administers, absent: true, body: () => ({ active: true }) },
  "DELETE /api/app/integrations/sso/{id}": { ...administers, absent: true },
  "POST /api/app/integrations/sso/{id}/domain": {
    ...administers,
    absent: true,
    body: () => ({ domain: "club.example" }),
  },
  "POST /api/app/integrations/sso/{id}/domain/{domain}/verify": { ...administers, absent: true },
  "DELETE /api/app/integrations/sso/{id}/domain/{domain}": { ...administers, absent: true },
  "GET /api/public/sso/{domain}": anybody,
  "GET /api/v1/eligibility": {
    on: "level",
    rule: may("members.see"),
    query: ({ levelId }) => ({ externalId: "m-1", levelId }),
  },
  "POST /api/v1/eligibility": {
    on: "level",
    rule: may("members.see"),
    body: ({ levelId }) => ({ checks: [{ externalId: "m-1", levelId }] }),
    each: ({ data }: { data: { verdict: string }[] }) => ({
      refused: false,
      hidden: data.some(({ verdict }) => verdict === "unknownLevel"),
    }),
  },
  "GET /api/v1/levels": { on: "nothing", rule: mayOrganizationWide("members.see") },
};
