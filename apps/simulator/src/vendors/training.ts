import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { day, hour, minute, second } from "../clock.ts";
import { credentials } from "../credentials.ts";
import { isLocal } from "../deliveries.ts";
import { escapeHtml, htmlHeaders, page } from "../html.ts";
import { scriptOf } from "../people.ts";
import { simulatedPdf } from "../report-pdf.ts";
import type { Vendor, World } from "../world.ts";

/**
 * A provider of online trainings: an enrollment has a link, completing it calls back and yields a certificate.
 *
 * No vendor is meant in particular: the interface is this project's own. Its webhooks follow Standard Webhooks
 * (github.com/standard-webhooks/standard-webhooks: headers `webhook-id`, `webhook-timestamp`, `webhook-signature`, the
 * signature over `{id}.{timestamp}.{body}`, and the pauses between retries).
 */
export const training: Vendor = {
  name: "training",
  title: "Training provider",
  error: (status, message) => ({ error: { status, message } }),
  mount,
};

const retries = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, day];
const courses = [
  { id: "abuse-prevention-core", title: "Abuse prevention: core", months_valid: 12 },
  { id: "abuse-prevention-refresher-1", title: "Abuse prevention: refresher 1", months_valid: 12 },
  { id: "abuse-prevention-refresher-2", title: "Abuse prevention: refresher 2", months_valid: 12 },
  { id: "abuse-prevention-refresher-3", title: "Abuse prevention: refresher 3", months_valid: 12 },
];

const enrollmentBody = z.object({
  course_id: z.string(),
  learner: z.object({
    first_name: z.string().trim().min(1),
    last_name: z.string().trim().min(1),
    email: z.email(),
    external_id: z.string().nullish(),
  }),
  callback_url: z.url().nullish(),
});

type Enrollment = z.infer<typeof enrollmentBody> & {
  id: string;
  token: string;
  status: "not_started" | "in_progress" | "completed";
  created_at: string;
  completed_at: string | null;
  certificate_id: string | null;
};
type ById = { Params: { id: string } };
type ByToken = { Params: { token: string } };

function mount(app: FastifyInstance, world: World): void {
  const { clock, identifiers, deliveries, origin, state, webhookUrls } = world;
  const enrollments = state.part("training enrollments", (): Enrollment[] => []);
  const fail = (reply: FastifyReply, status: number, message: string) =>
    reply.code(status).send(training.error(status, message));
  const titleOf = (id: string) => courses.find((course) => course.id === id)?.title ?? id;

  app.addHook("preHandler", async (request, reply) => {
    if (request.routeOptions.config.page) return;
    if (request.headers.authorization !== `Bearer ${credentials.training.apiKey}`)
      await fail(reply, 401, "Unauthorized");
  });

  const json = ({ token, ...own }: Enrollment) => ({
    ...own,
    url: `${origin()}/training/take/${token}`,
    certificate_url: own.certificate_id === null ? null : `${origin()}/training/certificates/${own.certificate_id}`,
  });

  function complete(enrollment: Enrollment): void {
    if (enrollment.status === "completed") return;
    enrollment.status = "completed";
    enrollment.completed_at = clock.iso();
    enrollment.certificate_id = `SIM-${identifiers.hex("training certificate", 10).toUpperCase()}`;
    const url = enrollment.callback_url ?? webhookUrls.get("training");
    if (url === undefined) return;
    const key = `msg_${identifiers.hex("training event")}`;
    const body = JSON.stringify({ type: "enrollment.completed", timestamp: clock.iso(), data: json(enrollment) });
    deliveries.enqueue({ vendor: "training", event: "enrollment.completed", url, body, key });
  }
  deliveries.follow("training", {
    sign: (text, id) => {
      const at = String(Math.floor(clock.now().getTime() / second));
      const secret = Buffer.from(credentials.training.webhookSecret, "base64");
      const signature = createHmac("sha256", secret).update(`${id}.${at}.${text}`).digest("base64");
      return { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": `v1,${signature}` };
    },
    retryAfter: (failed) => retries[failed - 1] ?? null,
  });
  const completeAfter = clock.task("training.complete", complete);

  app.get("/courses", () => ({ data: courses }));
  app.post("/enrollments", (request, reply) => {
    const { success, data, error } = enrollmentBody.safeParse(request.body ?? {});
    if (!success) {
      return fail(reply, 422, error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
    }
    if (!courses.some(({ id }) => id === data.course_id)) return fail(reply, 404, "Course not found");
    if (data.callback_url && !isLocal(data.callback_url)) {
      return fail(reply, 422, "callback_url: the simulator calls this machine only");
    }
    const enrollment: Enrollment = {
      ...data,
      id: identifiers.uuid("training enrollment"),
      token: identifiers.hex("training token", 40),
      status: "not_started",
      created_at: clock.iso(),
      completed_at: null,
      certificate_id: null,
    };
    enrollments.push(enrollment);
    return reply.code(201).send(json(enrollment));
  });
  app.get<{ Querystring: { external_id?: string } }>("/enrollments", (request) => {
    const { external_id: externalId } = request.query;
    const found = enrollments.filter(({ learner }) => externalId === undefined || learner.external_id === externalId);
    return { data: found.slice(-50).reverse().map(json) };
  });
  app.get<ById>("/enrollments/:id", (request, reply) => {
    const enrollment = enrollments.find(({ id }) => id === request.params.id);
    return enrollment === undefined ? fail(reply, 404, "Enrollment not found") : reply.send(json(enrollment));
  });
  app.get<ById>("/certificates/:id", async (request, reply) => {
    const enrollment = enrollments.find(({ certificate_id }) => certificate_id === request.params.id);
    if (enrollment === undefined) return fail(reply, 404, "Certificate not found");
    const { first_name, last_name } = enrollment.learner;
    const completed = enrollment.completed_at ?? clock.iso();
    const lines = [
      `${first_name} ${last_name}`,
      titleOf(enrollment.course_id),
      `Completed on ${completed.slice(0, 10)}`,
      `Certificate ${enrollment.certificate_id}`,
    ];
    const pdf = await simulatedPdf("Certificate of completion", lines, new Date(completed));
    return reply.type("application/pdf").send(pdf);
  });

  const show = (reply: FastifyReply, enrollment: Enrollment | undefined) => {
    if (enrollment === undefined) {
      return reply.code(404).headers(htmlHeaders).send(page("Training", "<p>This link isn't valid.</p>"));
    }
    const name = escapeHtml(`${enrollment.learner.first_name} ${enrollment.learner.last_name}`);
    const body =
      enrollment.status === "completed"
        ? `<p>${name} completed this training. You can close this page.</p>`
        : `<p>${name} is enrolled. The simulated training has no lessons.</p>
<form method="post"><button type="submit">Complete training</button></form>`;
    return reply.headers(htmlHeaders).send(page(titleOf(enrollment.course_id), body));
  };
  app.get<ByToken>("/take/:token", { config: { page: true } }, (request, reply) => {
    const enrollment = enrollments.find(({ token }) => token === request.params.token);
    if (enrollment?.status === "not_started") enrollment.status = "in_progress";
    return show(reply, enrollment);
  });
  app.post<ByToken>("/take/:token", { config: { page: true } }, (request, reply) => {
    const enrollment = enrollments.find(({ token }) => token === request.params.token);
    if (enrollment !== undefined) {
      const script = scriptOf(enrollment.learner.last_name);
      enrollment.status = enrollment.status === "completed" ? "completed" : "in_progress";
      if (script === "slow") completeAfter(10 * day, enrollment);
      else if (script !== "silent") complete(enrollment);
    }
    return show(reply, enrollment);
  });
}
