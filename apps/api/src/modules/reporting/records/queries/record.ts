import { overallStatusLabels } from "@touchline/contract";
import { sql } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { overallStatusNow } from "../../../compliance/index.ts";
import type { StoredBytes } from "../../../files/index.ts";
import { reasonPlace } from "../../../library/index.ts";
import { namesOf } from "../../../people/index.ts";
import { answersOfPerson } from "../../../requirements/index.ts";
import type { PastOf } from "../../timeline/queries/person.ts";
import { type Covered, coveredBy } from "./chain.ts";
import { personOfRecord } from "./person.ts";
import { type Bounded, iso, judgesOf, most, plain, rowsOf } from "./reading.ts";
import { historyOf, mailsOf } from "./record-history.ts";
import { requirementsOf } from "./record-requirements.ts";
import { whyOf } from "./why.ts";
import { inWords } from "./words.ts";

/** The version of the `record.json` format; `docs/records.md` describes it. */
export const recordFormat = "touchline-record/1";

export type RecordedFile = { path: string; stored: StoredBytes; sha256: string; uploadedAt: Date };
export type PersonRecord = {
  /** The contents of `record.json`. */
  said: RecordSaid;
  files: RecordedFile[];
  covered: Covered;
};
export type RecordSaid = Awaited<ReturnType<typeof readRecord>>["said"];

/**
 * Reads everything stored about a person, as far as the actor may read it: withheld parts are marked, with their hash if they
 * have one. Only reads.
 *
 * @throws NotFound, Forbidden
 */
export async function recordOfPerson(call: Call, profileLevelAccessId: string, taskId: string): Promise<PersonRecord> {
  const past = await personOfRecord(call, profileLevelAccessId);
  return readRecord(call, past, taskId);
}

async function readRecord(call: Call, past: PastOf, taskId: string) {
  const { profileId } = past;
  const cutOff: string[] = [];
  const bounded: Bounded = (name, rows) => {
    if (rows.length > most[name]) cutOff.push(name);
    return rows.slice(0, most[name]);
  };
  const may = judgesOf(call, past);
  const { name, timeZone: zone } = await organizationFacts(call);
  const [person] = await rowsOf<Record<string, string | null>>(
    call,
    sql`SELECT first_name, last_name, email, date_of_birth::text AS date_of_birth, activated_at::text AS activated_at,
        confirmed_at::text AS confirmed_at, archived_at::text AS archived_at, created_at::text AS created_at
      FROM profile WHERE organization_id = ${call.organizationId} AND profile_id = ${profileId}`,
  );
  const by = actingProfile(call) ?? "";
  const exporter = (await namesOf(call, [by])).get(by) ?? "";
  const covered = await coveredBy(call, profileId, may);
  const memberships = bounded("memberships", await membershipsOf(call, profileId));
  const standings: ReturnType<typeof inWords>[] = [];
  for (const one of memberships) standings.push(inWords(await whyOf(call, one.profileLevelAccessId, undefined), zone));
  const { requirements, files } = await requirementsOf(call, past, { may, bounded, zone });
  const whom = `${person?.first_name ?? ""} ${person?.last_name ?? ""}`.trim();
  const history = bounded("events", await historyOf(call, past, { may, covered, whom }));
  const sequence = (source: string, id: string) => covered.sequences.get(`${source} ${id}`) ?? null;
  return {
    said: {
      format: recordFormat,
      recordId: taskId,
      exportedAt: call.now.toISOString(),
      exportedBy: { profileId: by, name: exporter },
      organization: { organizationId: call.organizationId as string, name, timeZone: zone },
      person: {
        profileId,
        firstName: person?.first_name ?? "",
        lastName: person?.last_name ?? "",
        email: person?.email ?? null,
        dateOfBirth: person?.date_of_birth ?? null,
        createdAt: iso(person?.created_at ?? null),
        activatedAt: iso(person?.activated_at ?? null),
        emailConfirmedAt: iso(person?.confirmed_at ?? null),
        archivedAt: iso(person?.archived_at ?? null),
        told: may.details ? plain(await answersOfPerson(call, profileId)) : null,
      },
      memberships: memberships.map((one, index) => ({ ...one, standing: standings[index] })),
      requirements: requirements.map((row) => ({
        ...row,
        attempts: row.attempts.map((attempt) => ({
          ...attempt,
          review: attempt.review && { ...attempt.review, sequence: sequence("review", attempt.review.reviewId) },
          signature: attempt.signature && {
            ...attempt.signature,
            sequence: sequence("waiver_signature", attempt.signature.waiverSignatureId),
          },
        })),
      })),
      exemptions: bounded("exemptions", await exemptionsOf(call, profileId)),
      history,
      statusChanges: history.flatMap(({ at, source, membership, requirementId, name, from, to }) =>
        to === null
          ? []
          : [
              {
                at,
                of: source === "member_event" ? "membership" : "requirement",
                membership,
                requirementId,
                name,
                from,
                to,
              },
            ],
      ),
      mails: bounded("mails", await mailsOf(call, past, may.mails)),
      files: files.map(({ stored: _, scan: __, ...file }) => file),
      withheld: [
        "This record never includes administrators' notes or incident reports, or says whether there are any.",
        ...(may.log ? [] : ["Only Admins see entries that are in the audit log alone."]),
        ...(may.details ? [] : ["Only people who can edit this profile see the details that the person entered."]),
        ...(may.mails ? [] : ["Only Admins see the subjects of emails."]),
      ],
      cutOff,
      chain: {
        keyId: call.adapters.vault.signing.keyId,
        publicKey: call.adapters.vault.signing.publicKey,
        entries: [...covered.sequences.values()].filter((one) => one !== null).length,
        waiting: [...covered.sequences.values()].filter((one) => one === null).length,
        signedThrough: covered.segments.at(-1)?.through ?? null,
      },
    },
    files: files.flatMap(({ path, stored, sha256, uploadedAt }) =>
      path === null ? [] : [{ path, stored, sha256, uploadedAt: new Date(uploadedAt) }],
    ),
    covered,
  };
}

async function membershipsOf(call: Call, profileId: string) {
  const rows = await rowsOf<{
    id: string;
    level_id: string;
    level: string;
    label_id: string;
    label: string;
    role: string;
    joined_at: string;
    status: keyof typeof overallStatusLabels;
    since: string;
  }>(
    call,
    sql`SELECT pla.profile_level_access_id AS id, pla.level_id, level.name AS level, pla.label_id, label.name AS label,
        label.role, pla.joined_at::text AS joined_at, ${overallStatusNow(call, "standing")} AS status, standing.since::text AS since
      FROM profile_level_access AS pla
      JOIN level ON level.organization_id = pla.organization_id AND level.level_id = pla.level_id
      JOIN label ON label.organization_id = pla.organization_id AND label.label_id = pla.label_id
      JOIN member_standing AS standing ON standing.organization_id = pla.organization_id
        AND standing.profile_level_access_id = pla.profile_level_access_id
      WHERE pla.organization_id = ${call.organizationId} AND pla.profile_id = ${profileId}
      ORDER BY pla.joined_at, pla.profile_level_access_id LIMIT ${most.memberships + 1}`,
  );
  return rows.map((row) => ({
    profileLevelAccessId: row.id,
    levelId: row.level_id,
    levelName: row.level,
    labelId: row.label_id,
    labelName: row.label,
    role: row.role,
    joinedAt: iso(row.joined_at),
    overallStatus: row.status,
    overallStatusWords: overallStatusLabels[row.status],
    overallStatusSince: iso(row.since),
  }));
}

async function exemptionsOf(call: Call, profileId: string) {
  const rows = await rowsOf<{
    id: string;
    content: string;
    until: string | null;
    created_at: string;
    created_by: string | null;
    ended_at: string | null;
    taken_back: { endedAt: string; takenBackAt: string }[] | null;
    sealed: Buffer;
  }>(
    call,
    sql`SELECT exempt.content_exemption_id AS id, content.name AS content, exempt.until_day::text AS until,
        exempt.created_at::text AS created_at, exempt.ended_at::text AS ended_at, exempt.sealed_reason AS sealed,
        creator.first_name || ' ' || creator.last_name AS created_by,
        (SELECT json_agg(json_build_object('endedAt', change.changed_at, 'takenBackAt', change.undone_at)
            ORDER BY change.changed_at)
          FROM content_assignment_change AS change
          WHERE change.organization_id = exempt.organization_id AND change.content_id = exempt.content_id
            AND change.undone_at IS NOT NULL
            AND exempt.content_exemption_id = ANY(change.exemptions_ended)) AS taken_back
      FROM content_exemption AS exempt
      JOIN content ON content.organization_id = exempt.organization_id AND content.content_id = exempt.content_id
      LEFT JOIN profile AS creator ON creator.organization_id = exempt.organization_id
        AND creator.profile_id = exempt.created_by
      WHERE exempt.organization_id = ${call.organizationId} AND exempt.profile_id = ${profileId}
      ORDER BY exempt.created_at LIMIT ${most.exemptions + 1}`,
  );
  const { wrappedKey: key } = await organizationFacts(call);
  return rows.map((row) => ({
    exemptionId: row.id,
    name: row.content,
    reason: call.adapters.vault.open(key, reasonPlace(call, row.id), row.sealed),
    untilDay: row.until,
    createdAt: iso(row.created_at),
    createdBy: row.created_by,
    endedAt: iso(row.ended_at),
    endsTakenBack: (row.taken_back ?? []).map((one) => ({
      endedAt: iso(one.endedAt),
      takenBackAt: iso(one.takenBackAt),
    })),
  }));
}
