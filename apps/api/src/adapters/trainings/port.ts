import type { TrainingStep } from "@touchline/rules";
import type { ProviderWebhook, WebhookHeaders } from "../screening/port.ts";

export type Learner = { firstName: string; lastName: string };

/** A training enrollment in its provider's response. */
export type ProviderEnrollment = {
  enrollmentId: string;
  /** The page where it is taken. */
  link: string;
  state: "open" | "completed" | "canceled";
  learner: Learner;
  completedAt: Date | null;
  certificateId: string | null;
};

/** A provider of abuse prevention trainings. Functions that call it throw `ProviderError`. */
export type TrainingsPort = {
  name: string;
  /** Whether its results are simulated, which every page then shows. */
  simulated: boolean;
  enroll(wanted: {
    /** Our reference: equal for every repetition. */
    reference: string;
    step: TrainingStep;
    learner: Learner & { email: string };
    /** Where it reports that the training was completed. */
    webhookUrl: string;
  }): Promise<ProviderEnrollment>;
  /** Looks up an enrollment by our reference: used after an unknown outcome, before anything is repeated. */
  find(reference: string): Promise<ProviderEnrollment | null>;
  read(enrollmentId: string): Promise<ProviderEnrollment>;
  /** Checks the signature over the raw body. Null: it is wrong. A signed body that can't be read is malformed. */
  readWebhook(body: Buffer, headers: WebhookHeaders): ProviderWebhook | "malformed" | null;
};
