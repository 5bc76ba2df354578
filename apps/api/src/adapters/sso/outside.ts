import { Resolver } from "node:dns/promises";
import { z } from "zod";
import type { SsoPort } from "./port.ts";
import { AddressRefused, type OutsideSettings, publicFetch } from "./public-fetch.ts";

const configuration = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
});

/** Where an issuer's configuration stands (OpenID Connect Discovery 1.0, section 4). */
const configurationOf = (issuer: string) => `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;

/** @param nameServers those that are asked for TXT records, with their ports; this machine's unless given. */
export function ssoOutside({
  nameServers = [],
  ...settings
}: OutsideSettings & { nameServers?: readonly string[] } = {}): SsoPort {
  const fetchOutside = publicFetch(settings);
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (nameServers.length > 0) resolver.setServers(nameServers);
  return {
    async check(issuer) {
      let answer: Response;
      try {
        answer = await fetchOutside(configurationOf(issuer), { headers: { accept: "application/json" } });
      } catch (error) {
        return error instanceof AddressRefused ? "address" : "unreachable";
      }
      const read = configuration.safeParse(await answer.json().catch(() => null));
      if (!answer.ok || !read.success) return "notIssuer";
      return read.data.issuer === issuer ? null : "otherIssuer";
    },
    isTrusted: (address) => settings.trusted?.includes(URL.parse(address)?.host ?? "") ?? false,
    async txt(name) {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
      } catch (error) {
        const { code } = error as { code?: string };
        return code === "ENOTFOUND" || code === "ENODATA" ? [] : null;
      }
    },
  };
}
