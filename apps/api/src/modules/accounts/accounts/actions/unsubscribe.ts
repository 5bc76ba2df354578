import type { ResponseOf } from "@touchline/contract";
import { type getSubscription, oneClickPath } from "@touchline/contract/messages/unsubscribe";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { invalid, notFound } from "../../../../errors.ts";
import { accountPreference } from "../../../../schema/accounts.ts";
import { type Subscription, subscriptionOf, unsubscribePath } from "../../../messages/index.ts";
import type { AccountDeps } from "./links.ts";
import { preferencesOf, usual } from "./preferences.ts";

/** @throws NotFound for an invalid link, and for an account that no longer exists. */
async function subscriptionBy({ adapters, identity }: AccountDeps, token: string): Promise<Subscription> {
  const found = subscriptionOf(adapters.vault, token);
  if (!found || !(await identity.accountById(found.appUserId))) throw notFound("link");
  return found;
}

/** Returns what an unsubscribe link turns off, and whether it is off already. @throws NotFound */
export async function subscription(deps: AccountDeps, token: string): Promise<ResponseOf<typeof getSubscription>> {
  const { appUserId, what } = await subscriptionBy(deps, token);
  const { muted, digest } = await preferencesOf(deps.tenancy, appUserId);
  return { what, off: what === "digest" ? digest === "never" : muted.includes(what) };
}

/** Turns off what an unsubscribe link is about, and nothing else. Repeating it changes nothing. @throws NotFound */
export async function unsubscribe(deps: AccountDeps, token: string): Promise<void> {
  const { appUserId, what } = await subscriptionBy(deps, token);
  const updatedAt = deps.now();
  const { muted } = accountPreference;
  const off =
    what === "digest"
      ? { first: { digest: "never" as const }, set: { digest: "never" as const } }
      : {
          first: { muted: [what] },
          set: {
            muted: sql`CASE WHEN ${what}::text = ANY(${muted}) THEN ${muted} ELSE array_append(${muted}, ${what}::text) END`,
          },
        };
  await deps.tenancy.runShared((db) =>
    db
      .insert(accountPreference)
      .values({ ...usual, ...off.first, appUserId, updatedAt })
      .onConflictDoUpdate({ target: accountPreference.appUserId, set: { ...off.set, updatedAt } }),
  );
}

/** Parses a mail program's one-click request, in either form encoding (RFC 8058, section 3.2). */
const oneClick = /\bList-Unsubscribe\b.{0,200}\bOne-Click\b/s;

/**
 * Serves the unsubscribe address in mail headers. Mail programs send a POST. A GET, which link scanners send too, redirects to
 * the page and changes nothing.
 */
export function acceptOneClick(app: FastifyInstance, deps: AccountDeps): void {
  const hidden = { schema: { hide: true } as object };
  const tokenOf = (query: unknown) => {
    const { token } = query as { token?: unknown };
    if (typeof token !== "string" || token.length > 500) throw notFound("link");
    return token;
  };
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 2_000 }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(oneClickPath, hidden, async ({ query, body }, reply) => {
      if (typeof body !== "string" || !oneClick.test(body)) {
        throw invalid("List-Unsubscribe", "The body must be List-Unsubscribe=One-Click.");
      }
      await unsubscribe(deps, tokenOf(query));
      return reply.code(204).send();
    });
    scope.get(oneClickPath, hidden, (request, reply) =>
      reply.redirect(`${deps.adapters.site.url}${unsubscribePath(encodeURIComponent(tokenOf(request.query)))}`),
    );
  });
}
