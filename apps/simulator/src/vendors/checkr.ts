import { createHash, createHmac } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { day, hour, minute } from "../clock.ts";
import { credentials } from "../credentials.ts";
import { mountHostedForm } from "../hosted-form.ts";
import { pageOf } from "../lists.ts";
import type { Order } from "../orders.ts";
import { simulatedPdf } from "../report-pdf.ts";
import type { Vendor, World } from "../world.ts";
import { addIdempotency } from "./checkr-idempotency.ts";
import { events, wire } from "./checkr-statuses.ts";

/**
 * Checkr's REST interface, version 1.
 *
 * Sources: docs.checkr.com/apis/webhooks (fields of an event, User-Agent `Checkr-Webhook/`, webhooks set in the
 * dashboard), docs.checkr.com/use-cases/check-status (statuses of a report, events `report.updated`, `report.suspended`,
 * `report.completed`); Checkr's OpenAPI description as kept in github.com/codegen-showcase/checkr_api_py (fields of
 * candidates, invitations with seven days to expire, reports and adverse actions, `page` and `per_page` with 25 by
 * default, 400 for an unknown status of invitations); github.com/api-evangelist/checkr (header `Idempotency-Key`, 1,200
 * calls a minute, `X-Ratelimit-*`); the signature `X-Checkr-Signature` is the HMAC-SHA256 of the raw body in hexadecimal,
 * by the API key unless another was agreed.
 * Not in those, and modeled: the texts of errors, retries each minute for ten minutes and then each hour for a day, and
 * that continuous monitoring revises the report itself.
 */
export const checkr: Vendor = {
  name: "checkr",
  title: "Checkr",
  error: (_status, message) => ({ error: message }),
  mount,
};

const packages = [
  { slug: "youth_sports_basic", name: "Youth Sports Basic", price: 1_200 },
  { slug: "youth_sports_plus", name: "Youth Sports Plus", price: 3_500 },
];

const location = z.object({
  country: z.string().default("US"),
  state: z.string().optional(),
  city: z.string().optional(),
});
const candidateBody = z.looseObject({
  email: z.email(),
  first_name: z.string().trim().min(1),
  last_name: z.string().trim().min(1),
  middle_name: z.string().nullish(),
  phone: z.string().nullish(),
  zipcode: z.string().nullish(),
  dob: z.iso.date().nullish(),
  custom_id: z.string().nullish(),
  work_locations: z.array(location).optional(),
});
const invitationBody = z.object({
  candidate_id: z.string(),
  package: z.string(),
  work_locations: z.array(location).optional(),
  tags: z.array(z.string()).default([]),
});
const adverseBody = z.object({
  adverse_item_ids: z.array(z.string()).min(1),
  post_notice_scheduled_at: z.iso.datetime().optional(),
});

type Candidate = { id: string; first_name: string; last_name: string; custom_id?: string | null; created_at: string };
type Invitation = { id: string; candidate: string; package: string; order: Order; deletedAt: string | null };
type AdverseAction = { id: string; order: Order; createdAt: string; postAt: string; canceled: boolean };
type ById = { Params: { id: string } };

function mount(app: FastifyInstance, world: World): void {
  const { clock, identifiers, orders, deliveries, origin, state, webhookUrls } = world;
  const candidates = state.part("checkr candidates", (): Candidate[] => []);
  const invitations = state.part("checkr invitations", (): Invitation[] => []);
  const adverseActions = state.part("checkr adverse actions", (): AdverseAction[] => []);
  const fail = (reply: FastifyReply, status: number, message: string) =>
    reply.code(status).send(checkr.error(status, message));
  const expected = `Basic ${Buffer.from(`${credentials.checkr.apiKey}:`).toString("base64")}`;

  app.addHook("preHandler", async (request, reply) => {
    if (request.routeOptions.config.page) return;
    reply.headers({ "x-ratelimit-limit": "1200", "x-ratelimit-remaining": "1199" });
    if (request.headers.authorization !== expected) {
      await fail(reply, 401, "Bad authentication error");
    }
  });
  addIdempotency(app, state, fail);

  function read<T>(schema: z.ZodType<T>, request: FastifyRequest, reply: FastifyReply): T | undefined {
    const { success, data, error } = schema.safeParse(request.body ?? {});
    if (success) return data;
    reply.code(400).send({ error: error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) });
    return undefined;
  }
  function list(request: FastifyRequest, rows: readonly unknown[]) {
    const query = request.query as Record<string, string>;
    const { items, page, perPage, total, pages } = pageOf(rows, query);
    const path = request.url.split("?")[0];
    const at = (number: number) =>
      `${origin()}${path}?${new URLSearchParams({ ...query, page: String(number), per_page: String(perPage) })}`;
    return {
      object: "list",
      data: items,
      count: total,
      next_href: page < pages ? at(page + 1) : null,
      previous_href: page > 1 ? at(page - 1) : null,
    };
  }

  const candidateJson = (one: Candidate) => ({
    ...one,
    object: "candidate",
    uri: `/v1/candidates/${one.id}`,
    report_ids: orders
      .list("checkr")
      .filter(({ candidate, submittedAt }) => candidate.id === one.id && submittedAt !== null)
      .map(({ id }) => id),
  });
  const invitationStatus = ({ order, deletedAt }: Invitation) => {
    if (deletedAt !== null) return "deleted";
    if (order.stage === "expired") return "expired";
    return order.submittedAt === null ? "pending" : "completed";
  };
  const invitationJson = (one: Invitation) => ({
    id: one.id,
    object: "invitation",
    uri: `/v1/invitations/${one.id}`,
    status: invitationStatus(one),
    invitation_url: `${origin()}/checkr/apply/${one.order.token}`,
    candidate_id: one.candidate,
    package: one.package,
    created_at: one.order.createdAt,
    expires_at: one.order.expiresAt,
    completed_at: one.order.submittedAt,
    deleted_at: one.deletedAt,
    archived: one.deletedAt !== null,
    report_id: one.order.submittedAt === null ? null : one.order.id,
  });
  const reportJson = (order: Order) => ({
    id: order.id,
    object: "report",
    uri: `/v1/reports/${order.id}`,
    ...wire[order.stage],
    package: order.packageId,
    candidate_id: order.candidate.id,
    source: "api",
    includes_canceled: order.stage === "canceled",
    created_at: order.submittedAt,
    completed_at: order.completedAt,
    document_ids: order.completedAt === null ? [] : [order.id],
  });
  const adverseStatus = ({ order, canceled }: AdverseAction) => {
    if (canceled) return "canceled";
    if (order.stage === "dispute") return "dispute";
    return order.stage === "final-adverse" ? "complete" : "pending";
  };
  const adverseJson = (one: AdverseAction) => ({
    id: one.id,
    object: "adverse_action",
    uri: `/v1/adverse_actions/${one.id}`,
    status: adverseStatus(one),
    report_id: one.order.id,
    created_at: one.createdAt,
    post_notice_scheduled_at: one.postAt,
    post_notice_ready_at: one.postAt,
  });
  /** A report exists after the candidate has submitted. */
  const reportOf = (id: string) => {
    const order = orders.find("checkr", id);
    return order?.submittedAt === null ? undefined : order;
  };

  function notify(type: string, object: unknown): void {
    const url = webhookUrls.get("checkr");
    if (url === undefined) return;
    const id = identifiers.hex("checkr event");
    const created_at = clock.iso();
    const body = JSON.stringify({ id, object: "event", type, created_at, webhook_url: url, data: { object } });
    deliveries.enqueue({ vendor: "checkr", event: type, url, body });
  }
  deliveries.follow("checkr", {
    sign: (text) => ({
      "user-agent": "Checkr-Webhook/1.0",
      "x-checkr-signature": hmac(credentials.checkr.apiKey, text),
    }),
    retryAfter: (failed) => (failed <= 10 ? minute : failed <= 34 ? hour : null),
  });

  orders.listen("checkr", (order, before) => {
    const invitation = invitations.find((one) => one.order === order);
    if (invitation !== undefined && order.stage === "expired") notify("invitation.expired", invitationJson(invitation));
    if (invitation !== undefined && invitation.deletedAt !== null && before === "invited") {
      notify("invitation.deleted", invitationJson(invitation));
      return;
    }
    if (before === "invited" && order.stage === "processing") {
      if (invitation !== undefined) notify("invitation.completed", invitationJson(invitation));
      notify("report.created", reportJson(order));
      return;
    }
    const type = events[order.stage];
    if (type !== null && before !== null && order.submittedAt !== null) notify(type, reportJson(order));
  });

  app.get("/v1/packages", (request) =>
    list(
      request,
      packages.map((one) => ({ id: one.slug, object: "package", uri: `/v1/packages/${one.slug}`, ...one })),
    ),
  );

  app.post("/v1/candidates", (request, reply) => {
    const body = read(candidateBody, request, reply);
    if (body === undefined) return reply;
    const candidate = { ...body, id: identifiers.hex("checkr candidate"), created_at: clock.iso() };
    candidates.push(candidate);
    return reply.code(201).send(candidateJson(candidate));
  });
  app.get("/v1/candidates", (request) => {
    const { custom_id } = request.query as Record<string, string | undefined>;
    const kept = candidates.filter((one) => custom_id === undefined || one.custom_id === custom_id);
    return list(request, kept.map(candidateJson));
  });
  app.get<ById>("/v1/candidates/:id", (request, reply) => {
    const candidate = candidates.find(({ id }) => id === request.params.id);
    return candidate === undefined ? fail(reply, 404, "Candidate not found") : reply.send(candidateJson(candidate));
  });

  app.post("/v1/invitations", (request, reply) => {
    const body = read(invitationBody, request, reply);
    if (body === undefined) return reply;
    const candidate = candidates.find(({ id }) => id === body.candidate_id);
    if (candidate === undefined) return fail(reply, 404, "Candidate not found");
    if (!packages.some(({ slug }) => slug === body.package)) return fail(reply, 400, "Package is not available");
    const order = orders.create({
      id: identifiers.hex("checkr report"),
      vendor: "checkr",
      account: "",
      candidate: { id: candidate.id, firstName: candidate.first_name, lastName: candidate.last_name },
      packageId: body.package,
    });
    const id = identifiers.hex("checkr invitation");
    const invitation: Invitation = { id, candidate: candidate.id, package: body.package, order, deletedAt: null };
    invitations.push(invitation);
    notify("invitation.created", invitationJson(invitation));
    return reply.code(201).send(invitationJson(invitation));
  });
  app.get("/v1/invitations", (request, reply) => {
    const { status, candidate_id } = request.query as Record<string, string | undefined>;
    if (status !== undefined && !["pending", "expired", "completed"].includes(status)) {
      return fail(reply, 400, "Status must be pending, expired or completed");
    }
    const kept = invitations.filter(
      (one) =>
        one.deletedAt === null &&
        (status === undefined || invitationStatus(one) === status) &&
        (candidate_id === undefined || one.candidate === candidate_id),
    );
    return list(request, kept.map(invitationJson));
  });
  app.get<ById>("/v1/invitations/:id", (request, reply) => {
    const invitation = invitations.find(({ id }) => id === request.params.id);
    return invitation === undefined ? fail(reply, 404, "Invitation not found") : reply.send(invitationJson(invitation));
  });
  app.delete<ById>("/v1/invitations/:id", (request, reply) => {
    const invitation = invitations.find(({ id }) => id === request.params.id);
    if (invitation === undefined) return fail(reply, 404, "Invitation not found");
    if (invitation.order.stage !== "invited") return fail(reply, 400, "Only a pending invitation can be canceled");
    invitation.deletedAt = clock.iso();
    orders.move(invitation.order, "canceled");
    return reply.send(invitationJson(invitation));
  });

  app.get<ById>("/v1/reports/:id", (request, reply) => {
    const order = reportOf(request.params.id);
    if (order === undefined) return fail(reply, 404, "Report not found");
    const { include = "" } = request.query as { include?: string };
    const candidate = candidates.find(({ id }) => id === order.candidate.id);
    const embeds = include.split(",").includes("candidate") && candidate !== undefined;
    return reply.send({ ...reportJson(order), ...(embeds ? { candidate: candidateJson(candidate) } : {}) });
  });
  app.post<ById>("/v1/reports/:id", (request, reply) => {
    const order = reportOf(request.params.id);
    if (order === undefined) return fail(reply, 404, "Report not found");
    const body = read(z.object({ adjudication: z.literal("engaged") }), request, reply);
    if (body === undefined) return reply;
    notify("report.engaged", { ...reportJson(order), adjudication: "engaged" });
    return reply.send({ ...reportJson(order), adjudication: "engaged" });
  });
  const itemOf = (order: Order) => ({
    id: createHash("sha256").update(order.id).digest("hex").slice(0, 24),
    object: "adverse_item",
    text: "Simulated record: no real check is made",
  });
  app.get<ById>("/v1/reports/:id/adverse_items", (request, reply) => {
    const order = reportOf(request.params.id);
    if (order === undefined) return fail(reply, 404, "Report not found");
    return reply.send(list(request, wire[order.stage].result === "consider" ? [itemOf(order)] : []));
  });
  app.post<ById>("/v1/reports/:id/adverse_actions", (request, reply) => {
    const order = reportOf(request.params.id);
    if (order === undefined) return fail(reply, 404, "Report not found");
    const body = read(adverseBody, request, reply);
    if (body === undefined) return reply;
    if (order.stage !== "consider") return fail(reply, 400, "Report must have the result consider");
    if (body.adverse_item_ids.some((id) => id !== itemOf(order).id)) return fail(reply, 400, "Unknown adverse item");
    const waiting =
      body.post_notice_scheduled_at === undefined
        ? 7 * day
        : new Date(body.post_notice_scheduled_at).getTime() - clock.now().getTime();
    if (waiting <= 0) return fail(reply, 400, "Post notice must be scheduled in the future");
    const action: AdverseAction = {
      id: identifiers.hex("checkr adverse action"),
      order,
      createdAt: clock.iso(),
      postAt: new Date(clock.now().getTime() + waiting).toISOString(),
      canceled: false,
    };
    adverseActions.push(action);
    orders.startAdverseAction(order, waiting);
    return reply.code(201).send(adverseJson(action));
  });
  const adverseOf = (request: FastifyRequest<ById>) => adverseActions.find(({ id }) => id === request.params.id);
  app.get<ById>("/v1/adverse_actions/:id", (request, reply) => {
    const action = adverseOf(request);
    return action === undefined ? fail(reply, 404, "Adverse action not found") : reply.send(adverseJson(action));
  });
  app.delete<ById>("/v1/adverse_actions/:id", (request, reply) => {
    const action = adverseOf(request);
    if (action === undefined) return fail(reply, 404, "Adverse action not found");
    if (adverseStatus(action) === "complete") return fail(reply, 400, "Adverse action is complete");
    action.canceled = true;
    orders.move(action.order, "consider");
    return reply.send(adverseJson(action));
  });
  app.get<ById>("/v1/documents/:id", async (request, reply) => {
    const order = reportOf(request.params.id);
    if (order === undefined || order.completedAt === null) return fail(reply, 404, "Document not found");
    const download_uri = `${origin()}/checkr/v1/documents/${order.id}/download`;
    const own = { id: order.id, object: "document", type: "pdf_report", content_type: "application/pdf" };
    return reply.send({ ...own, download_uri });
  });
  app.get<ById>("/v1/documents/:id/download", async (request, reply) => {
    const order = reportOf(request.params.id);
    if (order === undefined || order.completedAt === null) return fail(reply, 404, "Document not found");
    const { firstName, lastName } = order.candidate;
    const lines = [`Report ${order.id}`, `Candidate: ${firstName} ${lastName}`, `Result: ${wire[order.stage].result}`];
    const pdf = await simulatedPdf("Background check report", lines, new Date(order.updatedAt));
    return reply.type("application/pdf").send(pdf);
  });

  mountHostedForm(app, "checkr", "Checkr", world);
}

const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("hex");
