import { dayOf, type RegistryIdentity } from "@touchline/rules";
import { and, eq, inArray } from "drizzle-orm";
import { ProviderError, type ProviderFault } from "../../../../adapters/provider-http.ts";
import { type Adapters, type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import type { Outcome } from "../../../../jobs/jobs.ts";
import { type OffenderSearchProblem, offenderSearchFault } from "../../../../schema/lookups.ts";
import { type FoundEntry, searchedVersions, vendorRegistryId } from "../queries/candidates.ts";
import { searchedNames } from "../queries/names.ts";
import { type DueSearch, dueSearches, searchFor } from "./search.ts";

/** The number of people in one step; each takes several requests to the vendor. */
const atOnce = 10;

type Asked = { requirementId: string; basis: string; person: RegistryIdentity };
type Begun = { searches: Asked[]; today: string };
type Answer = {
  answers: { requirementId: string; basis: string; entries: FoundEntry[] }[];
  faults: { requirementId: string; problem: OffenderSearchProblem; retryAfter: number | null; text: string | null }[];
  isLast: boolean;
};

/** Reads the people to search for at the vendor. */
export async function beginAsking(call: Call): Promise<Begun | null> {
  const versions = await searchedVersions(call);
  if (call.adapters.offenderSearch === null || versions === null) return null;
  const due = await dueSearches(call, versions, atOnce);
  if (due.length === 0) return null;
  const names = await searchedNames(call, due);
  const { timeZone } = await organizationFacts(call);
  return {
    today: dayOf(call.now.getTime(), timeZone),
    searches: due.map(({ requirementId, profileId, basis, dateOfBirth }) => ({
      ...{ requirementId, basis },
      person: { names: names.get(profileId) ?? [], dateOfBirth },
    })),
  };
}

const problemOf: Record<ProviderFault, OffenderSearchProblem> = {
  unreachable: "unreachable",
  busy: "busy",
  unauthorized: "unauthorized",
  malformed: "malformed",
  refused: "refused",
  notFound: "refused",
};
/** Problems that would affect every other person too, so the step ends with the first of them. */
const ofEverybody: ReadonlySet<OffenderSearchProblem> = new Set(["unreachable", "busy", "unauthorized"]);

/** Searches at the vendor for one person after the other. */
export async function askVendor({ searches, today }: Begun, { offenderSearch }: Adapters): Promise<Answer> {
  const answer: Answer = { answers: [], faults: [], isLast: searches.length < atOnce };
  for (const { requirementId, basis, person } of searches) {
    try {
      const entries = (await offenderSearch?.search(person)) ?? [];
      answer.answers.push({
        ...{ requirementId, basis },
        entries: entries.map((one) => ({
          ...one,
          ...{ registryId: vendorRegistryId, registryName: offenderSearch?.name ?? "", asOf: today },
        })),
      });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const problem = problemOf[error.fault];
      answer.faults.push({ requirementId, problem, retryAfter: error.retryAfter, text: error.answer });
      if (ofEverybody.has(problem)) return { ...answer, isLast: true };
    }
  }
  return answer;
}

/** Stores the vendor's answers together with matches from the registries that are loaded here. */
export async function finishAsking(call: Call, _: object, { answers, faults, isLast }: Answer): Promise<Outcome> {
  const versions = await searchedVersions(call);
  if (versions === null) return undefined;
  await recordFaults(call, faults);
  if (answers.length > 0) {
    const ids = answers.map((one) => one.requirementId);
    await call.db
      .delete(offenderSearchFault)
      .where(and(ours(offenderSearchFault, call), inArray(offenderSearchFault.requirementId, ids)));
    const due = await dueSearches(call, versions, answers.length, answers as unknown as DueSearch[]);
    if (due.length > 0) await searchFor(call, versions, due, new Map(answers.map((one) => [one.requirementId, one])));
  }
  return isLast ? undefined : "again";
}

/**
 * The seconds until a person is searched for again after a problem. Doubled each time the same problem repeats, up to a day.
 */
const firstPause: Record<OffenderSearchProblem, number> = {
  unreachable: 60,
  busy: 60,
  unauthorized: 900,
  malformed: 900,
  refused: 3_600,
};
const longestPause = 86_400;

async function recordFaults(call: Call, faults: Answer["faults"]): Promise<void> {
  if (faults.length === 0) return;
  const { wrappedKey } = await organizationFacts(call);
  for (const { requirementId, problem, retryAfter, text } of faults) {
    const [before] = await call.db
      .select()
      .from(offenderSearchFault)
      .where(and(ours(offenderSearchFault, call), eq(offenderSearchFault.requirementId, requirementId)));
    const isSame = before?.problem === problem;
    const tries = isSame ? before.tries + 1 : 1;
    const pause = Math.min(retryAfter ?? firstPause[problem] * 2 ** (tries - 1), longestPause);
    const place = {
      ...{ tenant: call.organizationId, table: "offender_search_fault", column: "sealed_answer", id: requirementId },
    };
    const values = {
      ...{ problem, tries, since: isSame ? before.since : call.now },
      nextTryAt: new Date(call.now.getTime() + pause * 1000),
      sealedAnswer: problem === "malformed" && text !== null ? call.adapters.vault.seal(wrappedKey, place, text) : null,
    };
    await call.db
      .insert(offenderSearchFault)
      .values({ organizationId: call.organizationId, requirementId, ...values })
      .onConflictDoUpdate({
        target: [offenderSearchFault.organizationId, offenderSearchFault.requirementId],
        set: values,
      });
  }
}
