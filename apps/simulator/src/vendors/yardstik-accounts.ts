import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { minute } from "../clock.ts";
import { credentials, simulatedPrefix } from "../credentials.ts";
import { pageOf } from "../lists.ts";
import type { World } from "../world.ts";
import type { Fail } from "./yardstik.ts";

/**
 * Yardstik's accounts: one for the platform, and sub-accounts that the platform makes for its customers, each with tokens
 * of its own.
 *
 * Sources: developer.yardstik.com (`/sub_accounts`, `/accounts/{id}`, `/accounts/{id}/api_token`; the name of an account
 * that exists is answered with 200 and a fresh token); the status `credentialed` is in
 * github.com/yardstik/demos.webhook_signatures. Modeled: the status before it, and that crediting takes five minutes.
 */
export type YardstikAccounts = {
  platform: YardstikAccount;
  /** Returns the account of a call's token. Calls without one are refused earlier. */
  of: (request: FastifyRequest) => YardstikAccount;
  nameOf: (id: string) => string;
};

export type YardstikAccount = {
  id: string;
  name: string;
  status: "pending" | "credentialed";
  details: Record<string, unknown>;
  tokens: string[];
  createdAt: string;
};

const subAccountBody = z.looseObject({ account_name: z.string().trim().min(1) });
const crediting = 5 * minute;
const tokenForm = new RegExp(`^${simulatedPrefix}[0-9a-f]{40}\\.([\\w-]+)$`);
const tokenSubject = z.object({ id: z.uuid(), name: z.string().min(1) });

function parsed(subject: string): unknown {
  try {
    return JSON.parse(Buffer.from(subject, "base64url").toString());
  } catch {
    return null;
  }
}

export function mountYardstikAccounts(
  app: FastifyInstance,
  { clock, identifiers, state }: World,
  fail: Fail,
  changed: (account: YardstikAccount) => void,
): YardstikAccounts {
  const create = (
    name: string,
    details: Record<string, unknown>,
    id = identifiers.uuid("yardstik account"),
  ): YardstikAccount => ({
    id,
    name,
    status: "pending",
    details,
    tokens: [],
    createdAt: clock.iso(),
  });
  const accounts = state.part("yardstik accounts", (): [YardstikAccount, ...YardstikAccount[]] => {
    const first = create("Simulated platform", {});
    return [{ ...first, status: "credentialed", tokens: [credentials.yardstik.apiKey] }];
  });
  const [platform] = accounts;

  const creditAfter = clock.task("yardstik.credit", (account: YardstikAccount) => {
    account.status = "credentialed";
    changed(account);
  });

  const known = (request: FastifyRequest) => {
    const [, token] = /^Account (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
    if (token === undefined) return undefined;
    return accounts.find(({ tokens }) => tokens.includes(token)) ?? fromBefore(token);
  };
  /**
   * Returns the account of a token from before the simulator's file was removed, because customers keep their tokens.
   */
  const fromBefore = (token: string) => {
    const [, named] = tokenForm.exec(token) ?? [];
    const { data } = tokenSubject.safeParse(named === undefined ? null : parsed(named));
    if (data === undefined) return undefined;
    let account = accounts.find(({ id }) => id === data.id);
    if (account === undefined) {
      account = { ...create(data.name, {}, data.id), status: "credentialed" };
      accounts.push(account);
    }
    account.tokens.push(token);
    return account;
  };
  const of = (request: FastifyRequest) => {
    const account = known(request);
    if (account === undefined) throw new Error("A call without a token got past the authentication.");
    return account;
  };

  app.addHook("preHandler", async (request, reply) => {
    if (request.routeOptions.config.page || known(request) !== undefined) return;
    await fail(reply, 401, "Unauthorized");
  });

  const freshToken = (account: YardstikAccount) => {
    const subject = Buffer.from(JSON.stringify({ id: account.id, name: account.name })).toString("base64url");
    const token = `${simulatedPrefix}${identifiers.hex("yardstik token", 40)}.${subject}`;
    account.tokens.push(token);
    return token;
  };
  const json = ({ id, name, status, details, createdAt }: YardstikAccount) => ({
    ...details,
    id,
    object: "account",
    account_name: name,
    status,
    created_at: createdAt,
  });
  /** Returns the account of a path if the caller may see it: its own, or any for the platform. */
  const visible = (request: FastifyRequest<{ Params: { id: string } }>) => {
    const own = of(request);
    return accounts.find(({ id }) => id === request.params.id && (own === platform || own.id === id));
  };

  app.get("/sub_accounts", (request, reply) => {
    if (of(request) !== platform) return fail(reply, 403, "Forbidden");
    const { items, page, perPage, total, pages } = pageOf(accounts.slice(1), request.query as Record<string, unknown>);
    const meta = { page, per_page: perPage, total_count: total, total_pages: pages };
    return reply.send({ object: "list", meta, data: items.map(json) });
  });

  app.post("/sub_accounts", (request, reply) => {
    if (of(request) !== platform) return fail(reply, 403, "Forbidden");
    const { success, data } = subAccountBody.safeParse(request.body ?? {});
    if (!success) return reply.code(422).send({ errors: [{ field: "account_name", message: "can't be blank" }] });
    const { account_name: name, ...details } = data;
    const existing = accounts.slice(1).find((one) => one.name === name);
    if (existing !== undefined) return reply.send({ ...json(existing), api_token: freshToken(existing) });
    const account = create(name, details);
    accounts.push(account);
    creditAfter(crediting, account);
    return reply.code(201).send({ ...json(account), api_token: freshToken(account) });
  });

  app.get<{ Params: { id: string } }>("/accounts/:id", (request, reply) => {
    const account = visible(request);
    return account === undefined ? fail(reply, 404, "Account not found") : reply.send(json(account));
  });

  app.post<{ Params: { id: string } }>("/accounts/:id/api_token", (request, reply) => {
    const account = visible(request);
    if (account === undefined) return fail(reply, 404, "Account not found");
    return reply.code(201).send({ account_id: account.id, api_token: freshToken(account) });
  });

  return { platform, of, nameOf: (id) => accounts.find((one) => one.id === id)?.name ?? "" };
}
