import type { TrainingStep } from "@touchline/rules";
import type { ProviderNews, WebhookHeaders } from "../screening/port.ts";

export type Learner = { firstName: string; lastName: string };

/** A training that somebody takes, as its provider has it. */
export type ProviderEnrollment = {
  enrollmentId: string;
  /** The page where it is taken. */
  link: string;
  state: "open" | "completed" | "canceled";
  learner: Learner;
  completedAt: Date | null;
  certificateId: string | null;
};

/** A provider of abuse prevention trainings. What asks it throws `ProviderError`. */
export type TrainingsPort = {
  name: string;
  /** Whether its results are made up, as every page then says. */
  simulated: boolean;
  enroll(wanted: {
    /** Ours: the same for every repetition. */
    reference: string;
    step: TrainingStep;
    learner: Learner & { email: string };
    /** Where it tells that the training was completed. */
    webhookUrl: string;
  }): Promise<ProviderEnrollment>;
  /** Looks an enrollment up by our reference: asked after an unknown outcome, before anything is repeated. */
  find(reference: string): Promise<ProviderEnrollment | null>;
  read(enrollmentId: string): Promise<ProviderEnrollment>;
  /** Checks the signature over the raw body. Null: it is wrong. What is signed and can't be read is malformed. */
  news(body: Buffer, headers: WebhookHeaders): ProviderNews | "malformed" | null;
};
