import { z } from "zod";
import { endpoint } from "../endpoint.ts";

/** Milliseconds that the page waits for the token before the chat starts without it. Source: specification 2, section 8. */
export const chatTokenTimeoutMs = 5_000;

export const chatToken = endpoint({
  method: "POST",
  path: "/api/intercom-jwt",
  summary:
    "Gets a token that proves to the support chat who the caller is. Refused where no chat is set up, and for minors unless their organization allows the chat.",
  errors: [403],
  response: z.object({
    /** Signed with HS256; names the account's id only, and is valid for one hour. */
    intercom_user_jwt: z.string(),
  }),
});
