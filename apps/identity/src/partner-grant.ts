import { errors, type Provider } from "oidc-provider";
import type { Federated } from "./federated.ts";
import { type GrantParts, handoffUsedUp, issueTokens } from "./grants.ts";
import type { Issuers } from "./issuers.ts";
import { connectionOfIssuer, type OrganizationsPort } from "./organizations.ts";
import { signIn } from "./sign-in.ts";

/** The grant with which the page gets the result of a partner's sign-in. */
export const PARTNER_GRANT = "urn:touchline:partner-sign-in";

/**
 * `grant_type=urn:touchline:partner-sign-in`, only for the product's own page: the code from the callback and the verifier of
 * the page that began. If an account with that address already exists, `proof_required` asks for its `password` first, with the
 * same code, and then links the two. It also asks for the password if an organization's identity provider leads to an account that
 * has more than this organization. If the account has a second factor, that is requested next (`mfa_required`); if the two are to be
 * linked, or the provider is an organization's, the second step sends `partner_code` and `code_verifier` again.
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
      // An organization's identity provider opens that organization only. Its administrators control everything it says.
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
      // Nothing is linked, and no organization is updated, before the second factor: the second step consumes the code.
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
