import { errors, type Provider } from "oidc-provider";
import type { Federated } from "./federated.ts";
import { type GrantParts, handoffUsedUp, issueTokens } from "./grants.ts";
import type { Issuers } from "./issuers.ts";
import { connectionOfIssuer, type OrganizationsPort } from "./organizations.ts";
import { signIn } from "./sign-in.ts";

/** How the page fetches what a partner's sign-in came to. */
export const PARTNER_GRANT = "urn:touchline:partner-sign-in";

/**
 * `grant_type=urn:touchline:partner-sign-in`, for our own page alone: the code from the callback and the verifier of the page
 * that began. Where an account of that address was there before, `proof_required` asks for its `password` first, with the
 * same code; with it the two belong together. Of an account with a second factor that is asked for then (`mfa_required`); where
 * the two are to belong together, or the provider is an organization's, the second step brings `partner_code` and `code_verifier`
 * once more. A password is also asked for where an organization's provider leads to an account that reaches beyond it.
 */
export function registerPartnerGrant(
  provider: Provider,
  parts: GrantParts,
  {
    federated,
    issuers,
    organizations,
  }: { federated: Federated; issuers: Issuers; organizations: Pick<OrganizationsPort, "reachesBeyond"> },
): void {
  provider.registerGrantType(
    PARTNER_GRANT,
    async (ctx) => {
      const { code, code_verifier: verifier, password } = ctx.oidc.params;
      if (!code || !verifier) throw new errors.InvalidRequest("code and code_verifier are required");
      const handoff = await federated.look(code, verifier);
      if (!handoff) throw handoffUsedUp();
      const { sub: accountId, email, proofNeeded, secondFactor, issuer } = handoff;
      const connection = connectionOfIssuer(issuer);
      // An organization's provider alone opens that organization: what lies beyond needs what its administrators don't control.
      const elsewhere =
        !proofNeeded &&
        !secondFactor &&
        connection !== null &&
        (await organizations.reachesBeyond(connection, accountId));
      const asked = proofNeeded || elsewhere;
      if (asked) {
        if (!password) {
          ctx.status = 400;
          ctx.body = {
            error: "proof_required",
            error_description: elsewhere
              ? "Your account isn't only your organization's. Log in with its password, too."
              : "You already have an account with this email address. Log in once to connect it.",
            email,
            name: (await issuers.nameOf(issuer)) ?? "",
            elsewhere,
          };
          return;
        }
        const owner = await signIn(parts, ctx, email, password);
        if (owner.sub !== accountId) throw handoffUsedUp();
      }
      // Before the second factor is shown nothing is linked, and no organization follows: the second step uses the code up.
      const later = secondFactor && (proofNeeded || connection !== null);
      if (!later && !(await federated.redeem(code, handoff))) throw handoffUsedUp();
      const proved = ["fed", ...(asked ? ["pwd"] : []), ...(connection === null ? [] : [issuer])];
      if (secondFactor) {
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
