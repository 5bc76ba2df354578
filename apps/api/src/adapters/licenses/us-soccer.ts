import type { LicenseIdentity } from "@touchline/contract/screening/licenses";
import { z } from "zod";
import { oauthSession } from "../oauth-session.ts";
import { ProviderError } from "../provider-http.ts";
import type { LicenseHolder, LicensesPort } from "./port.ts";

export type UsSoccerSettings = {
  /** The address of U.S. Soccer's API, without a trailing slash. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** The endpoint for access tokens, which are valid for an hour. */
  tokenUrl: string;
  simulated: boolean;
  /** Milliseconds to wait for one response; the usual time unless given. */
  timeout?: number;
};

/** The fields that are read of one record; there may be more. */
const day = z.iso.date().nullish();
const licenses = z
  .array(
    z.object({
      license_id: z.int().min(0),
      discipline: z.string().regex(/^[a-z_]{1,40}$/),
      issue_date: day,
      expiration_date: day,
      issuer: z.string().max(200).nullish(),
    }),
  )
  .max(500);
const verdict = z.enum(["match", "mismatch", "unknown"]);
const verification = z.object({ name: verdict, date_of_birth: verdict });

function identityOf({ name, date_of_birth: birth }: z.output<typeof verification>): LicenseIdentity {
  if (name === "mismatch") return birth === "mismatch" ? "bothDiffer" : "nameDiffers";
  if (birth === "mismatch") return "birthDiffers";
  return name === "match" && birth === "match" ? "confirmed" : "unknown";
}

/**
 * Licenses at U.S. Soccer's learning center.
 *
 * Source: a third party's documentation of connect.learning.ussoccer.com/certifications/public
 * (`/users/{ussf_id}/user-licenses`, ids of 16 digits, fields of a record). It contains no names, and the owner of an id must
 * not be taken on trust: `/users/{ussf_id}/verify` is not in that documentation. If it isn't offered, the identity is unknown
 * and a reviewer decides.
 */
export function usSoccerLicenses(settings: UsSoccerSettings): LicensesPort {
  const call = oauthSession(settings);

  async function verified(path: string, { firstName, lastName, dateOfBirth }: LicenseHolder): Promise<LicenseIdentity> {
    const body = { first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth };
    try {
      return identityOf(await call({ method: "POST", path: `${path}/verify`, body, answer: verification }));
    } catch (error) {
      if (error instanceof ProviderError && (error.status === 404 || error.status === 405)) return "unknown";
      throw error;
    }
  }

  return {
    name: "U.S. Soccer",
    simulated: settings.simulated,
    async look(ussfId, holder) {
      const path = `/users/${encodeURIComponent(ussfId)}`;
      const held = await call({ method: "GET", path: `${path}/user-licenses`, answer: licenses });
      return {
        identity: await verified(path, holder),
        licenses: held.map(({ license_id, discipline, issue_date, expiration_date, issuer }) => ({
          key: `${discipline}_${license_id}`,
          issuedOn: issue_date ?? null,
          expiresOn: expiration_date ?? null,
          issuer: issuer ?? "",
        })),
      };
    },
  };
}
