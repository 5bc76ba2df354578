import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { day } from "../clock.ts";
import { mountHostedForm } from "../hosted-form.ts";
import { Identifiers } from "../identifiers.ts";
import { pageOf } from "../lists.ts";
import type { Order, Stage } from "../orders.ts";
import { simulatedPdf } from "../report-pdf.ts";
import type { Vendor, World } from "../world.ts";
import { mountYardstikAccounts, type YardstikAccounts } from "./yardstik-accounts.ts";
import { mountYardstikWebhooks } from "./yardstik-webhooks.ts";

/**
 * Yardstik's REST interface.
 *
 * Sources: developer.yardstik.com (authentication by `Authorization: Account {key}`, list envelope with `meta`, `page`,
 * `per_page`, `order_by`, `query[field_eq]` and `query[field_gteq]`, fields and status codes of candidates, invitations
 * with seven days to expire, reports with `account_candidate_consented` and `meta.apply`, webhooks with `webhook_type_id`);
 * github.com/yardstik/demos.webhook_signatures (header `x-yardstik-webhook-signature`, fields of a webhook);
 * help.yardstik.com/en/articles/13927531 (statuses of reports).
 * Not in those, and modeled: the body of an error, `GET /webhook_types`, `POST /invitations/{id}/cancel`, the path of the
 * report file, the fields of an adverse action, and the pauses between retries, which are said to go on until a 2xx.
 * Yardstik documents no idempotency keys: whoever repeats an order looks it up by `external_id` first.
 */
export const yardstik: Vendor = {
  name: "yardstik",
  title: "Yardstik",
  error: (_status, message) => ({ errors: [{ message }] }),
  mount,
};

const wireStatuses: Record<Stage, string> = {
  invited: "created",
  expired: "expired",
  "information-requested": "info_requested",
  processing: "processing",
  clear: "clear",
  consider: "consider",
  "pre-adverse": "pre_adverse",
  dispute: "dispute",
  "final-adverse": "final_adverse",
  canceled: "canceled",
  unlisted: "quantum_review",
};

const packageNames = ["Youth Sports Basic", "Youth Sports Plus", "International Addition"];

const candidateBody = z.object({
  first_name: z.string().trim().min(1),
  last_name: z.string().trim().min(1),
  email: z.email(),
  middle_name: z.string().nullish(),
  phone: z.string().nullish(),
  date_of_birth: z.iso.date().nullish(),
  external_id: z.string().nullish(),
});
const invitationBody = z.object({
  candidate_id: z.string(),
  account_package_id: z.string(),
  expires_at: z.iso.datetime().optional(),
  external_id: z.string().nullish(),
});
const reportBody = z.object({
  candidate_id: z.string(),
  account_package_id: z.string(),
  account_candidate_consented: z.boolean().default(false),
});

type Candidate = z.infer<typeof candidateBody> & {
  id: string;
  account: string;
  created_at: string;
  updated_at: string;
};
type Invitation = { id: string; account: string; order: Order; externalId: string | null; canceledAt: string | null };
type AdverseAction = { id: string; order: Order; createdAt: string };

export type Fail = (reply: FastifyReply, status: number, message: string) => FastifyReply;
type ById = { Params: { id: string } };

function mount(app: FastifyInstance, world: World): void {
  const { clock, identifiers, orders, origin, state } = world;
  const base = () => `${origin()}/yardstik`;
  const candidates = state.part("yardstik candidates", (): Candidate[] => []);
  const invitations = state.part("yardstik invitations", (): Invitation[] => []);
  const adverseActions = state.part("yardstik adverse actions", (): AdverseAction[] => []);
  // The catalog is stored, because customers keep the ids of what they order.
  const catalog = new Identifiers("catalog");
  const packages = packageNames.map((name) => ({ id: catalog.uuid("yardstik package"), name }));

  const fail: Fail = (reply, status, message) => reply.code(status).send(yardstik.error(status, message));
  const accounts: YardstikAccounts = mountYardstikAccounts(app, world, fail, (account) =>
    notify(account.id, "account.updated", {
      event: "updated",
      resource_id: account.id,
      resource_type: "account",
      resource_url: `${base()}/accounts/${account.id}`,
      status: account.status,
    }),
  );
  const accountOf = (request: FastifyRequest) => accounts.of(request).id;
  const notify = mountYardstikWebhooks(app, world, accounts, fail);

  /** Parses a body. An invalid one is answered with 422, and undefined is returned. */
  function read<T>(schema: z.ZodType<T>, request: FastifyRequest, reply: FastifyReply): T | undefined {
    const { success, data, error } = schema.safeParse(request.body ?? {});
    if (success) return data;
    const errors = error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
    reply.code(422).send({ errors });
    return undefined;
  }

  /** Returns a list in Yardstik's envelope, filtered and sorted by the query. */
  function list(request: FastifyRequest, rows: readonly Record<string, unknown>[]) {
    const query = request.query as Record<string, unknown>;
    const wanted = Object.entries(query).flatMap(([name, value]) => {
      const [, field, operator] = /^query\[(\w+)_(eq|gteq|lteq)\]$/.exec(name) ?? [];
      return field === undefined ? [] : [{ field, operator, value: String(value) }];
    });
    const kept = rows.filter((row) =>
      wanted.every(({ field, operator, value }) => {
        const own = String(row[field] ?? "");
        return operator === "eq" ? own === value : operator === "gteq" ? own >= value : own <= value;
      }),
    );
    const by = query.order_by;
    if (typeof by === "string") kept.sort((a, b) => String(a[by] ?? "").localeCompare(String(b[by] ?? "")));
    if (query.order === "desc") kept.reverse();
    const { items, page, perPage, total, pages } = pageOf(kept, query);
    return { object: "list", meta: { page, per_page: perPage, total_count: total, total_pages: pages }, data: items };
  }

  const candidateOf = (request: FastifyRequest, id: string) =>
    candidates.find((one) => one.id === id && one.account === accountOf(request));
  const orderOf = (request: FastifyRequest, id: string) => {
    const order = orders.find("yardstik", id);
    return order?.account === accountOf(request) ? order : undefined;
  };

  const candidateJson = ({ account, ...own }: Candidate) => ({
    object: "candidate",
    ...own,
    full_name: `${own.first_name} ${own.last_name}`,
    active: true,
    account: { id: account, account_name: accounts.nameOf(account) },
    reports: orders
      .list("yardstik")
      .filter(({ candidate }) => candidate.id === own.id)
      .map(({ id, stage, createdAt }) => ({ id, status: wireStatuses[stage], created_at: createdAt })),
    meta: { entity: `${base()}/candidates/${own.id}`, create_report: `${base()}/reports` },
  });
  const reportJson = (order: Order) => ({
    id: order.id,
    object: "report",
    status: wireStatuses[order.stage],
    adjudication: null,
    account_package_id: order.packageId,
    submitted_at: order.submittedAt,
    completed_at: order.completedAt,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    candidate: {
      id: order.candidate.id,
      full_name: `${order.candidate.firstName} ${order.candidate.lastName}`,
      meta: { entity: `${base()}/candidates/${order.candidate.id}` },
    },
    adverse_action_id: adverseActions.findLast((one) => one.order === order)?.id ?? null,
    meta: {
      entity: `${base()}/reports/${order.id}`,
      apply: `${base()}/apply/${order.token}`,
      report_url: order.completedAt === null ? null : `${base()}/reports/${order.id}/pdf`,
    },
  });
  const invitationStatus = ({ order, canceledAt }: Invitation) => {
    if (canceledAt !== null) return "canceled";
    if (order.stage === "expired") return "expired";
    return order.submittedAt === null ? "pending" : "completed";
  };
  const invitationJson = (one: Invitation) => ({
    id: one.id,
    object: "invitation",
    status: invitationStatus(one),
    external_id: one.externalId,
    expires_at: one.order.expiresAt,
    canceled_at: one.canceledAt,
    account_id: one.account,
    account_name: accounts.nameOf(one.account),
    created_at: one.order.createdAt,
    updated_at: one.order.updatedAt,
    report_urls: [`${base()}/reports/${one.order.id}`],
    report: { id: one.order.id, status: wireStatuses[one.order.stage] },
    candidate: { id: one.order.candidate.id },
    invitation_url: `${base()}/apply/${one.order.token}`,
  });
  const adverseJson = ({ id, order, createdAt }: AdverseAction) => ({
    id,
    object: "adverse_action",
    report_id: order.id,
    status: wireStatuses[order.stage],
    created_at: createdAt,
  });

  orders.listen("yardstik", (order, before) => {
    notify(order.account, "report.updated", {
      event: before === null ? "created" : "updated",
      resource_id: order.id,
      resource_type: "report",
      resource_url: `${base()}/reports/${order.id}`,
      status: wireStatuses[order.stage],
    });
    const invitation = invitations.find((one) => one.order === order);
    if (invitation === undefined || (before !== "invited" && order.stage !== "canceled")) return;
    notify(order.account, "invitation.updated", {
      event: "updated",
      resource_id: invitation.id,
      resource_type: "invitation",
      resource_url: `${base()}/invitations/${invitation.id}`,
      status: invitationStatus(invitation),
    });
  });

  app.get("/packages", (request) => list(request, packages));

  app.post("/candidates", (request, reply) => {
    const body = read(candidateBody, request, reply);
    if (body === undefined) return reply;
    const at = clock.iso();
    const id = identifiers.uuid("yardstik candidate");
    const candidate = { id, ...body, account: accountOf(request), created_at: at, updated_at: at };
    candidates.push(candidate);
    return reply.code(201).send(candidateJson(candidate));
  });
  app.get("/candidates", (request) =>
    list(request, candidates.filter(({ account }) => account === accountOf(request)).map(candidateJson)),
  );
  app.get<ById>("/candidates/:id", (request, reply) => {
    const candidate = candidateOf(request, request.params.id);
    return candidate === undefined ? fail(reply, 404, "Candidate not found") : reply.send(candidateJson(candidate));
  });

  /** Accepts an order if its candidate and package exist; otherwise answers with 404. */
  function order(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: { candidate_id: string; account_package_id: string },
    more: { expiresAt?: Date; submitted?: boolean },
  ): Order | undefined {
    const candidate = candidateOf(request, wanted.candidate_id);
    const chosen = packages.find(({ id }) => id === wanted.account_package_id);
    if (candidate === undefined || chosen === undefined) {
      fail(reply, 404, candidate === undefined ? "Candidate not found" : "Account package not found");
      return undefined;
    }
    return orders.create({
      id: identifiers.uuid("yardstik report"),
      vendor: "yardstik",
      account: candidate.account,
      candidate: { id: candidate.id, firstName: candidate.first_name, lastName: candidate.last_name },
      packageId: chosen.id,
      ...more,
    });
  }

  app.post("/invitations", (request, reply) => {
    const body = read(invitationBody, request, reply);
    if (body === undefined) return reply;
    const expiresAt = body.expires_at === undefined ? undefined : new Date(body.expires_at);
    if (expiresAt !== undefined && expiresAt <= clock.now())
      return fail(reply, 422, "Expires at must be in the future");
    const created = order(request, reply, body, { expiresAt });
    if (created === undefined) return reply;
    const invitation: Invitation = {
      id: identifiers.uuid("yardstik invitation"),
      account: created.account,
      order: created,
      externalId: body.external_id ?? null,
      canceledAt: null,
    };
    invitations.push(invitation);
    return reply.code(201).send(invitationJson(invitation));
  });
  app.get("/invitations", (request) =>
    list(request, invitations.filter(({ account }) => account === accountOf(request)).map(invitationJson)),
  );
  const invitationOf = (request: FastifyRequest<ById>) =>
    invitations.find((one) => one.id === request.params.id && one.account === accountOf(request));
  app.get<ById>("/invitations/:id", (request, reply) => {
    const invitation = invitationOf(request);
    return invitation === undefined ? fail(reply, 404, "Invitation not found") : reply.send(invitationJson(invitation));
  });
  app.post<ById>("/invitations/:id/cancel", (request, reply) => {
    const invitation = invitationOf(request);
    if (invitation === undefined) return fail(reply, 404, "Invitation not found");
    if (invitation.order.stage !== "invited") return fail(reply, 422, "Only a pending invitation can be canceled");
    invitation.canceledAt = clock.iso();
    orders.move(invitation.order, "canceled");
    return reply.send(invitationJson(invitation));
  });

  app.post("/reports", (request, reply) => {
    const body = read(reportBody, request, reply);
    if (body === undefined) return reply;
    const created = order(request, reply, body, { submitted: body.account_candidate_consented });
    return created === undefined ? reply : reply.code(201).send(reportJson(created));
  });
  app.get("/reports", (request) => {
    const own = orders.list("yardstik").filter(({ account }) => account === accountOf(request));
    return list(request, own.map(reportJson));
  });
  app.get<ById>("/reports/:id", (request, reply) => {
    const found = orderOf(request, request.params.id);
    return found === undefined ? fail(reply, 404, "Report not found") : reply.send(reportJson(found));
  });
  app.get<ById>("/reports/:id/pdf", async (request, reply) => {
    const found = orderOf(request, request.params.id);
    if (found === undefined || found.completedAt === null) return fail(reply, 404, "Report not found");
    const { firstName, lastName } = found.candidate;
    const lines = [`Report ${found.id}`, `Candidate: ${firstName} ${lastName}`, `Status: ${wireStatuses[found.stage]}`];
    const pdf = await simulatedPdf("Background check report", lines, new Date(found.updatedAt));
    return reply.type("application/pdf").send(pdf);
  });
  app.post<ById>("/reports/:id/adverse_actions", (request, reply) => {
    const found = orderOf(request, request.params.id);
    if (found === undefined) return fail(reply, 404, "Report not found");
    if (found.stage !== "consider" && found.stage !== "dispute") {
      return fail(reply, 422, "An adverse action needs a report with the status consider");
    }
    const action = { id: identifiers.uuid("yardstik adverse action"), order: found, createdAt: clock.iso() };
    adverseActions.push(action);
    orders.startAdverseAction(found, 7 * day);
    return reply.code(201).send(adverseJson(action));
  });

  mountHostedForm(app, "yardstik", "Yardstik", world);
}
