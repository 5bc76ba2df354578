import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { z } from "zod";
import { type Accounts, EmailTaken, InvalidAccount } from "./accounts.ts";
import type { Federated } from "./federated.ts";
import type { Issuers } from "./issuers.ts";
import type { MailedTokens } from "./mailed-tokens.ts";
import { TooBusy } from "./passwords.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

const email = z.string().max(320);
const password = z.string().max(1000);
const token = z.string().max(200);
const purpose = z.enum(["reset", "confirm"]);

type ProductParts = { accounts: Accounts; mailed: MailedTokens; federated: Federated; issuers: Issuers };

/**
 * What the product itself asks about accounts, at `<issuer>/internal/…`, for the bearer of a key that only the product has.
 * Without it there is nothing at these addresses.
 * @param key at least 32 characters.
 */
export function productRoutes({ accounts, mailed, federated, issuers }: ProductParts, key: string): FastifyPluginAsync {
  const expected = digest(`Bearer ${key}`);

  return async (app) => {
    /** One question: a body that the schema knows, an answer that says everything. */
    function on<Body>(path: string, body: z.ZodType<Body>, answer: (asked: Body) => Promise<object>) {
      app.post(path, async (request, reply) => {
        if (!timingSafeEqual(digest(request.headers.authorization ?? ""), expected)) {
          return reply.code(404).send({ error: "not found" });
        }
        const asked = body.safeParse(request.body);
        if (!asked.success) return reply.code(400).send({ error: "malformed" });
        return answer(asked.data).then(
          (said) => reply.header("cache-control", "no-store").send(said),
          (error: unknown) => refuse(error, reply),
        );
      });
    }

    on("/internal/find-account", z.strictObject({ email }), async (asked) => ({
      account: await accounts.byEmail(asked.email),
    }));
    on("/internal/read-account", z.strictObject({ sub: z.uuid() }), async ({ sub }) => ({
      account: await accounts.bySub(sub),
    }));
    on("/internal/create-account", z.strictObject({ email, password, emailConfirmed: z.boolean() }), async (asked) =>
      accounts.create(asked),
    );
    on("/internal/issue-link", z.strictObject({ purpose, sub: z.uuid() }), async (asked) => ({
      token: await mailed.issue(asked.purpose, asked.sub),
    }));
    on("/internal/reset-password", z.strictObject({ token, password }), async (asked) =>
      mailed.resetPassword(asked.token, asked.password),
    );
    on("/internal/confirm-email", z.strictObject({ token }), async (asked) => mailed.confirmEmail(asked.token));
    on("/internal/linked-sign-ins", z.strictObject({ sub: z.uuid() }), async ({ sub }) => {
      const { linked, hasPassword } = await federated.linkedTo(sub);
      // One whose partner is in the settings no more is named by its address.
      const nameOf = (issuer: string) => issuers.byIssuer(issuer)?.name ?? new URL(issuer).host;
      return {
        linked: linked.map(({ id, issuer, linkedAt }) => ({
          id,
          name: nameOf(issuer),
          linkedAt: linkedAt.toISOString(),
        })),
        hasPassword,
      };
    });
    on("/internal/unlink-sign-in", z.strictObject({ sub: z.uuid(), id: z.uuid() }), async ({ sub, id }) => ({
      outcome: await federated.unlink(sub, id),
    }));
  };
}

/** Refusals that mean something to the product; anything else is ours to mend. */
function refuse(error: unknown, reply: FastifyReply) {
  if (error instanceof EmailTaken) return reply.send({ problem: "taken" });
  if (error instanceof InvalidAccount) return reply.send({ problem: "invalid", message: error.message });
  if (error instanceof TooBusy) return reply.code(503).send({ error: "busy" });
  throw error;
}
