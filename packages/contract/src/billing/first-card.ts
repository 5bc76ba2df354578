import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { card, providerId, returnPath } from "./money.ts";
import { beginCardSetup, billingBody } from "./organization-billing.ts";

/** The first card of an organization that a platform operator has just created. Later cards are its administrators' to add. */

export const beginFirstCard = endpoint({
  method: "POST",
  path: "/api/app/platform/organization/{id}/first-card/setup",
  summary:
    "Enters an organization's billing information and begins to add its first card, which is entered at the provider. For platform operators.",
  errors: [403, 409, 502],
  costly: true,
  body: z.strictObject({ information: billingBody, returnPath }),
  response: beginCardSetup.response,
});

export const addFirstCard = endpoint({
  method: "POST",
  path: "/api/app/platform/organization/{id}/first-card",
  summary:
    "Adds the card that was entered at the provider to an organization that has none. Recorded in the organization's audit log. For platform operators.",
  errors: [403, 409, 502],
  body: z.strictObject({ setupIntentId: providerId("seti") }),
  response: card,
});
