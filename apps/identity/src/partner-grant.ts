import { errors, type Provider } from "oidc-provider";
import type { Federated } from "./federated.ts";
import { type GrantParts, issueTokens } from "./grants.ts";
import type { Issuers } from "./issuers.ts";
import { signIn } from "./sign-in.ts";

/** The grant with which the page gets the result of a partner's sign-in. */
export const PARTNER_GRANT = "urn:touchline:partner-sign-in";

function usedUp() {
  const error = new errors.InvalidGrant("no such handoff");
  error.error_description = "This login has expired. Start again.";
  return error;
}

/**
 * `grant_type=urn:touchline:partner-sign-in`, only for the product's own page: the code from the callback and the verifier of
 * the page that began. If an account with that address already exists, `proof_required` asks for its `password` first, with the
 * same code, and then links the two. If the account has a second factor, that is requested next (`mfa_required`); if the two
 * are to be linked, the second step sends `partner_code` and `code_verifier` again.
 */
export function registerPartnerGrant(
  provider: Provider,
  parts: GrantParts,
  { federated, issuers }: { federated: Federated; issuers: Issuers },
): void {
  provider.registerGrantType(
    PARTNER_GRANT,
    async (ctx) => {
      const { code, code_verifier: verifier, password } = ctx.oidc.params;
      if (!code || !verifier) throw new errors.InvalidRequest("code and code_verifier are required");
      const handoff = await federated.look(code, verifier);
      if (!handoff) throw usedUp();
      const { sub: accountId, email, proofNeeded } = handoff;
      if (proofNeeded) {
        if (!password) {
          ctx.status = 400;
          ctx.body = {
            error: "proof_required",
            error_description: "You already have an account with this email address. Log in once to connect it.",
            email,
            name: (await issuers.nameOf(handoff.issuer)) ?? "",
          };
          return;
        }
        const owner = await signIn(parts, ctx, email, password);
        if (owner.sub !== accountId) throw usedUp();
      }
      // A password alone links nothing to an account with a second factor, so the second step consumes the code.
      const later = proofNeeded && handoff.secondFactor;
      if (!later && !(await federated.redeem(code))) throw usedUp();
      const proved = proofNeeded ? ["fed", "pwd"] : ["fed"];
      if (handoff.secondFactor) {
        const { token, methods } = await parts.steps.begin(accountId, proved);
        ctx.status = 400;
        ctx.body = {
          error: "mfa_required",
          error_description: "Use your second factor to continue.",
          mfa_token: token,
          methods,
        };
        return;
      }
      await issueTokens(provider, parts, ctx, { accountId, amr: proved });
    },
    ["code", "code_verifier", "password", "scope"],
  );
}
