import { hkdfSync } from "node:crypto";
import { z } from "zod";

const shape = z.object({
  /** The one public address: issuer, links, cookies. */
  publicUrl: z.url({ protocol: /^https?$/ }),
  /** Where the API is, when the page is somewhere else. */
  apiUrl: z.url({ protocol: /^https?$/ }).nullish(),
  /** Where the identity service is, when it runs alone. */
  identityUrl: z.url({ protocol: /^https?$/ }).nullish(),
  secret: z.string().min(32, "SESSION_SECRET must have at least 32 random characters."),
  supportEmail: z.email(),
  productKey: z.string().min(32, "PRODUCT_KEY must have at least 32 random characters.").nullish(),
});

export type ApiConfig = Omit<z.output<typeof shape>, "apiUrl" | "identityUrl" | "productKey"> & {
  /** Origin of the API as browsers reach it: the page's own unless it is elsewhere. */
  apiUrl: string;
  /** Issuer of access tokens: the origin of the identity service + `/identity`. */
  issuer: string;
  /** What access tokens are for: the origin of the API + `/api`. */
  audience: string;
  /** Cookies travel over HTTPS only; false on loopback alone. */
  secure: boolean;
  /**
   * What the product and the identity service know one another by: derived from the secret where both have it, else a key of
   * its own.
   */
  productKey: string;
};

const names: Record<keyof z.input<typeof shape>, string> = {
  publicUrl: "PUBLIC_URL",
  apiUrl: "API_URL",
  identityUrl: "IDENTITY_URL",
  secret: "SESSION_SECRET",
  supportEmail: "SUPPORT_EMAIL",
  productKey: "PRODUCT_KEY",
};

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks the settings of the API. Plain HTTP is for loopback only: elsewhere secure cookies would fail silently.
 *
 * @throws with a sentence that names the setting and what to do.
 */
export function readConfig(settings: z.input<typeof shape>): ApiConfig {
  const parsed = shape.safeParse(settings);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = names[issue?.path[0] as keyof typeof names];
    throw new Error(`${name} isn't valid: ${issue?.message}`);
  }
  const url = new URL(parsed.data.publicUrl);
  const secure = url.protocol === "https:";
  if (!secure && !loopback.test(url.hostname)) {
    throw new Error(
      `PUBLIC_URL is ${url.origin}, but plain HTTP works only on this machine. Put HTTPS in front and change PUBLIC_URL.`,
    );
  }
  const publicUrl = url.href.replace(/\/+$/, "");
  const apiUrl = beside(url, "API_URL", parsed.data.apiUrl) ?? publicUrl;
  const identityUrl = beside(url, "IDENTITY_URL", parsed.data.identityUrl) ?? apiUrl;
  return {
    secret: parsed.data.secret,
    supportEmail: parsed.data.supportEmail,
    publicUrl,
    apiUrl,
    issuer: `${identityUrl}/identity`,
    audience: `${apiUrl}/api`,
    secure,
    productKey:
      parsed.data.productKey ??
      Buffer.from(hkdfSync("sha256", parsed.data.secret, "", "touchline/product-key/1", 32)).toString("hex"),
  };
}

const siteOf = ({ protocol, hostname }: URL) =>
  `${protocol}//${/^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split(".").slice(-2).join(".")}`;

/** Another part's address. Browsers send the session's cookie along only within one site, and only as safely as it was set. */
function beside(page: URL, name: string, address: string | null | undefined): string | null {
  if (!address) return null;
  const url = new URL(address);
  if (siteOf(url) === siteOf(page)) return url.origin;
  throw new Error(
    `${name} (${url.origin}) isn't on the same site as PUBLIC_URL (${page.origin}). Use two names of one domain, both with HTTPS.`,
  );
}
