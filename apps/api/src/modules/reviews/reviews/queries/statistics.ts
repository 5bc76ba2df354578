import type { ResponseOf } from "@touchline/contract";
import {
  type getReviewStatistics,
  mostOfAWeek,
  waitingAges,
  weeksOfStatistics,
} from "@touchline/contract/reviews/review-statistics";
import { plural } from "@touchline/rules/plural";
import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { review } from "../../../../schema/reviews.ts";
import { countOf } from "./queue.ts";
import { queueSlice } from "./queue-filter.ts";
import { noReviewer } from "./submissions.ts";

type Statistics = ResponseOf<typeof getReviewStatistics>;
type ReviewTimes = Pick<Statistics, "decided" | "median" | "ninetieth">;
type Decided = {
  content_id: string;
  content_name: string;
  reviewer: string;
  reviewer_name: string | null;
  took: number;
  /** Whether the reviewer also uploaded the submission. */
  same_person: boolean;
};

const dayLong = 86_400_000;
const weekLong = 7 * dayLong;
const everything = { source: [], requirementType: [], search: "" };
/** The most reviewers and contents that are listed: those with the most decisions. */
const mostNamed = 100;

/**
 * Reads how fast submissions are decided within the actor's reach. It reads a limited number of decisions of each week, the
 * latest ones by their index, and up to a thousand pending submissions of each age, however large the organization is.
 *
 * @throws Forbidden
 */
export async function reviewStatistics(call: Call): Promise<Statistics> {
  const waiting = [];
  for (const { upToDays, when } of ages(call.now)) {
    waiting.push({ upToDays, ...(await countOf(call, { type: "Pending", ...everything }, when)) });
  }
  const weeks = [];
  const all: Decided[] = [];
  for (let back = weeksOfStatistics; back > 0; back -= 1) {
    const from = new Date(call.now.getTime() - back * weekLong);
    // Include decisions made in this very moment in the last week.
    const to = new Date(from.getTime() + weekLong + (back === 1 ? 1 : 0));
    const rows = await decidedBetween(call, from, to);
    const looked = rows.slice(0, mostOfAWeek);
    all.push(...looked);
    weeks.push({ from: from.toISOString().slice(0, 10), more: rows.length > looked.length, ...timesOf(looked) });
  }
  return {
    ...timesOf(all),
    samePerson: samePersonIn(all),
    waiting,
    weeks,
    reviewers: grouped(all, (row) => ({ id: row.reviewer, name: row.reviewer_name ?? noReviewer })),
    contents: grouped(all, (row) => ({ id: row.content_id, name: row.content_name })),
  };
}

function ages(now: Date): { upToDays: number | null; when: SQL }[] {
  const before = (days: number) => new Date(now.getTime() - days * dayLong);
  const bounds = [0, ...waitingAges];
  return [
    ...waitingAges.map((upToDays, at) => ({
      upToDays,
      when: and(
        gte(attempt.submittedAt, before(upToDays)),
        at === 0 ? undefined : lt(attempt.submittedAt, before(bounds[at] as number)),
      ) as SQL,
    })),
    { upToDays: null, when: lt(attempt.submittedAt, before(waitingAges[waitingAges.length - 1] as number)) },
  ];
}

async function decidedBetween(call: Call, from: Date, to: Date): Promise<Decided[]> {
  const slice = queueSlice(
    call,
    { type: "Historical", ...everything },
    {
      limit: mostOfAWeek + 1,
      also: and(gte(review.decidedAt, from), lt(review.decidedAt, to)),
    },
  );
  const { rows } = await call.db.execute<Decided>(sql`
    WITH page AS MATERIALIZED (${slice})
    SELECT requirement.content_id, content.name AS content_name, review.reviewer_profile_id AS reviewer,
           reviewer.first_name || ' ' || reviewer.last_name AS reviewer_name,
           greatest(0, extract(epoch FROM review.decided_at - coalesce(attempt.submitted_at, attempt.created_at)) * 1000)::float8
             AS took,
           coalesce(attempt.submitted_by = review.reviewer_profile_id, false) AS same_person
    FROM page
    JOIN review ON review.organization_id = ${call.organizationId} AND review.review_id = page.id
    JOIN attempt ON attempt.organization_id = review.organization_id AND attempt.attempt_id = review.attempt_id
    JOIN requirement ON requirement.organization_id = review.organization_id
      AND requirement.requirement_id = review.requirement_id
    JOIN content ON content.organization_id = review.organization_id AND content.content_id = requirement.content_id
    LEFT JOIN profile AS reviewer ON reviewer.organization_id = review.organization_id
      AND reviewer.profile_id = review.reviewer_profile_id
    ORDER BY page.at DESC`);
  return rows;
}

/** The nearest rank: of ten the ninetieth percentile is the ninth. */
const rank = (sorted: readonly number[], share: number) =>
  sorted.length === 0 ? null : (sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number);

function timesOf(rows: readonly Pick<Decided, "took">[]): ReviewTimes {
  const sorted = rows.map((row) => row.took).sort((a, b) => a - b);
  return { decided: sorted.length, median: rank(sorted, 0.5), ninetieth: rank(sorted, 0.9) };
}

const samePersonIn = (rows: readonly Decided[]) => rows.filter((row) => row.same_person).length;

function grouped(rows: readonly Decided[], by: (row: Decided) => { id: string; name: string }) {
  const groups = new Map<string, { id: string; name: string; rows: Decided[] }>();
  for (const row of rows) {
    const { id, name } = by(row);
    const group = groups.get(id) ?? { id, name, rows: [] };
    group.rows.push(row);
    groups.set(id, group);
  }
  return [...groups.values()]
    .map((group) => ({ id: group.id, name: group.name, ...timesOf(group.rows), samePerson: samePersonIn(group.rows) }))
    .sort((a, b) => b.decided - a.decided || a.name.localeCompare(b.name))
    .slice(0, mostNamed);
}

const hours = (milliseconds: number | null) => (milliseconds === null ? "" : (milliseconds / 3_600_000).toFixed(1));

/** The statistics as rows of a file, times in hours. */
export function statisticsRows(of: Statistics): string[][] {
  const row = (group: string, name: string, times: ReviewTimes) => [
    group,
    name,
    String(times.decided),
    hours(times.median),
    hours(times.ninetieth),
  ];
  return [
    ["Group", "Name", "Count", "Median (hours)", "90th percentile (hours)"],
    row("All", "Last 12 weeks", of),
    ["All", "Uploaded and decided by the same person", String(of.samePerson), "", ""],
    ...of.waiting.map(({ upToDays, count, more }) => [
      "Waiting now",
      upToDays === null ? "Older" : plural(upToDays, { one: "Up to a day", other: "Up to # days" }),
      more ? `more than ${count}` : String(count),
      "",
      "",
    ]),
    ...of.weeks.map((week) => row("Week of", week.from, week)),
    ...of.reviewers.map((one) => row("Reviewer", one.name, one)),
    ...of.contents.map((one) => row("Requirement", one.name, one)),
  ];
}
