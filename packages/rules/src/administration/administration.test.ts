import { expect, test } from "vitest";
import { featuresOf } from "./features.ts";
import { type HealthFacts, healthProblemsOf } from "./health.ts";

const day = 86_400_000;
const now = Date.parse("2026-06-01T12:00:00Z");
const well: HealthFacts = {
  ...{ administrators: 1, createdAt: now - 400 * day, lastActivityAt: now - day, mails: 100, mailsFailed: 2 },
  ...{ failedJobs: 0, subscription: "active" },
};

test.each([
  ["nothing is wrong", {}, []],
  ["nobody accepted the invitation", { administrators: 0 }, ["noAdministrator"]],
  ["nobody was there for a month", { lastActivityAt: now - 31 * day }, ["inactive"]],
  ["nobody was ever there, but it is new", { lastActivityAt: null, createdAt: now - day }, []],
  ["the subscription isn't paid", { subscription: "pastDue" }, ["paymentDue"]],
  ["more than a twentieth of the emails fail", { mailsFailed: 6 }, ["mailFailing"]],
  ["a job failed for good", { failedJobs: 1 }, ["jobsFailed"]],
] as const)("of an organization it is told when %s", (_, more, problems) => {
  expect(healthProblemsOf({ ...well, ...more }, now)).toEqual(problems);
});

test("a paused feature stops what changes something, and whatever is called with a key", () => {
  const importing = { method: "POST", path: "/api/app/roster/{id}/start" } as const;
  expect(featuresOf(importing, false)).toEqual(["imports"]);
  expect(featuresOf({ ...importing, method: "GET" }, false)).toEqual([]);
  expect(featuresOf({ method: "GET", path: "/api/v1/eligibility" }, true)).toEqual(["apiKeys"]);
  expect(featuresOf({ method: "POST", path: "/api/app/roster-mapping" }, false)).toEqual([]);
});
