import { expect, test } from "vitest";
import { specCoverage } from "./spec-coverage.ts";

test("the calls that clear a member by a document stand in the OpenAPI document, under the specification's paths", {
  timeout: 60_000,
}, async () => {
  const built = new Set(
    (await specCoverage()).filter((call) => call.present).map((call) => `${call.method} ${call.path}`),
  );
  for (const call of [
    "POST /connect/token",
    "POST /api/refresh-token",
    "POST /api/active-user-session-set",
    "GET /api/logout-session-set",
    "GET /api/app/organization/{}/select-organization",
    "GET /api/app/hierarchy-level/{}/navigation",
    "GET /api/app/hierarchy-level/{}/members",
    "POST /api/app/content/content-document/{}",
    "POST /api/app/content/{}/assign-content",
    "* /api/app/requirement/{}/complete-document",
    "GET /api/app/requirement/review-requirements/{}",
    "GET /api/app/requirement/review",
    "POST /api/app/requirement/review/{}",
  ]) {
    expect(built, call).toContain(call);
  }
});
