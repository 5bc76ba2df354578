import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { day, hour, minute, second } from "../clock.ts";
import { credentials } from "../credentials.ts";
import { isLocal } from "../deliveries.ts";
import { mountHostedForm } from "../hosted-form.ts";
import type { Order, Stage } from "../orders.ts";
import { simulatedPdf } from "../report-pdf.ts";
import type { Vendor, World } from "../world.ts";

/**
 * Sterling's (First Advantage's) REST interface, version 2.
 *
 * Sources: sterling.readme.io/reference/invite-method (fields of a screening, `invite.method` link or email, `callback.uri`,
 * statuses new, PreDraft, pending, complete and results n/a, pending, clear, alert, consider);
 * github.com/api-evangelist/sterling-check (OAuth client credentials, `/candidates`, `/packages`, `/screenings`, lists with
 * `limit` and `offset` in `data`, errors with `code` and `message`);
 * npm package on-demand-client (`aliases` of a candidate: `givenName`, `familyName`).
 * Not confirmed there, and modeled: an access token's hour, `POST /screenings/{id}/cancel`, adverse actions, the path of
 * the report file, that a callback carries the whole screening, and its retries. Sterling documents no signature of a
 * callback: it shows the user and password that were agreed, by Basic authentication.
 */
export const sterling: Vendor = {
  name: "sterling",
  title: "Sterling",
  error: (status, message) => ({ code: codes[status] ?? "ERROR", message }),
  mount,
};

const codes: Record<number, string> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  404: "NOT_FOUND",
  409: "CONFLICT",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_ERROR",
};

type Wire = { status: string; result: string };

const wire: Record<Stage, Wire> = {
  invited: { status: "new", result: "n/a" },
  expired: { status: "cancelled", result: "n/a" },
  "information-requested": { status: "PreDraft", result: "pending" },
  processing: { status: "pending", result: "pending" },
  clear: { status: "complete", result: "clear" },
  consider: { status: "complete", result: "consider" },
  "pre-adverse": { status: "complete", result: "consider" },
  dispute: { status: "complete", result: "alert" },
  "final-adverse": { status: "complete", result: "consider" },
  canceled: { status: "cancelled", result: "n/a" },
  unlisted: { status: "archived", result: "under audit" },
};

const packages = [
  { id: "64731", title: "Youth Sports Basic", type: "standard" },
  { id: "161161", title: "Youth Sports Plus", type: "standard" },
];
const tokenLife = hour;
const retries = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour];

const candidateBody = z.looseObject({
  clientReferenceId: z.string().nullish(),
  email: z.email(),
  givenName: z.string().trim().min(1),
  familyName: z.string().trim().min(1),
  dob: z.iso.date().nullish(),
  aliases: z.array(z.object({ givenName: z.string().trim().min(1), familyName: z.string().trim().min(1) })).optional(),
});
const screeningBody = z.object({
  candidateId: z.string(),
  packageId: z.string(),
  clientReferenceId: z.string().nullish(),
  callback: z.object({ uri: z.url() }).optional(),
  callbackUri: z.url().optional(),
  invite: z.object({ method: z.enum(["link", "email"]) }).optional(),
});

type Candidate = z.infer<typeof candidateBody> & { id: string };
type Screening = {
  order: Order;
  callback: string | null;
  invite: "link" | "email" | null;
  reference: string | null;
  adverseActions: { id: string; startedAt: string }[];
};
type ById = { Params: { id: string } };

function mount(app: FastifyInstance, world: World): void {
  const { clock, identifiers, orders, deliveries, origin, state } = world;
  const candidates = state.part("sterling candidates", (): Candidate[] => []);
  const screenings = state.part("sterling screenings", (): Screening[] => []);
  /** The expiration time of each access token. */
  const tokens = state.part("sterling tokens", () => new Map<string, number>());
  const fail = (reply: FastifyReply, status: number, message: string) =>
    reply.code(status).send(sterling.error(status, message));

  app.post<{ Body: Record<string, string> | undefined }>(
    "/oauth/token",
    { config: { open: true } },
    (request, reply) => {
      const { grant_type, client_id, client_secret } = request.body ?? {};
      const { clientId, clientSecret } = credentials.sterling;
      const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
      const known =
        request.headers.authorization === basic || (client_id === clientId && client_secret === clientSecret);
      if (!known) return reply.code(401).send({ error: "invalid_client" });
      if (grant_type !== "client_credentials") return reply.code(400).send({ error: "unsupported_grant_type" });
      const access_token = identifiers.hex("sterling token", 48);
      tokens.set(access_token, clock.now().getTime() + tokenLife);
      return reply.send({ access_token, token_type: "Bearer", expires_in: tokenLife / second });
    },
  );

  app.addHook("preHandler", async (request, reply) => {
    const { page, open } = request.routeOptions.config;
    if (page || open) return;
    const [, token = ""] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "") ?? [];
    if ((tokens.get(token) ?? 0) <= clock.now().getTime()) await fail(reply, 401, "Missing or invalid access token.");
  });

  function read<T>(schema: z.ZodType<T>, request: FastifyRequest, reply: FastifyReply): T | undefined {
    const { success, data, error } = schema.safeParse(request.body ?? {});
    if (success) return data;
    fail(reply, 400, error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
    return undefined;
  }
  function list(request: FastifyRequest, rows: readonly unknown[]) {
    const query = request.query as Record<string, string | undefined>;
    const limit = Math.min(Number(query.limit ?? 25) || 25, 100);
    const offset = Number(query.offset ?? 0) || 0;
    return { data: rows.slice(offset, offset + limit), total: rows.length, limit, offset };
  }

  const screeningJson = ({ order, callback, invite, reference, adverseActions }: Screening) => {
    const { status, result } = wire[order.stage];
    return {
      id: order.id,
      packageId: order.packageId,
      candidateId: order.candidate.id,
      clientReferenceId: reference,
      status,
      result,
      submittedAt: order.createdAt,
      updatedAt: order.updatedAt,
      completedAt: order.completedAt,
      ...(invite === null
        ? {}
        : {
            invite: {
              method: invite,
              ...(invite === "link" ? { link: `${origin()}/sterling/apply/${order.token}` } : {}),
            },
          }),
      ...(callback === null ? {} : { callback: { uri: callback } }),
      links: { report: order.completedAt === null ? null : `${origin()}/sterling/v2/screenings/${order.id}/report` },
      reportItems: [{ id: `${order.id}-1`, type: "Criminal", status, result, updatedAt: order.updatedAt }],
      adverseActions,
    };
  };

  orders.listen("sterling", (order, before) => {
    const screening = screenings.find((one) => one.order === order);
    if (before === null || screening === undefined || screening.callback === null) return;
    deliveries.enqueue({
      vendor: "sterling",
      event: "screening",
      url: screening.callback,
      body: JSON.stringify({ type: "screening", payload: screeningJson(screening) }),
    });
  });
  const { callbackUser, callbackPassword } = credentials.sterling;
  const callbackBasic = (password: string) => `Basic ${Buffer.from(`${callbackUser}:${password}`).toString("base64")}`;
  deliveries.follow("sterling", {
    sign: () => ({ authorization: callbackBasic(callbackPassword) }),
    forge: () => ({ authorization: callbackBasic("guessed") }),
    retryAfter: (failed) => retries[failed - 1] ?? null,
  });

  app.get("/v2/packages", (request) => list(request, packages));

  app.post("/v2/candidates", (request, reply) => {
    const body = read(candidateBody, request, reply);
    if (body === undefined) return reply;
    const candidate = { ...body, id: identifiers.uuid("sterling candidate") };
    candidates.push(candidate);
    return reply.code(201).send(candidate);
  });
  app.get("/v2/candidates", (request) => {
    const { clientReferenceId } = request.query as Record<string, string | undefined>;
    const kept = candidates.filter(
      (one) => clientReferenceId === undefined || one.clientReferenceId === clientReferenceId,
    );
    return list(request, kept);
  });
  app.get<ById>("/v2/candidates/:id", (request, reply) => {
    const candidate = candidates.find(({ id }) => id === request.params.id);
    return candidate === undefined ? fail(reply, 404, "The candidate was not found.") : reply.send(candidate);
  });

  app.post("/v2/screenings", (request, reply) => {
    const body = read(screeningBody, request, reply);
    if (body === undefined) return reply;
    const candidate = candidates.find(({ id }) => id === body.candidateId);
    if (candidate === undefined) return fail(reply, 400, "candidateId: no such candidate");
    if (!packages.some(({ id }) => id === body.packageId)) return fail(reply, 400, "packageId: no such package");
    const callback = body.callback?.uri ?? body.callbackUri ?? null;
    if (callback !== null && !isLocal(callback)) {
      return fail(reply, 400, "callback: the simulator calls this machine only");
    }
    const order = orders.create({
      id: identifiers.digits("sterling screening", 16),
      vendor: "sterling",
      account: "",
      candidate: { id: candidate.id, firstName: candidate.givenName, lastName: candidate.familyName },
      packageId: body.packageId,
      expiresAt: new Date(clock.now().getTime() + 14 * day),
    });
    const invite = body.invite?.method ?? null;
    const reference = body.clientReferenceId ?? null;
    const screening: Screening = { order, callback, invite, reference, adverseActions: [] };
    screenings.push(screening);
    // Without an invitation, the customer already has all data.
    if (invite === null) orders.submit(order, "Consent collected by the customer");
    return reply.code(201).send(screeningJson(screening));
  });
  app.get("/v2/screenings", (request) => {
    const { status, candidateId, clientReferenceId } = request.query as Record<string, string | undefined>;
    const kept = screenings.filter(
      ({ order, reference }) =>
        (status === undefined || wire[order.stage].status === status) &&
        (candidateId === undefined || order.candidate.id === candidateId) &&
        (clientReferenceId === undefined || reference === clientReferenceId),
    );
    return list(request, kept.map(screeningJson));
  });
  const found = (request: FastifyRequest<ById>) => screenings.find(({ order }) => order.id === request.params.id);
  const missing = "The screening was not found.";
  app.get<ById>("/v2/screenings/:id", (request, reply) => {
    const screening = found(request);
    return screening === undefined ? fail(reply, 404, missing) : reply.send(screeningJson(screening));
  });
  app.post<ById>("/v2/screenings/:id/cancel", (request, reply) => {
    const screening = found(request);
    if (screening === undefined) return fail(reply, 404, missing);
    if (screening.order.completedAt !== null) return fail(reply, 409, "A complete screening can't be canceled.");
    orders.move(screening.order, "canceled");
    return reply.send(screeningJson(screening));
  });
  app.post<ById>("/v2/screenings/:id/adverse-actions", (request, reply) => {
    const screening = found(request);
    if (screening === undefined) return fail(reply, 404, missing);
    if (screening.order.stage !== "consider") return fail(reply, 409, "The screening has nothing to consider.");
    screening.adverseActions.push({ id: identifiers.uuid("sterling adverse action"), startedAt: clock.iso() });
    orders.startAdverseAction(screening.order, 7 * day);
    return reply.code(201).send(screeningJson(screening));
  });
  app.get<ById>("/v2/screenings/:id/report", async (request, reply) => {
    const order = found(request)?.order;
    if (order === undefined || order.completedAt === null) return fail(reply, 404, "The report was not found.");
    const { id, firstName, lastName } = order.candidate;
    const aliases = candidates.find((one) => one.id === id)?.aliases ?? [];
    const lines = [
      `Screening ${order.id}`,
      `Candidate: ${firstName} ${lastName}`,
      ...aliases.map(({ givenName, familyName }) => `Also searched: ${givenName} ${familyName}`),
      `Result: ${wire[order.stage].result}`,
    ];
    const pdf = await simulatedPdf("Background check report", lines, new Date(order.updatedAt));
    return reply.type("application/pdf").send(pdf);
  });

  mountHostedForm(app, "sterling", "Sterling", world);
}
