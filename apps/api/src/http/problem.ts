import type { Problem } from "@touchline/contract";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseAway, isStorageFull } from "../database/outage.ts";
import { Refusal } from "../errors.ts";

const titles: Record<Problem["code"], string> = {
  invalid: "Something needs correcting",
  malformed: "The request couldn't be read",
  unauthenticated: "Not logged in",
  forbidden: "Not allowed",
  notFound: "Not found",
  conflict: "Not possible in the current state",
  tooLarge: "Too large",
  unsupportedType: "File type or content type not accepted",
  tooMany: "Too many requests",
  unexpected: "Something went wrong",
  providerFailed: "A provider didn't answer as expected",
  unavailable: "Busy",
};

/** PostgreSQL's error codes for conflicts between two callers, which aren't defects of the product. */
const clashes = new Set(["23505", "40001", "40P01"]);

function causeCode(error: unknown): string | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : undefined;
}

/** Converts any thrown value to a refusal; unexpected errors become `unexpected`, without their text. */
export function asRefusal(error: unknown, supportEmail: string): Refusal {
  if (error instanceof Refusal) return error;
  const status = (error as FastifyError).statusCode;
  if (status === 413 && (error as FastifyError).code === "FST_FILES_LIMIT") {
    return new Refusal("tooLarge", "Too many files at once. Upload at most 5.");
  }
  if (status === 413) return new Refusal("tooLarge", "This is larger than 25 MB. Upload a smaller file.");
  if (status === 415) return new Refusal("unsupportedType", "This content type isn't accepted.");
  if (status === 503) return new Refusal("unavailable", "Touchline is busy. Try again in a moment.", { retryAfter: 2 });
  const nested = error instanceof Error ? error.cause : undefined;
  if (nested instanceof Refusal) return nested;
  if (isStorageFull(error)) {
    return new Refusal("unavailable", "The server has run out of space, so nothing was saved. Try again later.", {
      reason: "storageFull",
      retryAfter: 60,
    });
  }
  if (isDatabaseAway(error)) {
    return new Refusal("unavailable", "Touchline is temporarily unavailable. Try again soon.", { retryAfter: 5 });
  }
  if (status !== undefined && status >= 400 && status < 500) {
    return new Refusal("malformed", "The request couldn't be read.");
  }
  if (clashes.has(causeCode(error) ?? "")) {
    return new Refusal("conflict", "Someone else changed this at the same time. Reload the page and try again.", {
      reason: "concurrentChange",
    });
  }
  return new Refusal(
    "unexpected",
    `An unexpected error occurred. Please try again. If the problem persists, please contact support at ${supportEmail}.`,
  );
}

/** Sends a refusal as `application/problem+json`. Unexpected errors are logged with their stack, which is never sent. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, supportEmail: string) {
  const refusal = asRefusal(error, supportEmail);
  if (refusal.code === "unexpected") request.log.error({ err: error }, "Unexpected error");
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
