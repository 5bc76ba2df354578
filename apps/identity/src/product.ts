import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { z } from "zod";
import type { AccountChanges } from "./account-changes.ts";
import { type Accounts, EmailTaken, InvalidAccount } from "./accounts.ts";
import { type Confirmations, confirmedBy } from "./confirmations.ts";
import { asking, factorQuestions } from "./factor-questions.ts";
import type { FactorsOf } from "./factors.ts";
import type { Federated } from "./federated.ts";
import type { MailedTokens } from "./mailed-tokens.ts";
import type { OwnerProofs } from "./owner-proof.ts";
import type { Passkeys } from "./passkeys.ts";
import { TooBusy } from "./passwords.ts";
import type { Waiting } from "./waiting.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

const email = z.string().max(320);
const password = z.string().max(1000);
const token = z.string().max(200);
const purpose = z.enum(["reset", "confirm"]);

type ProductParts = {
  accounts: Accounts;
  mailed: MailedTokens;
  confirmations: Confirmations;
  waiting: Waiting;
  changes: AccountChanges;
  factors: FactorsOf;
  owners: OwnerProofs;
  passkeys: Passkeys;
  federated: Federated;
  /** Returns the name of an issuer's partner. */
  nameOf: (issuer: string) => Promise<string>;
};

/**
 * The product's internal endpoints about accounts, at `<issuer>/internal/…`, for the bearer of a key that only the product has.
 * Without a key, they don't exist.
 *
 * @param key at least 32 characters.
 */
export function productRoutes(
  { accounts, mailed, confirmations, waiting, changes, federated, nameOf, ...second }: ProductParts,
  key: string,
): FastifyPluginAsync {
  const expected = digest(`Bearer ${key}`);

  return async (app) => {
    /** Registers one internal endpoint: a body that matches the schema, and its answer. */
    function on<Body>(path: string, body: z.ZodType<Body>, answer: (input: Body) => Promise<object>) {
      app.post(path, async (request, reply) => {
        if (!timingSafeEqual(digest(request.headers.authorization ?? ""), expected)) {
          return reply.code(404).send({ error: "not found" });
        }
        const parsed = body.safeParse(request.body);
        if (!parsed.success) return reply.code(400).send({ error: "malformed" });
        return answer(parsed.data).then(
          (result) => reply.header("cache-control", "no-store").send(result),
          (error: unknown) => refuse(error, reply),
        );
      });
    }

    on("/internal/find-account", z.strictObject({ email }), async (input) => ({
      account: await accounts.byEmail(input.email),
    }));
    on("/internal/read-account", z.strictObject({ sub: z.uuid() }), async ({ sub }) => ({
      account: await accounts.bySub(sub),
    }));
    on(
      "/internal/create-account",
      z.strictObject({ email, password, emailConfirmed: z.boolean(), waitsAs: z.uuid().optional() }),
      async (input) => accounts.create(input),
    );
    on("/internal/correct-address", z.strictObject({ sub: z.uuid(), email }), async (input) => ({
      corrected: await accounts.correctAddress(input.sub, input.email),
    }));
    on("/internal/issue-link", z.strictObject({ purpose, sub: z.uuid() }), async (input) => ({
      token: await mailed.issue(input.purpose, input.sub),
    }));
    on("/internal/link-wait", z.strictObject({ purpose, sub: z.uuid() }), async (input) => ({
      wait: await mailed.wait(input.purpose, input.sub),
    }));
    on("/internal/confirming", z.strictObject({ token }), async (input) => ({
      account: await mailed.confirming(input.token),
    }));
    on("/internal/reset-problem", z.strictObject({ token }), async (input) => ({
      problem: await mailed.resetProblem(input.token),
    }));
    on("/internal/reset-password", z.strictObject({ token, password }), async (input) =>
      mailed.resetPassword(input.token, input.password),
    );
    on(
      "/internal/accept",
      z.strictObject({
        sub: z.uuid(),
        type: z.enum(["terms", "privacy"]),
        version: z.string().max(100),
        textSha256: z.string().length(64),
      }),
      async (input) => {
        await accounts.accept(input.sub, input.type, input.version, input.textSha256);
        return {};
      },
    );
    on("/internal/confirm-email", z.strictObject({ token, by: confirmedBy }), async (input) =>
      confirmations.confirm(input.token, input.by),
    );
    on("/internal/give-up-waiting", z.strictObject({}), async () => ({ given: await waiting.giveUp() }));
    on("/internal/linked-sign-ins", z.strictObject({ sub: z.uuid() }), async ({ sub }) => {
      const { linked, hasPassword } = await federated.linkedTo(sub);
      return {
        linked: await Promise.all(
          linked.map(async ({ id, issuer, linkedAt }) => ({
            id,
            name: await nameOf(issuer),
            linkedAt: linkedAt.toISOString(),
          })),
        ),
        hasPassword,
      };
    });
    on("/internal/unlink-sign-in", z.strictObject({ asking, id: z.uuid() }), async (input) => ({
      outcome: (await second.owners.hasShown(input.asking))
        ? await federated.unlink(input.asking.sub, input.id)
        : "showFirst",
    }));
    factorQuestions(on, second);

    const sub = z.uuid();
    const keep = z.string().max(200).nullable();
    on("/internal/change-password", z.strictObject({ sub, password, keep }), async (input) =>
      changes.changePassword(input.sub, input.password, input.keep),
    );
    on("/internal/end-sessions", z.strictObject({ sub, keep }), async (input) =>
      changes.endSessions(input.sub, input.keep),
    );
    on("/internal/ask-email", z.strictObject({ sub, email }), async (input) => ({
      asked: await changes.askEmail(input.sub, input.email),
    }));
    on("/internal/awaited-email", z.strictObject({ sub }), async (input) => ({
      awaited: await changes.awaitedEmail(input.sub),
    }));
    on("/internal/forget-email", z.strictObject({ sub }), async (input) => {
      await changes.forgetEmail(input.sub);
      return {};
    });
    on("/internal/read-email-link", z.strictObject({ token }), async (input) => changes.readEmailLink(input.token));
    on("/internal/change-email", z.strictObject({ token, keep }), async (input) =>
      changes.changeEmail(input.token, input.keep),
    );
    on("/internal/acceptances", z.strictObject({ sub }), async (input) => ({
      acceptances: await accounts.acceptances(input.sub),
    }));
    on("/internal/remove-account", z.strictObject({ sub }), async (input) => ({
      removed: await accounts.remove(input.sub),
    }));
  };
}

/** Errors that mean something to the product. All others are faults of this service. */
function refuse(error: unknown, reply: FastifyReply) {
  if (error instanceof EmailTaken) return reply.send({ problem: "taken" });
  if (error instanceof InvalidAccount) return reply.send({ problem: "invalid", message: error.message });
  if (error instanceof TooBusy) return reply.code(503).header("retry-after", "2").send({ error: "busy" });
  throw error;
}
