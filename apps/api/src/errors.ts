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

/** Also for what exists in another organization: its existence is nobody's business. */
export const notFound = (what: string) => new Refusal("notFound", `${what} wasn't found.`);
export const forbidden = (message: string, reason: string) => new Refusal("forbidden", message, { reason });
export const conflict = (message: string, state: string) => new Refusal("conflict", message, { reason: state });
export const invalid = (path: string, message: string) =>
  new Refusal("invalid", message, { errors: [{ path, message }] });
export const unauthenticated = () => new Refusal("unauthenticated", "Log in to continue.");
