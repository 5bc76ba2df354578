import { createHmac } from "node:crypto";
import type { TrainingStep } from "@touchline/rules";
import { z } from "zod";
import { ProviderError, providerAt } from "../provider-http.ts";
import type { WebhookHeaders } from "../screening/port.ts";
import { isSame, jsonOf } from "../screening/signatures.ts";
import type { ProviderEnrollment, TrainingsPort } from "./port.ts";

export type TrainingSettings = {
  /** The address of the provider's API, without a trailing slash. */
  url: string;
  apiKey: string;
  /** The secret that its webhooks are signed with, in base64; null: none are accepted, and it is polled. */
  webhookSecret: string | null;
  simulated: boolean;
  /** Milliseconds to wait for one response; the usual time unless given. */
  timeout?: number;
};

const courses: Record<TrainingStep, string> = {
  core: "abuse-prevention-core",
  refresher1: "abuse-prevention-refresher-1",
  refresher2: "abuse-prevention-refresher-2",
  refresher3: "abuse-prevention-refresher-3",
};

const id = z.string().min(1).max(200);
const instant = z.iso.datetime({ offset: true });
const enrollment = z.object({
  id,
  url: z.url(),
  status: z.string().min(1).max(100),
  learner: z.object({ first_name: z.string().max(200), last_name: z.string().max(200) }),
  completed_at: instant.nullish(),
  certificate_id: z.string().min(1).max(200).nullish(),
});
const enrollments = z.object({ data: z.array(enrollment) });
const webhookBody = z.object({ type: z.string(), timestamp: instant, data: z.object({ id }) });

const states: Record<string, ProviderEnrollment["state"]> = {
  not_started: "open",
  in_progress: "open",
  completed: "completed",
  canceled: "canceled",
};

function read(one: z.output<typeof enrollment>): ProviderEnrollment {
  const state = states[one.status];
  // An undocumented status, or a completion without its day, completes nothing.
  if (state === undefined || (state === "completed" && !one.completed_at)) {
    throw new ProviderError("malformed", "enrollment", { answer: JSON.stringify(one) });
  }
  return {
    enrollmentId: one.id,
    link: one.url,
    state,
    learner: { firstName: one.learner.first_name, lastName: one.learner.last_name },
    completedAt: one.completed_at ? new Date(one.completed_at) : null,
    certificateId: one.certificate_id ?? null,
  };
}

/** Tests whether any of the signatures in a header is right: several are sent while a secret is replaced. */
function isSigned(body: Buffer, secret: string, headers: WebhookHeaders): boolean {
  const { "webhook-id": of, "webhook-timestamp": at, "webhook-signature": signatures = "" } = headers;
  if (!of || !at || !/^\d{1,12}$/.test(at)) return false;
  const hmac = createHmac("sha256", Buffer.from(secret, "base64")).update(`${of}.${at}.`).update(body);
  const expected = `v1,${hmac.digest("base64")}`;
  return signatures.split(" ").some((one) => isSame(one, expected));
}

/**
 * A provider of abuse prevention trainings: an enrollment has a link, and a webhook reports its completion.
 *
 * Source: no vendor's; the interface is this project's own, and its webhooks follow Standard Webhooks
 * (github.com/standard-webhooks/standard-webhooks: headers, signature, retries).
 */
export function trainingsAt(settings: TrainingSettings): TrainingsPort {
  const call = providerAt(settings.url, settings);
  const headers = { authorization: `Bearer ${settings.apiKey}` };
  return {
    name: "Training provider",
    simulated: settings.simulated,
    async enroll({ reference, step, learner, webhookUrl }) {
      const body = {
        course_id: courses[step],
        learner: {
          first_name: learner.firstName,
          last_name: learner.lastName,
          email: learner.email,
          external_id: reference,
        },
        callback_url: webhookUrl,
      };
      return read(await call({ method: "POST", path: "/enrollments", headers, body, answer: enrollment }));
    },
    async find(reference) {
      const path = `/enrollments?${new URLSearchParams({ external_id: reference })}`;
      const { data } = await call({ method: "GET", path, headers, answer: enrollments });
      return data[0] ? read(data[0]) : null;
    },
    async read(enrollmentId) {
      const path = `/enrollments/${encodeURIComponent(enrollmentId)}`;
      return read(await call({ method: "GET", path, headers, answer: enrollment }));
    },
    readWebhook(body, sentHeaders) {
      const { webhookSecret } = settings;
      if (webhookSecret === null || !isSigned(body, webhookSecret, sentHeaders)) return null;
      const { success, data } = webhookBody.safeParse(jsonOf(body));
      if (!success) return "malformed";
      return {
        eventId: sentHeaders["webhook-id"] as string,
        externalIds: [data.data.id],
        // The signed time of sending, which differs for a repetition of the same event.
        happenedAt: new Date(Number(sentHeaders["webhook-timestamp"]) * 1000),
      };
    },
  };
}
