import { createHash } from "node:crypto";
import { RequirementStatus, RequirementType } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { expiryOf } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { givenRows } from "../../../../database/lists.ts";
import { registryMatch } from "../../../../schema/screening.ts";
import { audit } from "../../../../security/audit.ts";
import { type AttemptSubject, reportToAttempt, restand } from "../../../compliance/index.ts";
import { withLocks } from "../../../people/index.ts";
import {
  type FoundEntry,
  type FoundMatch,
  matchesAmong,
  searchedVersions,
  searchRegistries,
} from "../queries/candidates.ts";
import { type MatchedEntry, matchPlace } from "../queries/matches.ts";
import { searchedNames } from "../queries/names.ts";
import { completeBySearch } from "./complete.ts";

/** The number of people in one step: a fraction of a second of work, most of it in the database. */
const atOnce = 100;

/** The least time in milliseconds between two searches for an expiring requirement, however short its validity is. */
const renewalPause = 20 * 3_600_000;

/** A requirement whose person has to be searched for. */
export type DueSearch = AttemptSubject & {
  contentVersionId: string;
  settings: ContentSettings;
  status: RequirementStatus;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  basis: string;
};

const subjectOf = ({ requirementId, profileId, contentId, profileLevelAccessId }: DueSearch): AttemptSubject => ({
  ...{ requirementId, profileId, contentId, profileLevelAccessId },
});

/** Statuses in which a search that finds nobody completes the requirement. */
const owed: readonly RequirementStatus[] = [
  RequirementStatus.Incomplete,
  RequirementStatus.Overdue,
  RequirementStatus.Expired,
  RequirementStatus.ExpiringSoon,
];

/**
 * Searches the registries for people who are due: those who were never searched for, whose name or date of birth has changed,
 * whose search expires soon or has expired, and everyone after another version of a registry was loaded. If nobody is found,
 * the requirement is completed. A match that no reviewer has dismissed is sent to review, whatever was decided before. Without
 * a registry or a vendor, no one is searched for.
 *
 * @returns whether more people are due.
 */
export async function searchSome(unlocked: Call, _: object, most = atOnce): Promise<boolean> {
  const versions = await searchedVersions(unlocked);
  if (versions === null) return false;
  const found = await dueSearches(unlocked, versions, most);
  if (found.length === 0) return false;
  await searchFor(unlocked, versions, found);
  return found.length === most;
}

/**
 * Searches for people and updates their requirements.
 *
 * @param elsewhere the vendor's answers by requirement; if missing, only the loaded registries are searched.
 */
export async function searchFor(
  unlocked: Call,
  versions: string,
  found: readonly DueSearch[],
  elsewhere?: ReadonlyMap<string, { basis: string; entries: readonly FoundEntry[] }>,
): Promise<void> {
  const held = await withLocks(unlocked, { people: [...new Set(found.map((one) => one.profileId))] });
  // Read once for everyone who is searched for.
  const call = { ...held, organization: await organizationFacts(held) };
  // Read again under the locks, so that people who were renamed in the meantime are searched for under their new names.
  const due = (await dueSearches(call, versions, found.length, found)).filter(
    // The vendor's answer is dropped if it was about an earlier name or date of birth.
    (one) => elsewhere === undefined || elsewhere.get(one.requirementId)?.basis === one.basis,
  );
  if (due.length === 0) return;
  const names = await searchedNames(call, due);
  const people = due.map(({ profileId, dateOfBirth }) => ({ names: names.get(profileId) ?? [], dateOfBirth }));
  const results = await searchRegistries(call, people);
  const known = await knownEntries(call, due);
  const changed = new Set<string>();
  for (const [place, one] of due.entries()) {
    const person = people[place];
    const also = person ? matchesAmong(person, elsewhere?.get(one.requirementId)?.entries ?? []) : [];
    const matches = [...(results[place] ?? []), ...also].filter(
      ({ entry }) => !known.has(entryKey(one.requirementId, entry)),
    );
    if (matches.length > 0) await openReview(call, one, matches);
    else if (owed.includes(one.status)) await complete(call, one);
    else continue;
    changed.add(one.profileId);
  }
  await recordSearches(call, due);
  await restand(call, changed);
}

/** Finds the requirements whose search is due. @param among limits the search to these requirements. */
export async function dueSearches(
  call: Call,
  versions: string,
  most: number,
  among?: readonly AttemptSubject[],
): Promise<DueSearch[]> {
  const earlier = new Date(call.now.getTime() - renewalPause).toISOString();
  const { rows } = await call.db.execute<DueSearch>(sql`
    SELECT requirement.requirement_id AS "requirementId", requirement.profile_id AS "profileId",
      requirement.content_id AS "contentId", place.profile_level_access_id AS "profileLevelAccessId",
      content.current_version_id AS "contentVersionId", content_version.settings, requirement.status,
      profile.first_name AS "firstName", profile.last_name AS "lastName", profile.date_of_birth AS "dateOfBirth", now.basis
    FROM content
    JOIN content_version ON content_version.organization_id = content.organization_id
      AND content_version.content_version_id = content.current_version_id
    JOIN requirement ON requirement.organization_id = content.organization_id
      AND requirement.content_id = content.content_id AND requirement.archived_at IS NULL
    JOIN profile ON profile.organization_id = requirement.organization_id AND profile.profile_id = requirement.profile_id
      AND profile.date_of_birth IS NOT NULL
    LEFT JOIN other_name AS said ON said.organization_id = profile.organization_id AND said.profile_id = profile.profile_id
    CROSS JOIN LATERAL (SELECT md5(concat_ws(E'\n', 'former names', profile.first_name, profile.last_name, profile.date_of_birth::text,
      ${versions}::text, said.changed_at::text)) AS basis) AS now
    CROSS JOIN LATERAL (SELECT demand.profile_level_access_id FROM demand
      WHERE demand.organization_id = requirement.organization_id AND demand.requirement_id = requirement.requirement_id
      ORDER BY demand.profile_level_access_id LIMIT 1) AS place
    LEFT JOIN registry_search AS last ON last.organization_id = requirement.organization_id
      AND last.requirement_id = requirement.requirement_id
    WHERE content.organization_id = ${call.organizationId} AND content.type = ${RequirementType.SexOffenderSearch}
      AND content.archived_at IS NULL
      ${among ? sql`AND requirement.requirement_id = ANY(${sql.param(among.map((one) => one.requirementId))}::uuid[])` : sql``}
      AND NOT EXISTS (SELECT FROM offender_search_fault AS fault
        WHERE fault.organization_id = requirement.organization_id AND fault.requirement_id = requirement.requirement_id
          AND fault.next_try_at > ${call.now.toISOString()}::timestamptz)
      AND (last.basis IS DISTINCT FROM now.basis
        OR requirement.status IN (${RequirementStatus.Expired}, ${RequirementStatus.ExpiringSoon})
          AND last.searched_at < ${earlier}::timestamptz)
    ORDER BY requirement.requirement_id LIMIT ${most}`);
  return rows;
}

const entryKey = (requirementId: string, { registryId, entryId }: { registryId: string; entryId: string }) =>
  `${requirementId} ${registryId} ${entryId}`;

/** Returns the entries, by requirement, that a reviewer found to be someone else or that are in review. */
async function knownEntries(call: Call, due: readonly AttemptSubject[]): Promise<Set<string>> {
  const { rows } = await call.db.execute<{ requirementId: string; registryId: string; entryId: string }>(sql`
    SELECT found.requirement_id AS "requirementId", found.registry_id AS "registryId", found.entry_id AS "entryId"
    FROM registry_match AS found
    JOIN attempt ON attempt.organization_id = found.organization_id AND attempt.attempt_id = found.attempt_id
    WHERE found.organization_id = ${call.organizationId} AND attempt.state IN ('approved', 'pendingReview')
      AND found.requirement_id = ANY(${sql.param(due.map((one) => one.requirementId))}::uuid[])`);
  return new Set(rows.map((row) => entryKey(row.requirementId, row)));
}

async function openReview(call: Call, one: DueSearch, matches: readonly FoundMatch[]): Promise<void> {
  const event = { kind: "providerFlagged", type: RequirementType.SexOffenderSearch } as const;
  const moved = await reportToAttempt(call, subjectOf(one), event, one.contentVersionId, {
    submittedAt: call.now,
    completedAt: call.now,
  });
  if (moved === null) return;
  const { wrappedKey } = await organizationFacts(call);
  const { attemptId } = moved;
  const rows = matches.map(({ entry, score, reasons }) => ({
    ...{ organizationId: call.organizationId, attemptId, registryId: entry.registryId, entryId: entry.entryId },
    ...{ requirementId: one.requirementId, score },
    sealedEntry: call.adapters.vault.seal(
      wrappedKey,
      matchPlace(call, attemptId, entry),
      JSON.stringify({ ...entry, reasons } satisfies MatchedEntry),
    ),
    foundAt: call.now,
  }));
  await insertRows(call, registryMatch, rows, sql`ON CONFLICT DO NOTHING`);
  // The audit log holds a hash of each entry and doesn't name the person: no one learns that a namesake is registered.
  await audit(
    call,
    rows.map(({ registryId, score, sealedEntry }) => ({
      action: "screening.registryMatched",
      subjectId: attemptId,
      facts: { registryId, score, sha256: createHash("sha256").update(sealedEntry).digest("hex") },
    })),
  );
}

async function complete(call: Call, one: DueSearch): Promise<void> {
  const { timeZone } = await organizationFacts(call);
  const completedAt = call.now.getTime();
  const expiresAt = expiryOf(one.settings.validity, { completedAt, givenDay: null }, timeZone);
  await completeBySearch(call, subjectOf(one), one.contentVersionId, {
    submittedAt: call.now,
    completedAt: call.now,
    decidedAt: call.now,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  });
}

async function recordSearches(call: Call, due: readonly DueSearch[]): Promise<void> {
  await call.db.execute(sql`
    INSERT INTO registry_search (organization_id, requirement_id, basis, searched_at)
    SELECT ${call.organizationId}::uuid, requirement_id, basis, ${call.now.toISOString()}::timestamptz
    FROM ${givenRows([due.map((one) => one.requirementId), "uuid"], [due.map((one) => one.basis), "text"])}
      AS searched (requirement_id, basis)
    ON CONFLICT (organization_id, requirement_id)
      DO UPDATE SET basis = excluded.basis, searched_at = excluded.searched_at
      WHERE registry_search.organization_id = ${call.organizationId}`);
}
