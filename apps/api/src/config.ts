import { hkdfSync } from "node:crypto";
import { z } from "zod";

const shape = z.object({
  /** The one public address: issuer, links, cookies. */
  publicUrl: z.url({ protocol: /^https?$/ }),
  secret: z.string().min(32, "SESSION_SECRET must have at least 32 random characters."),
  supportEmail: z.email(),
});

export type ApiConfig = z.output<typeof shape> & {
  /** Issuer of access tokens: `PUBLIC_URL` + `/identity`. */
  issuer: string;
  /** What access tokens are for: `PUBLIC_URL` + `/api`. */
  audience: string;
  /** Cookies travel over HTTPS only; false on loopback alone. */
  secure: boolean;
  /** The product's own key to the identity service's questions about accounts, derived from the secret. */
  productKey: string;
};

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks the settings of the API. Plain HTTP is for loopback only: elsewhere secure cookies would fail silently.
 *
 * @throws with a sentence that names the setting and what to do.
 */
export function readConfig(settings: { publicUrl: string; secret: string; supportEmail: string }): ApiConfig {
  const parsed = shape.safeParse(settings);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const names = { publicUrl: "PUBLIC_URL", secret: "SESSION_SECRET", supportEmail: "SUPPORT_EMAIL" };
    const name = names[issue?.path[0] as keyof typeof names];
    throw new Error(`${name} is not usable: ${issue?.message}`);
  }
  const url = new URL(parsed.data.publicUrl);
  const secure = url.protocol === "https:";
  if (!secure && !loopback.test(url.hostname)) {
    throw new Error(
      `PUBLIC_URL is ${url.origin}: plain HTTP is for this machine only. Put HTTPS in front, and say so here.`,
    );
  }
  const publicUrl = url.href.replace(/\/+$/, "");
  const productKey = Buffer.from(hkdfSync("sha256", parsed.data.secret, "", "touchline/product-key/1", 32)).toString(
    "hex",
  );
  return {
    ...parsed.data,
    publicUrl,
    issuer: `${publicUrl}/identity`,
    audience: `${publicUrl}/api`,
    secure,
    productKey,
  };
}
