import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import {
  type ClaimsPort,
  type NotAdmitted,
  type OrganizationIssuer,
  ProductAway,
  type ProfileClaims,
} from "@touchline/identity";
import type { FastifyPluginAsync } from "fastify";
import { z } from "zod";
import { nothingHere } from "./web.ts";

const path = "/internal/claims";
/** Milliseconds by which the clocks of the two may differ, and after which a question counts as old. */
const drift = 60_000;
/** Milliseconds until the product counts as away. */
const timeoutMs = 5_000;

const person = z.strictObject({
  email: z.string().max(320),
  emailVerified: z.boolean(),
  firstName: z.string().max(100),
  lastName: z.string().max(100),
  groups: z.array(z.string().max(200)).max(50),
});

/**
 * What a token says of somebody; word that a partner's sign-in leads to their account; an organization's identity provider, whether
 * it admits a person, word that one signed in by it, and whether an account reaches beyond it.
 */
const question = z.union([
  z.strictObject({ sub: z.uuid(), profileId: z.uuid().nullable() }),
  z.strictObject({ sub: z.uuid(), linked: z.string().max(200) }),
  z.strictObject({ issuer: z.uuid() }),
  z.strictObject({ admission: z.uuid(), person }),
  z.strictObject({ signedIn: z.uuid(), sub: z.uuid(), person }),
  z.strictObject({ reachesBeyond: z.uuid(), sub: z.uuid() }),
]);

async function answerTo(port: ClaimsPort, asked: z.output<typeof question>): Promise<object> {
  if ("profileId" in asked) return { claims: await port.claimsFor(asked.sub, asked.profileId) };
  if ("issuer" in asked) return { issuer: await port.organizations.issuer(asked.issuer) };
  if ("admission" in asked) return { refused: await port.organizations.admission(asked.admission, asked.person) };
  if ("reachesBeyond" in asked)
    return { beyond: await port.organizations.reachesBeyond(asked.reachesBeyond, asked.sub) };
  if ("signedIn" in asked) await port.organizations.signedIn(asked.signedIn, asked.sub, asked.person);
  else await port.linked(asked.sub, asked.linked);
  return {};
}

function signatureOf(key: string, time: string, nonce: string, body: string): Buffer {
  const own = createHmac("sha256", key).update("touchline claims").digest();
  return createHmac("sha256", own).update(`${time}\n${nonce}\n${body}`).digest();
}

/**
 * Where an identity service that runs alone asks what an access token says. Each question is signed with the key both
 * have, good for a minute and once; to anybody else there is nothing at this address.
 */
export function claimsAnswers(port: ClaimsPort, key: string, now: () => number = Date.now): FastifyPluginAsync {
  const seen = new Map<string, number>();

  /** Remembers a question for as long as it would be good. */
  function isNew(signature: string, at: number): boolean {
    for (const [old, until] of seen) {
      if (until > at) break;
      seen.delete(old);
    }
    if (seen.has(signature)) return false;
    seen.set(signature, at + 2 * drift);
    return true;
  }

  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("application/json", { parseAs: "string", bodyLimit: 50_000 }, (_request, body, done) =>
      done(null, body),
    );
    app.post(path, { schema: { hide: true } as object }, async (request, reply) => {
      const { "x-touchline-time": time, "x-touchline-nonce": nonce, "x-touchline-signature": signed } = request.headers;
      const body = typeof request.body === "string" ? request.body : "";
      const received = Buffer.from(String(signed ?? ""), "hex");
      const wanted = signatureOf(key, String(time), String(nonce), body);
      const fresh = Math.abs(now() - Number(time)) <= drift;
      const ours = received.length === wanted.length && timingSafeEqual(received, wanted);
      if (!ours || !fresh || !isNew(wanted.toString("hex"), now())) throw nothingHere();
      const message = question.parse(JSON.parse(body));
      reply.header("cache-control", "no-store");
      return reply.send(await answerTo(port, message));
    });
  };
}

/**
 * The other side: asks the product over HTTP.
 *
 * @param origin of the API.
 * @returns a port whose questions reject with `ProductAway` when there is no answer in time.
 */
export function claimsOverHttp(origin: string, key: string): ClaimsPort {
  async function ask(question: object): Promise<unknown> {
    const body = JSON.stringify(question);
    const [time, nonce] = [String(Date.now()), randomBytes(16).toString("hex")];
    try {
      const answer = await fetch(`${origin}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-touchline-time": time,
          "x-touchline-nonce": nonce,
          "x-touchline-signature": signatureOf(key, time, nonce, body).toString("hex"),
        },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!answer.ok) throw new Error(`The product answered with status ${answer.status}.`);
      return await answer.json();
    } catch (cause) {
      throw new ProductAway(origin, { cause });
    }
  }

  return {
    claimsFor: async (sub, profileId) => ((await ask({ sub, profileId })) as { claims: ProfileClaims | null }).claims,
    async linked(sub, linked) {
      await ask({ sub, linked });
    },
    organizations: {
      issuer: async (issuer) => ((await ask({ issuer })) as { issuer: OrganizationIssuer | null }).issuer,
      admission: async (admission, person) =>
        ((await ask({ admission, person })) as { refused: NotAdmitted | null }).refused,
      async signedIn(signedIn, sub, person) {
        await ask({ signedIn, sub, person });
      },
      reachesBeyond: async (reachesBeyond, sub) => ((await ask({ reachesBeyond, sub })) as { beyond: boolean }).beyond,
    },
  };
}
