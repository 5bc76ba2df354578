import type { Declared } from "./declaration.ts";
import { mayAnywhere } from "./rules.ts";

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
};
