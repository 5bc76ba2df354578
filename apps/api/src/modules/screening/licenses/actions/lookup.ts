import type { LicenseProblem } from "@touchline/contract/screening/licenses";
import { addToDay, dayOf, startOfDay } from "@touchline/rules";
import type { LicenseAnswer, LicenseHolder } from "../../../../adapters/licenses/port.ts";
import { ProviderError, type ProviderFault } from "../../../../adapters/provider-http.ts";
import { type Adapters, type Call, organizationFacts } from "../../../../call.ts";
import type { Outcome } from "../../../../jobs/jobs.ts";
import { licenseRecord } from "../../../../schema/lookups.ts";
import { withLocks } from "../../../people/index.ts";
import { claimUssfId, ussfIdOfPerson } from "../../../requirements/index.ts";
import { type LicensePerson, licensePerson, licenseRecordOf, recordPlace } from "../queries/record.ts";
import { applyLicenses } from "./apply.ts";

/** The input of a lookup at U.S. Soccer, which runs without an open transaction. */
type Begun = { basis: string; ussfId: string; holder: LicenseHolder };
type Answer = { basis: string } & (
  | { kind: "answer"; answer: LicenseAnswer }
  | { kind: "problem"; problem: LicenseProblem; retryAfter: number | null; text: string | null }
);
type Written = Partial<Omit<typeof licenseRecord.$inferInsert, "organizationId" | "profileId">>;

/** Milliseconds after which a person whose job was lost is looked up again. */
const lease = 120_000;

/**
 * Reads whose licenses to look up. An ID that several people of the organization have isn't looked up, because nobody may use
 * another person's license.
 */
export async function beginLookup(unlocked: Call, { profileId }: { profileId: string }): Promise<Begun | null> {
  if (unlocked.adapters.licenses === null) return null;
  const call = await withLocks(unlocked, { people: [profileId] });
  const person = await licensePerson(call, profileId);
  if (person === null) return null;
  const { wrappedKey } = await organizationFacts(call);
  const ussfId = ussfIdOfPerson(call, { profileId, wrappedKey, sealedUssfId: person.sealedUssfId });
  if (!(await claimUssfId(call, { profileId, wrappedKey }, ussfId))) {
    await keepProblem(call, person, "shared", { retryAfter: null, text: null });
    await applyLicenses(call, person, [], "unknown");
    return null;
  }
  await write(call, person, { askedAt: call.now, nextLookAt: new Date(call.now.getTime() + lease) });
  const { basis, firstName, lastName, dateOfBirth } = person;
  return { basis, ussfId, holder: { firstName, lastName, dateOfBirth } };
}

const problemOf: Record<ProviderFault, LicenseProblem> = {
  unreachable: "unreachable",
  busy: "busy",
  unauthorized: "unauthorized",
  notFound: "unknownId",
  refused: "refused",
  malformed: "malformed",
};

/** Asks U.S. Soccer; any failure is an answer, too. */
export async function requestLicenses({ basis, ussfId, holder }: Begun, { licenses }: Adapters): Promise<Answer> {
  try {
    const answer = await licenses?.look(ussfId, holder);
    if (answer) return { basis, kind: "answer", answer };
    return { basis, kind: "problem", problem: "unreachable", retryAfter: null, text: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { fault, retryAfter, answer } = error;
    return { basis, kind: "problem", problem: problemOf[fault], retryAfter, text: answer };
  }
}

/** Stores U.S. Soccer's answer, and applies it to the person's requirements. */
export async function finishLookup(
  unlocked: Call,
  { profileId }: { profileId: string },
  found: Answer,
): Promise<Outcome> {
  const call = await withLocks(unlocked, { people: [profileId] });
  const person = await licensePerson(call, profileId);
  if (person === null) return undefined;
  // The ID or the name has changed since, so the answer may be about somebody else.
  if (person.basis !== found.basis) return "again";
  if (found.kind === "problem") {
    await keepProblem(call, person, found.problem, found);
    // An id that U.S. Soccer doesn't know, or no longer knows, shows no license.
    if (found.problem === "unknownId") await applyLicenses(call, person, [], "unknown");
    return undefined;
  }
  const { wrappedKey, timeZone } = await organizationFacts(call);
  const { licenses, identity } = found.answer;
  const place = recordPlace(call, profileId, "sealed_licenses");
  await write(call, person, {
    basis: person.basis,
    answeredAt: call.now,
    sealedLicenses: call.adapters.vault.seal(wrappedKey, place, JSON.stringify(licenses)),
    identity,
    ...{ problem: null, problemSince: null, sealedAnswer: null, tries: 0 },
    nextLookAt: nextNight(call, profileId, timeZone),
  });
  await applyLicenses(call, person, licenses, identity);
  return undefined;
}

const hour = 3_600_000;
/** From two to five in the morning, each person at another time. */
function nextNight(call: Call, profileId: string, zone: string): Date {
  const tomorrow = startOfDay(addToDay(dayOf(call.now.getTime(), zone), { days: 1 }), zone);
  return new Date(tomorrow + 2 * hour + (Number.parseInt(profileId.slice(-6), 16) % 10_800) * 1000);
}

/** Seconds before U.S. Soccer is asked again after the first problem of a kind; doubled with each, up to a day. */
const firstPause: Record<LicenseProblem, number> = {
  unreachable: 60,
  busy: 60,
  unauthorized: 900,
  malformed: 900,
  refused: 86_400,
  unknownId: 86_400,
  shared: 86_400,
};
const longestPause = 86_400;

/** Stores why the lookup failed. Earlier findings are kept. */
async function keepProblem(
  call: Call,
  person: LicensePerson,
  problem: LicenseProblem,
  { retryAfter, text }: { retryAfter: number | null; text: string | null },
): Promise<void> {
  const before = await licenseRecordOf(call, person.profileId);
  const repeated = before?.problem === problem && before.basis === person.basis;
  const tries = repeated ? before.tries + 1 : 1;
  const pause = Math.min(retryAfter ?? firstPause[problem] * 2 ** (tries - 1), longestPause);
  const { wrappedKey } = await organizationFacts(call);
  const place = recordPlace(call, person.profileId, "sealed_answer");
  await write(call, person, {
    basis: person.basis,
    problem,
    problemSince: repeated ? before.problemSince : call.now,
    sealedAnswer: problem === "malformed" && text !== null ? call.adapters.vault.seal(wrappedKey, place, text) : null,
    tries,
    nextLookAt: new Date(call.now.getTime() + pause * 1000),
    // Nothing is shown anymore for an ID that doesn't exist or belongs to another person.
    ...(problem === "unknownId" || problem === "shared" ? { sealedLicenses: null, identity: null } : {}),
  });
}

async function write(call: Call, { profileId }: LicensePerson, values: Written): Promise<void> {
  const { organizationId, now } = call;
  const simulated = call.adapters.licenses?.simulated ?? false;
  await call.db
    .insert(licenseRecord)
    .values({ basis: "", askedAt: now, nextLookAt: now, ...values, simulated, organizationId, profileId })
    .onConflictDoUpdate({
      target: [licenseRecord.organizationId, licenseRecord.profileId],
      set: { ...values, simulated },
    });
}
