import { ussfLicenses } from "@touchline/rules/library/ussf-licenses";
import type { FastifyInstance, FastifyReply } from "fastify";
import { jwtVerify, SignJWT } from "jose";
import { day, hour, second } from "../clock.ts";
import { credentials } from "../credentials.ts";
import type { LicenseHolding, Vendor, World } from "../world.ts";

/**
 * The license interface of U.S. Soccer's learning center.
 *
 * Source: a third party's documentation of https://connect.learning.ussoccer.com/certifications/public (paths `/licenses`
 * and `/users/{ussf_id}/user-licenses`, fields of a record, ids of 16 digits).
 * Modeled: how one gets the token of an hour (`POST /oauth/token` by client credentials; a token that the client signs
 * itself with its secret, as issuer, for an hour at most, is taken as well), errors, who has which license, and whether an id
 * is somebody's (`POST /users/{ussf_id}/verify`).
 */
export const usSoccer: Vendor = {
  name: "us-soccer",
  title: "U.S. Soccer",
  error: (_status, message) => ({ message }),
  mount,
};

const secret = new TextEncoder().encode(credentials.usSoccer.clientSecret);
const tokenLife = hour;

/**
 * The licenses of a person, by the last digit of the id: days before (negative) or after today. Null: no one has this
 * id.
 */
const holdings: readonly (readonly LicenseHolding[] | null)[] = [
  null,
  [{ key: "coach_3", issued: -400, expires: 330 }],
  [{ key: "coach_3", issued: -1_200, expires: -100 }],
  [{ key: "referee_8", issued: -120, expires: 245 }],
  [{ key: "safety_1", issued: -200, expires: 165 }],
  [],
  [
    { key: "coach_1", issued: -2_000, expires: null },
    { key: "coach_3", issued: -700, expires: -1 },
    { key: "coach_5", issued: -30, expires: 1_065 },
    { key: "referee_8", issued: -300, expires: 65 },
    { key: "safety_1", issued: -340, expires: 25 },
  ],
  [{ key: "coach_1", issued: -3_000, expires: null }],
  [{ key: "coach_16", issued: -10, expires: 355 }],
  [{ key: "coach_3", issued: -1_070, expires: 25 }],
];
const issuers = {
  coach: "U.S. Soccer",
  referee: "Simulated State Referee Committee",
  safety: "U.S. Center for SafeSport",
};

/**
 * Tests whether the name and the date of birth belong to the id, by the second to last digit: for 9 the name differs,
 * for 8 the
 * date of birth, for 7 both, and for 6 it is unknown. Everyone else matches.
 */
function verification(id: string, hasBirth: boolean): { name: string; date_of_birth: string } {
  const digit = id.at(-2);
  if (digit === "6") return { name: "unknown", date_of_birth: "unknown" };
  const birth = digit === "8" || digit === "7" ? "mismatch" : "match";
  return {
    name: digit === "9" || digit === "7" ? "mismatch" : "match",
    date_of_birth: hasBirth ? birth : "unknown",
  };
}

function mount(app: FastifyInstance, { clock, licenses }: World): void {
  const fail = (reply: FastifyReply, status: number, message: string) =>
    reply.code(status).send(usSoccer.error(status, message));
  const { clientId, clientSecret } = credentials.usSoccer;

  app.post<{ Body: Record<string, string> | undefined }>(
    "/oauth/token",
    { config: { open: true } },
    async (request, reply) => {
      const { grant_type, client_id, client_secret } = request.body ?? {};
      if (client_id !== clientId || client_secret !== clientSecret) {
        return reply.code(401).send({ error: "invalid_client" });
      }
      if (grant_type !== "client_credentials") return reply.code(400).send({ error: "unsupported_grant_type" });
      const at = Math.floor(clock.now().getTime() / second);
      const token = new SignJWT({}).setProtectedHeader({ alg: "HS256" }).setIssuer(clientId).setIssuedAt(at);
      const access_token = await token.setExpirationTime(at + tokenLife / second).sign(secret);
      return reply.send({ access_token, token_type: "Bearer", expires_in: tokenLife / second });
    },
  );

  app.addHook("preHandler", async (request, reply) => {
    if (request.routeOptions.config.open) return;
    const [, token = ""] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    try {
      await jwtVerify(token, secret, {
        algorithms: ["HS256"],
        issuer: clientId,
        requiredClaims: ["iat", "exp"],
        maxTokenAge: tokenLife / second,
        currentDate: clock.now(),
      });
    } catch {
      await fail(reply, 401, "Unauthorized");
    }
  });

  app.get("/licenses", () =>
    ussfLicenses.map(({ key, ...own }) => ({ license_id: Number(key.split("_")[1]), ...own })),
  );

  app.post<{ Params: { ussf_id: string }; Body: Record<string, unknown> | undefined }>(
    "/users/:ussf_id/verify",
    (request, reply) => {
      const { ussf_id } = request.params;
      const { first_name, last_name, date_of_birth } = request.body ?? {};
      if (!/^\d{16}$/.test(ussf_id)) return fail(reply, 400, "ussf_id must be 16 digits");
      if (!first_name || !last_name) return fail(reply, 400, "first_name and last_name are required");
      if (!licenses.has(ussf_id) && !holdings[Number(ussf_id.at(-1))]) return fail(reply, 404, "User not found");
      return reply.send(verification(ussf_id, Boolean(date_of_birth)));
    },
  );

  app.get<{ Params: { ussf_id: string } }>("/users/:ussf_id/user-licenses", (request, reply) => {
    const { ussf_id } = request.params;
    if (!/^\d{16}$/.test(ussf_id)) return fail(reply, 400, "ussf_id must be 16 digits");
    const set = licenses.get(ussf_id);
    const held = set?.held ?? holdings[Number(ussf_id.at(-1))];
    if (held === null || held === undefined) return fail(reply, 404, "User not found");
    const dayAt = (days: number) =>
      new Date((set?.setAt ?? clock.now()).getTime() + days * day).toISOString().slice(0, 10);
    return reply.send(
      held.map(({ key, issued, expires }) => {
        const [discipline, id] = key.split("_") as [keyof typeof issuers, string];
        return {
          license_id: Number(id),
          discipline,
          issue_date: dayAt(issued),
          expiration_date: expires === null ? null : dayAt(expires),
          issuer: issuers[discipline],
          is_batch_upload: false,
          ignore_compliance: false,
          id_association: 1,
        };
      }),
    );
  });
}
