import { type ProblemCode, problemStatus } from "@touchline/contract";

/**
 * Every way in which the product says no. Thrown by verbs, mapped to an answer in one place (`problem.ts`).
 * `message` is read by people: it says what happened and what to do.
 */
export class Refusal extends Error {
  readonly code: ProblemCode;
  /** A rule's own reason, or the state that stands in the way. */
  readonly reason: string | undefined;
  readonly errors: { path: string; message: string }[];
  /** Seconds after which trying again may help. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode,
    message: string,
    more: { reason?: string; errors?: { path: string; message: string }[]; retryAfter?: number } = {},
  ) {
    super(message);
    this.name = "Refusal";
    this.code = code;
    this.reason = more.reason;
    this.errors = more.errors ?? [];
    this.retryAfter = more.retryAfter;
  }

  get status(): number {
    return problemStatus[this.code];
  }
}

/** What can be missing, each as a whole sentence. */
const missing = {
  identityProvider: "The identity provider wasn't found.",
  domain: "The domain wasn't found.",
  apiGroup: "There are no calls of this name. Go to /api/docs for all of them.",
  apiKey: "The API key wasn't found.",
  account: "The account wasn't found.",
  administrator: "The administrator wasn't found.",
  blankForm: "The blank form wasn't found.",
  certificate: "The certificate wasn't found.",
  child: "The child wasn't found.",
  consent: "This document isn't needed for this background check.",
  comparison: "This comparison wasn't found.",
  liveScanNotice: "No notification is due for this Live Scan.",
  completedForm: "The filled-in form wasn't found.",
  completion: "The completion wasn't found.",
  contactInformation: "The contact information wasn't found.",
  copiedVersion: "The version this was copied from wasn't found.",
  document: "The document wasn't found.",
  email: "The email wasn't found.",
  error: "The error wasn't found.",
  factor: "This passkey or app wasn't found. It may have been removed already.",
  export: "The export wasn't found.",
  failedJob: "This job wasn't found. It may have been retried already.",
  file: "The file wasn't found.",
  formerMember: "The former member wasn't found.",
  guardian: "The guardian wasn't found.",
  history: "The history of that time isn't available.",
  import: "The import wasn't found.",
  incident: "The incident wasn't found.",
  invitation: "The invitation wasn't found.",
  level: "The level wasn't found.",
  link: "The link wasn't found.",
  logo: "The logo wasn't found.",
  member: "The member wasn't found.",
  organization: "The organization wasn't found.",
  ownProfile: "Your profile wasn't found.",
  package: "The package wasn't found.",
  pair: "This pair of possible duplicates wasn't found.",
  payment: "The payment wasn't found.",
  adjustment: "This discount or waived fee wasn't found.",
  billingInformation: "There's no billing information yet. Enter it first.",
  invoice: "The invoice wasn't found.",
  paymentMethod: "The card wasn't found.",
  person: "The person wasn't found.",
  partner: "The connection to this partner wasn't found.",
  photo: "The photo wasn't found.",
  policyVersion: "This version of the policy wasn't found.",
  preview: "The preview wasn't found.",
  profile: "The profile wasn't found.",
  question: "The question wasn't found.",
  report: "This report wasn't found.",
  requirement: "The requirement wasn't found.",
  role: "The role wasn't found.",
  row: "The row wasn't found.",
  savedMapping: "The saved mapping wasn't found.",
  session: "The session wasn't found.",
  signIn: "The sign-in wasn't found.",
  signupLink: "The sign-up link wasn't found.",
  submission: "The submission wasn't found.",
  supportAccess: "This support access wasn't found.",
  supportView: "This request wasn't found.",
  task: "The task wasn't found.",
  taskStarter: "The person who started this wasn't found.",
  registry: "This registry wasn't found.",
  screeningAccount: "This account wasn't found, or your organization may not use it.",
  webhook: "The webhook endpoint wasn't found.",
  webhookDelivery: "This delivery wasn't found. Deliveries are kept for 30 days.",
  screeningClient: "This background check account wasn't found.",
  registryVersion: "This version of the registry wasn't found.",
  template: "This template wasn't found.",
  training: "The training wasn't found.",
  trainingPart: "This part of the training wasn't found.",
  upload: "The upload wasn't found.",
  version: "This version wasn't found.",
  video: "The video wasn't found.",
  view: "The view wasn't found.",
  waiver: "The waiver wasn't found.",
} as const;

/** Also for what exists in another organization: nobody learns that it exists. */
export const notFound = (what: keyof typeof missing) => new Refusal("notFound", missing[what]);
export const forbidden = (message: string, reason: string) => new Refusal("forbidden", message, { reason });
export const conflict = (message: string, state: string) => new Refusal("conflict", message, { reason: state });
export const invalid = (path: string, message: string) =>
  new Refusal("invalid", message, { errors: [{ path, message }] });
/** The reason of a refusal because the organization is suspended or closed. */
export const suspendedReason = "organizationSuspended";
export const organizationSuspended = () =>
  forbidden(
    "This organization is suspended. Ask the people who run this installation of Touchline why, and for how long.",
    suspendedReason,
  );
/** Makes null of the refusal that an organization is suspended. @throws every other error */
export function unlessSuspended(error: unknown): null {
  if (error instanceof Refusal && error.reason === suspendedReason) return null;
  throw error;
}
export const unauthenticated = () => new Refusal("unauthenticated", "Log in to continue.");
