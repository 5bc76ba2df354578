import type { WebhookProblem } from "@touchline/contract/integrations/webhooks";
import { problemWords, words } from "./words.ts";

/** Describes the result of an attempt: "HTTP 204", "HTTP 302. Redirect, not followed". */
export function answerText({ status, problem }: { status: number | null; problem: WebhookProblem | null }): string {
  const code = status === null ? [] : [words.statusCode({ status })];
  return [
    ...code,
    ...(problem === null || (problem === "status" && status !== null) ? [] : [problemWords[problem]]),
  ].join(". ");
}
