import type { Declared } from "./declaration.ts";
import { may, mayAnywhere } from "./rules.ts";

const administers: Declared = { on: "nothing", rule: mayAnywhere("organization.edit") };

/** Who may call what other software is connected with. */
export const ofIntegrations: Record<string, Declared> = {
  "GET /api/app/integrations/api-keys": administers,
  "POST /api/app/integrations/api-keys": {
    ...administers,
    body: () => ({ name: "Tournament desk", scopes: ["eligibility.read"] }),
  },
  "POST /api/app/integrations/api-keys/{id}/rotate": { ...administers, absent: true },
  "POST /api/app/integrations/api-keys/{id}/revoke": { ...administers, absent: true },
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
  "GET /api/v1/levels": { on: "nothing", rule: mayAnywhere("members.see") },
};
