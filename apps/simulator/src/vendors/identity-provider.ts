import { createHash, createPublicKey } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { exportJWK, importPKCS8, SignJWT } from "jose";
import { z } from "zod";
import { minute, second } from "../clock.ts";
import { credentials } from "../credentials.ts";
import { escapeHtml, htmlHeaders, page } from "../html.ts";
import { samlResponse } from "../saml-response.ts";
import { ssoCertificate, ssoSigningKey } from "../simulated-sso-key.ts";
import { type SsoPerson, ssoPeople } from "../sso-people.ts";
import type { Vendor, World } from "../world.ts";

/**
 * An organization's identity provider, by OpenID Connect and by SAML 2.0.
 *
 * Source: SAML 2.0 Core, Bindings (HTTP-Redirect, HTTP-POST) and Profiles (Web Browser SSO); OpenID Connect Core 1.0 (authorization code, ID token, userinfo), OpenID Connect Discovery 1.0, RFC 7636 (PKCE, S256 alone).
 * Modeled: whoever signs in is chosen from a list, without a password; groups are the claim `groups`. Time is this
 * machine's, not the simulated one: the product compares it with its own.
 */
export const identityProvider: Vendor = {
  name: "sso",
  title: "An organization's identity provider",
  error: (_status, message) => ({ error: "invalid_request", error_description: message }),
  mount,
};

const keyId = "simulated";
const codeLife = minute;
const notice = "Simulated identity provider: no password is asked";

const authorization = z.object({
  response_type: z.literal("code"),
  client_id: z.literal(credentials.sso.clientId),
  redirect_uri: z.url(),
  scope: z.string().regex(/\bopenid\b/),
  state: z.string().optional(),
  nonce: z.string().optional(),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal("S256"),
  person: z.string().optional(),
});
type Authorization = z.output<typeof authorization>;
type Query = Record<string, string | undefined>;
type Code = { until: number; person: SsoPerson; asked: Authorization };

/** What the provider says of a person. */
const claimsOf = ({ id, email, firstName, lastName, groups }: SsoPerson) => ({
  ...{ sub: id, email, email_verified: true, given_name: firstName, family_name: lastName, groups },
});

/** Client and secret of a request, from either place (RFC 6749, section 2.3.1). */
function clientOf({ headers, body }: FastifyRequest<{ Body: Query | undefined }>) {
  const [, basic] = /^Basic (.+)$/i.exec(headers.authorization ?? "") ?? [];
  if (!basic) return { id: body?.client_id, secret: body?.client_secret };
  const [id, secret] = Buffer.from(basic, "base64").toString().split(":").map(decodeURIComponent);
  return { id, secret };
}

function mount(app: FastifyInstance, world: World): void {
  const { identifiers, origin } = world;
  mountSaml(app, world);
  const issuer = () => `${origin()}/sso`;
  const codes = new Map<string, Code>();
  const tokens = new Map<string, SsoPerson>();
  const { clientId, clientSecret } = credentials.sso;

  app.get("/.well-known/openid-configuration", () => ({
    issuer: issuer(),
    authorization_endpoint: `${issuer()}/authorize`,
    token_endpoint: `${issuer()}/token`,
    userinfo_endpoint: `${issuer()}/userinfo`,
    jwks_uri: `${issuer()}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
  }));

  app.get("/jwks", async () => {
    const jwk = await exportJWK(createPublicKey(ssoSigningKey));
    return { keys: [{ ...jwk, kid: keyId, alg: "RS256", use: "sig" }] };
  });

  app.get<{ Querystring: Query }>("/authorize", { config: { page: true } }, async ({ query }, reply) => {
    const asked = authorization.safeParse(query);
    if (!asked.success) {
      const problem = `<p class="error">${escapeHtml(z.prettifyError(asked.error))}</p>`;
      return reply
        .code(400)
        .headers(htmlHeaders)
        .send(page("Not a valid request", problem, notice));
    }
    const person = ssoPeople.find(({ id }) => id === asked.data.person);
    if (person) return answerWith(reply, asked.data, person);
    if (asked.data.person === "nobody") return sendBack(reply, asked.data, { error: "access_denied" });
    return reply.headers(htmlHeaders).send(page("Who are you?", choices("authorize", query), notice));
  });

  function answerWith(reply: FastifyReply, asked: Authorization, person: SsoPerson) {
    const code = identifiers.hex("sso code", 40);
    codes.set(code, { until: Date.now() + codeLife, person, asked });
    return sendBack(reply, asked, { code });
  }

  function sendBack(reply: FastifyReply, { redirect_uri, state }: Authorization, answer: Record<string, string>) {
    const target = new URL(redirect_uri);
    for (const [name, value] of Object.entries({ ...answer, ...(state && { state }), iss: issuer() })) {
      target.searchParams.set(name, value);
    }
    return reply.redirect(target.href, 303);
  }

  app.post<{ Body: Query | undefined }>("/token", { config: { open: true } }, async (request, reply) => {
    const { id, secret } = clientOf(request);
    if (id !== clientId || secret !== clientSecret) return reply.code(401).send({ error: "invalid_client" });
    const { grant_type, code = "", code_verifier = "", redirect_uri } = request.body ?? {};
    const found = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256").update(code_verifier).digest("base64url");
    const isGood =
      grant_type === "authorization_code" &&
      found !== undefined &&
      found.until > Date.now() &&
      found.asked.redirect_uri === redirect_uri &&
      found.asked.code_challenge === challenge;
    if (!isGood) return reply.code(400).send({ error: "invalid_grant" });
    const access_token = identifiers.hex("sso token", 40);
    tokens.set(access_token, found.person);
    const at = Math.floor(Date.now() / second);
    const id_token = await new SignJWT({ ...claimsOf(found.person), nonce: found.asked.nonce })
      .setProtectedHeader({ alg: "RS256", kid: keyId })
      .setIssuer(issuer())
      .setAudience(clientId)
      .setIssuedAt(at)
      .setExpirationTime(at + 300)
      .sign(await importPKCS8(ssoSigningKey, "RS256"));
    return reply
      .header("cache-control", "no-store")
      .send({ access_token, id_token, token_type: "Bearer", expires_in: 300 });
  });

  app.get("/userinfo", async ({ headers }, reply) => {
    const person = tokens.get((headers.authorization ?? "").replace(/^Bearer /i, ""));
    return person ? claimsOf(person) : reply.code(401).send({ error: "invalid_token" });
  });
}

/** The entity id of the provider, where it speaks SAML. */
const entityIdAt = (origin: string) => `${origin}/sso/saml/metadata`;

/** SAML 2.0: requests by redirect, responses by a form that somebody sends on. */
function mountSaml(app: FastifyInstance, { identifiers, origin }: World): void {
  app.get("/saml/metadata", (_request, reply) =>
    reply
      .type("application/samlmetadata+xml")
      .send(
        [
          `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityIdAt(origin())}">`,
          `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing">`,
          `<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>`,
          ssoCertificate.replace(/-----.+?-----|\s/g, ""),
          "</X509Certificate></X509Data></KeyInfo></KeyDescriptor>",
          `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin()}/sso/saml"/>`,
          "</IDPSSODescriptor></EntityDescriptor>",
        ].join(""),
      ),
  );

  app.get<{ Querystring: Query }>("/saml", { config: { page: true } }, async ({ query }, reply) => {
    const asked = requestOf(query.SAMLRequest ?? "");
    if (!asked)
      return reply
        .code(400)
        .headers(htmlHeaders)
        .send(page("Not a valid request", "", notice));
    const person = ssoPeople.find(({ id }) => id === query.person);
    if (!person) return reply.headers(htmlHeaders).send(page("Who are you?", choices("saml", query), notice));
    const { id: inResponseTo, acs: recipient, issuer: audience } = asked;
    const ids = [`_${identifiers.hex("saml id", 32)}`, `_${identifiers.hex("saml id", 32)}`] as const;
    const xml = samlResponse({
      ...{ inResponseTo, recipient, audience, person, ids, now: new Date(), issuer: entityIdAt(origin()) },
    });
    const form = `<p>You are ${escapeHtml(`${person.firstName} ${person.lastName}`)}.</p>
<form method="post" action="${escapeHtml(recipient)}">
<input type="hidden" name="SAMLResponse" value="${Buffer.from(xml).toString("base64")}">
<button type="submit">Continue</button></form>`;
    const { "content-security-policy": policy, ...headers } = htmlHeaders;
    // The service answers with a redirect to its page.
    const sending = policy.replace("form-action 'self'", `form-action ${new URL(recipient).origin}`);
    return reply.headers({ ...headers, "content-security-policy": sending }).send(page("Log in", form, notice));
  });
}

/** What a request asks for (SAML 2.0 Bindings, section 3.4); null: it can't be read. */
function requestOf(request: string): { id: string; acs: string; issuer: string } | null {
  try {
    const xml = inflateRawSync(Buffer.from(request, "base64"), { maxOutputLength: 50_000 }).toString("utf8");
    const [, id] = /\sID="([^"]+)"/.exec(xml) ?? [];
    const [, acs] = /AssertionConsumerServiceURL="([^"]+)"/.exec(xml) ?? [];
    const [, issuer] = /Issuer[^>]*>([^<]+)</.exec(xml) ?? [];
    return id && acs && issuer ? { id, acs, issuer } : null;
  } catch {
    return null;
  }
}

/** Everyone who can be chosen, as links: a form's answer must not lead to another host. */
function choices(path: string, query: Query): string {
  const linkTo = (person: string) =>
    `/sso/${path}?${new URLSearchParams({ ...(query as Record<string, string>), person })}`;
  const people = ssoPeople.map(
    ({ id, firstName, lastName, email, groups }) =>
      `<li><a href="${escapeHtml(linkTo(id))}">${escapeHtml(`${firstName} ${lastName}`)}</a>, ${escapeHtml(email)}${
        groups.length > 0 ? `, ${escapeHtml(groups.join(" and "))}` : ""
      }</li>`,
  );
  return `<ul>${people.join("\n")}</ul><p><a href="${escapeHtml(linkTo("nobody"))}">Cancel</a></p>`;
}
