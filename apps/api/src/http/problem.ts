import type { Problem } from "@touchline/contract";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseAway, isStorageFull } from "../database/outage.ts";
import { Refusal } from "../errors.ts";

const titles: Record<Problem["code"], string> = {
  invalid: "Something needs correcting",
  malformed: "The request could not be read",
  unauthenticated: "Not signed in",
  forbidden: "Not allowed",
  notFound: "Not found",
  conflict: "Not possible in its present state",
  tooLarge: "Too large",
  unsupportedType: "Kind of file or content not accepted",
  tooMany: "Too many requests",
  unexpected: "Something went wrong",
  unavailable: "Busy",
};

/** PostgreSQL's own codes that mean a clash between two people, not a fault of ours. */
const clashes = new Set(["23505", "40001", "40P01"]);

function causeCode(error: unknown): string | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : undefined;
}

/** Any thrown value as a refusal; what was not foreseen becomes `unexpected`, with nothing of its text. */
export function asRefusal(error: unknown, supportEmail: string): Refusal {
  if (error instanceof Refusal) return error;
  const status = (error as FastifyError).statusCode;
  if (status === 413 && (error as FastifyError).code === "FST_FILES_LIMIT") {
    return new Refusal("tooLarge", "These are too many files at once. Send at most 5.");
  }
  if (status === 413) return new Refusal("tooLarge", "That is larger than 25 MB. Send a smaller file.");
  if (status === 415) return new Refusal("unsupportedType", "This call takes another kind of content.");
  if (status === 503) return new Refusal("unavailable", "Too much at once. Try again in a moment.", { retryAfter: 2 });
  const nested = error instanceof Error ? error.cause : undefined;
  if (nested instanceof Refusal) return nested;
  if (isStorageFull(error)) {
    return new Refusal("unavailable", "The server has run out of space, so nothing was saved. Try again later.", {
      reason: "storageFull",
      retryAfter: 60,
    });
  }
  if (isDatabaseAway(error)) {
    return new Refusal("unavailable", "Touchline is unavailable for the moment. Try again soon.", { retryAfter: 5 });
  }
  if (status !== undefined && status >= 400 && status < 500) {
    return new Refusal("malformed", "The request could not be read.");
  }
  if (clashes.has(causeCode(error) ?? "")) {
    return new Refusal("conflict", "Somebody changed this at the same moment. Look again, then repeat it.", {
      reason: "concurrentChange",
    });
  }
  return new Refusal(
    "unexpected",
    `An unexpected error occurred. Please try again. If the problem persists, please contact support at ${supportEmail}.`,
  );
}

/** Sends a refusal as `application/problem+json`. Unforeseen errors are logged with their stack, never answered with it. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, supportEmail: string) {
  const refusal = asRefusal(error, supportEmail);
  if (refusal.code === "unexpected") request.log.error({ err: error }, "unexpected error");
  const body: Problem = {
    type: `urn:touchline:problem:${refusal.code}`,
    title: titles[refusal.code],
    status: refusal.status,
    detail: refusal.message,
    message: refusal.message,
    code: refusal.code,
    details: refusal.message,
    ...(refusal.reason === undefined ? {} : { reason: refusal.reason }),
    errors: refusal.errors,
  };
  if (refusal.retryAfter !== undefined) reply.header("retry-after", String(refusal.retryAfter));
  return reply.code(refusal.status).type("application/problem+json").serializer(JSON.stringify).send(body);
}
