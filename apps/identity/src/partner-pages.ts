import { createHash } from "node:crypto";
import { waitInWords } from "@touchline/contract/wait";
import { type Context, errors } from "oidc-provider";
import type { Federated } from "./federated.ts";
import { readForm } from "./forms.ts";
import { type Arrival, type Issuers, type PartnerIssuer, PartnerRefusal, type PartnerSignInState } from "./issuers.ts";
import { notAdmittedTexts } from "./organizations.ts";
import { escapeHtml, sendPage } from "./pages.ts";
import { longestResponse, type Saml } from "./saml.ts";
import { deriveKey, open, seal } from "./secrets.ts";
import type { Throttle } from "./throttle.ts";

type Parts = {
  issuers: Issuers;
  federated: Federated;
  saml: Saml;
  secret: string;
  /** The origin of the page, where a sign-in begins and ends. */
  page: string;
  origins: readonly string[];
  /** Whether the service's cookies are sent over HTTPS only. */
  secure: boolean;
  now: () => number;
  /** Limits visits by address and by partner. */
  throttle: Throttle;
  logRefusal: (refusal: PartnerRefusal) => void;
};

/** The most milliseconds between leaving for the partner and coming back. */
const lifetime = 600_000;

type Kept = PartnerSignInState & { challenge: string; until: number };

const wrongProtocol = () =>
  new PartnerRefusal(
    400,
    "This login link doesn't match the identity provider's settings. Start again.",
    "OTHER_PROTOCOL",
  );

const noAddress = ({ name, organization }: PartnerIssuer) =>
  organization
    ? `${name} didn't send an email address in one of your organization's verified domains. Ask an administrator of your organization.`
    : `${name} hasn't confirmed your email address, so we can't tell which account is yours. Confirm it there and start again, or log in with your password.`;

/** Converts an error to the refusal that is shown. @throws any other error. */
function refusalOf(error: unknown): PartnerRefusal {
  if (error instanceof PartnerRefusal) return error;
  if (error instanceof errors.OIDCProviderError && error.statusCode === 503) {
    return new PartnerRefusal(503, error.error_description ?? "Try again in a moment.", "PRODUCT_AWAY");
  }
  throw error;
}

/** Each sign-in in progress has a cookie of its own, so that several tabs don't interfere. */
function cookieName(state: string, secure: boolean): string {
  const mark = createHash("sha256").update(state).digest("hex").slice(0, 16);
  return `${secure ? "__Host-" : ""}partner_${mark}`;
}

/**
 * `/partner/…`: people sign in at a partner's issuer. `issuers` tells the login page what to offer, `<key>/begin?challenge=`
 * leads to the issuer, and `<key>/callback` leads back and on to the page, with a code in the address's fragment that can only
 * be exchanged with the verifier of `challenge`. A SAML provider posts to `<key>/acs` instead, and reads
 * `<key>/metadata`.
 */
export function partnerPages(parts: Parts) {
  const { issuers, federated, saml, page, secure, now } = parts;
  const key = deriveKey(parts.secret, "partner sign-in");
  const cookie = { httpOnly: true, sameSite: "lax", secure, signed: false, path: "/", overwrite: true };

  function keep(ctx: Context, kept: Kept) {
    const name = cookieName(kept.state, secure);
    const value = seal(key, JSON.stringify(kept), name).toString("base64url");
    ctx.cookies.set(name, value, { ...cookie, maxAge: lifetime });
  }

  /** Returns what this browser kept of the sign-in, and clears it. */
  function taken(ctx: Context, partner: PartnerIssuer): Kept | null {
    const { state } = ctx.query;
    if (typeof state !== "string") return null;
    const name = cookieName(state, secure);
    const value = ctx.cookies.get(name, { signed: false });
    if (!value) return null;
    ctx.cookies.set(name, null, cookie);
    const opened = open(key, Buffer.from(value, "base64url"), name);
    const kept: Kept | null = opened === null ? null : JSON.parse(opened);
    // Each issuer has its own callback, so that an answer from one can't be used for another.
    return kept?.state === state && kept.key === partner.key && kept.until > now() ? kept : null;
  }

  function leadTo(ctx: Context, url: string) {
    ctx.status = 303;
    ctx.set("Location", url);
    ctx.set("Cache-Control", "no-store");
    ctx.body = "";
  }

  async function begin(ctx: Context, partner: PartnerIssuer) {
    const { challenge } = ctx.query;
    if (typeof challenge !== "string" || !/^[\w-]{43}$/.test(challenge)) {
      throw new PartnerRefusal(400, "This login wasn't started from our page. Start again.", "NO_CHALLENGE");
    }
    const settings = partner.organization?.saml;
    if (settings) return leadTo(ctx, await saml.begin(partner, settings, challenge));
    const { url, signInState } = await issuers.begin(partner);
    keep(ctx, { ...signInState, challenge, until: now() + lifetime });
    leadTo(ctx, url);
  }

  async function callback(ctx: Context, partner: PartnerIssuer) {
    if (partner.organization?.saml) throw wrongProtocol();
    const kept = taken(ctx, partner);
    if (!kept) {
      const why = "This login has expired or was started in another browser. Start again.";
      throw new PartnerRefusal(400, why, "NO_FLIGHT");
    }
    const arrival = await issuers.finish(partner, kept, ctx.querystring);
    await enter(ctx, partner, arrival, kept);
  }

  /** Takes the response of a SAML provider, which its page posts. */
  async function acs(ctx: Context, partner: PartnerIssuer) {
    const settings = partner.organization?.saml;
    if (!settings) throw wrongProtocol();
    const response = (await readForm(ctx.req, longestResponse))?.get("SAMLResponse");
    if (!response) {
      throw new PartnerRefusal(400, `${partner.name} didn't tell us who you are. Start again.`, "NO_RESPONSE");
    }
    const { arrival, challenge, state } = await saml.finish(partner, settings, response);
    await enter(ctx, partner, arrival, { challenge, state });
  }

  /** Leads whoever arrived on to the page, with a code. */
  async function enter(
    ctx: Context,
    partner: PartnerIssuer,
    arrival: Arrival,
    { state, challenge }: { state: string; challenge: string },
  ) {
    const account = await federated.arrive(arrival, partner);
    if (!account) throw new PartnerRefusal(403, noAddress(partner), "NO_ADDRESS");
    if ("refused" in account) {
      throw new PartnerRefusal(403, notAdmittedTexts[account.refused](partner.name), "NOT_ADMITTED");
    }
    const code = await federated.handOver(state, challenge, arrival, account);
    if (!code) throw new PartnerRefusal(400, "This login was already used. Start again.", "REPLAYED");
    leadTo(ctx, `${page}/partner-sign-in#code=${code}`);
  }

  async function metadata(ctx: Context, partner: PartnerIssuer) {
    const settings = partner.organization?.saml;
    if (!settings) throw wrongProtocol();
    ctx.type = "application/samlmetadata+xml";
    ctx.body = saml.metadata(partner, settings);
  }

  const answers = { begin, callback, acs, metadata };

  return async (ctx: Context, next: () => Promise<void>): Promise<void> => {
    const [, name, verb] = /^\/partner\/([a-z0-9-]{1,40})(?:\/(begin|callback|acs|metadata))?$/.exec(ctx.path) ?? [];
    if (!name || ctx.method !== (verb === "acs" ? "POST" : "GET")) return next();
    if (name === "issuers" && !verb) {
      const origin = ctx.get("Origin");
      ctx.set("Vary", "Origin");
      if (parts.origins.includes(origin)) ctx.set("Access-Control-Allow-Origin", origin);
      ctx.set("Cache-Control", "no-store");
      ctx.body = issuers.offered;
      return;
    }
    if (!verb) return next();
    try {
      const partner = await issuers.byKey(name);
      if (!partner) return next();
      if (verb !== "metadata") {
        const wait = await parts.throttle.wait(name, ctx.ip);
        if (wait !== null) {
          throw new PartnerRefusal(429, `Too many login attempts. Try again in ${waitInWords(wait)}.`, "THROTTLED");
        }
        await parts.throttle.failed(name, ctx.ip);
      }
      await answers[verb as keyof typeof answers](ctx, partner);
    } catch (thrown) {
      const error = refusalOf(thrown);
      parts.logRefusal(error);
      ctx.status = error.status;
      sendPage(ctx, {
        title: "That didn't work",
        body: `<p>${escapeHtml(error.message)}</p><p><a href="${escapeHtml(page)}/login">Back to logging in</a></p>`,
      });
    }
  };
}
