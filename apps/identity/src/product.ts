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
  /** What the partner of an issuer is called. */
  nameOf: (issuer: string) => Promise<string>;
};

/**
 * What the product itself asks about accounts, at `<issuer>/internal/…`, for the bearer of a key that only the product has.
 * Without it there is nothing at these addresses.
 * @param key at least 32 characters.
 */
export function productRoutes(
  { accounts, mailed, confirmations, waiting, changes, federated, nameOf, ...second }: ProductParts,
  key: string,
): FastifyPluginAsync {
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
          (result) => reply.header("cache-control", "no-store").send(result),
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
    on(
      "/internal/create-account",
      z.strictObject({ email, password, emailConfirmed: z.boolean(), waitsAs: z.uuid().optional() }),
      async (asked) => accounts.create(asked),
    );
    on("/internal/correct-address", z.strictObject({ sub: z.uuid(), email }), async (asked) => ({
      corrected: await accounts.correctAddress(asked.sub, asked.email),
    }));
    on("/internal/issue-link", z.strictObject({ purpose, sub: z.uuid() }), async (asked) => ({
      token: await mailed.issue(asked.purpose, asked.sub),
    }));
    on("/internal/link-wait", z.strictObject({ purpose, sub: z.uuid() }), async (asked) => ({
      wait: await mailed.wait(asked.purpose, asked.sub),
    }));
    on("/internal/confirming", z.strictObject({ token }), async (asked) => ({
      account: await mailed.confirming(asked.token),
    }));
    on("/internal/reset-problem", z.strictObject({ token }), async (asked) => ({
      problem: await mailed.resetProblem(asked.token),
    }));
    on("/internal/reset-password", z.strictObject({ token, password }), async (asked) =>
      mailed.resetPassword(asked.token, asked.password),
    );
    on(
      "/internal/accept",
      z.strictObject({
        sub: z.uuid(),
        type: z.enum(["terms", "privacy"]),
        version: z.string().max(100),
        textSha256: z.string().length(64),
      }),
      async (asked) => {
        await accounts.accept(asked.sub, asked.type, asked.version, asked.textSha256);
        return {};
      },
    );
    on("/internal/confirm-email", z.strictObject({ token, by: confirmedBy }), async (asked) =>
      confirmations.confirm(asked.token, asked.by),
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
    on("/internal/unlink-sign-in", z.strictObject({ asking, id: z.uuid() }), async (asked) => ({
      outcome: (await second.owners.hasShown(asked.asking))
        ? await federated.unlink(asked.asking.sub, asked.id)
        : "showFirst",
    }));
    factorQuestions(on, second);

    const sub = z.uuid();
    const keep = z.string().max(200).nullable();
    on("/internal/change-password", z.strictObject({ sub, password, keep }), async (asked) =>
      changes.changePassword(asked.sub, asked.password, asked.keep),
    );
    on("/internal/end-sessions", z.strictObject({ sub, keep }), async (asked) =>
      changes.endSessions(asked.sub, asked.keep),
    );
    on("/internal/ask-email", z.strictObject({ sub, email }), async (asked) => ({
      asked: await changes.askEmail(asked.sub, asked.email),
    }));
    on("/internal/awaited-email", z.strictObject({ sub }), async (asked) => ({
      awaited: await changes.awaitedEmail(asked.sub),
    }));
    on("/internal/forget-email", z.strictObject({ sub }), async (asked) => {
      await changes.forgetEmail(asked.sub);
      return {};
    });
    on("/internal/read-email-link", z.strictObject({ token }), async (asked) => changes.readEmailLink(asked.token));
    on("/internal/change-email", z.strictObject({ token, keep }), async (asked) =>
      changes.changeEmail(asked.token, asked.keep),
    );
    on("/internal/acceptances", z.strictObject({ sub }), async (asked) => ({
      acceptances: await accounts.acceptances(asked.sub),
    }));
    on("/internal/remove-account", z.strictObject({ sub }), async (asked) => ({
      removed: await accounts.remove(asked.sub),
    }));
  };
}

/** Refusals that mean something to the product; anything else is ours to mend. */
function refuse(error: unknown, reply: FastifyReply) {
  if (error instanceof EmailTaken) return reply.send({ problem: "taken" });
  if (error instanceof InvalidAccount) return reply.send({ problem: "invalid", message: error.message });
  if (error instanceof TooBusy) return reply.code(503).header("retry-after", "2").send({ error: "busy" });
  throw error;
}
