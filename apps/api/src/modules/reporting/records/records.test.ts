import { setImmediate } from "node:timers/promises";
import { RequirementStatus } from "@touchline/contract";
import { getWhy } from "@touchline/contract/compliance/why";
import { addNote } from "@touchline/contract/people/notes";
import { addMember, deleteMembership, getMember } from "@touchline/contract/people/profiles";
import { getAuditKey } from "@touchline/contract/reporting/audit";
import { downloadRecord, startRecordExport } from "@touchline/contract/reporting/records";
import { getAsOf, getTimeline, listMemberMails } from "@touchline/contract/reporting/timeline";
import { completeDocument } from "@touchline/contract/requirements/requirements";
import { completeWithoutUpload, reviewRequirement } from "@touchline/contract/reviews/reviews";
import { getTask } from "@touchline/contract/tasks/tasks";
import { addToDay, dayOf } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { openPdf, textOf } from "../../../../test/pdf.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aPdf, aWorld, type TestPerson } from "../../../../test/world.ts";
import { entriesIn } from "../../../documents/zip-entries.ts";
import { canonical } from "../../../security/audit-chain.ts";
import { checkRecord, type RecordEntry } from "../../../security/record-check.ts";
import { recordEarlierCompletions } from "../../compliance/standing/actions/earlier-completions.ts";

const world = aWorld();

const codes = ["rule", "overallStatus", "status", "type", "state", "decision", "kind", "payer"];

/** Returns the record's data without the words next to its codes. */
function withoutWords(data: unknown): object {
  if (Array.isArray(data)) return data.map((one) => (typeof one === "object" && one ? withoutWords(one) : one));
  return Object.fromEntries(
    Object.entries(data as object).flatMap(([name, value]) =>
      name.endsWith("Words") ? [] : [[name, typeof value === "object" && value ? withoutWords(value) : value]],
    ),
  );
}

/** Finds codes, by their names, that have no words. */
function codesWithoutWords(data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  const own = data as Record<string, unknown>;
  return [
    ...codes.filter((name) => own[name] !== undefined && own[name] !== null && !own[`${name}Words`]),
    ...Object.values(own).flatMap(codesWithoutWords),
  ];
}

type Packed = Map<string, Buffer>;

async function fetched(by: TestPerson, taskId: string) {
  const path = downloadRecord.path.replace("{id}", taskId);
  return fetch(`${world.it.base}${path}`, {
    headers: { authorization: `Bearer ${await world.it.signIn(by.email)}` },
  });
}

const opened = (zip: Buffer) =>
  entriesIn({ size: zip.length, read: async (at, length) => zip.subarray(at, at + length) });

async function unpacked(zip: Buffer): Promise<Packed> {
  const { entries } = await opened(zip);
  const packed: Packed = new Map();
  for (const { path, read } of entries) {
    const parts: Buffer[] = [];
    for await (const part of read()) parts.push(part);
    packed.set(path, Buffer.concat(parts));
  }
  return packed;
}

/** Replaces the bytes of the archive's entries. */
const holding = (packed: Packed): RecordEntry[] =>
  [...packed].map(([path, bytes]) => ({
    path,
    async *read() {
      yield bytes;
    },
  }));

async function exported(by: TestPerson, plaId: string) {
  const { taskId } = await by.call(startRecordExport, { params: { id: plaId } });
  await world.it.drainJobs();
  const task = await by.call(getTask, { params: { id: taskId } });
  const answer = await fetched(by, taskId);
  const zip = Buffer.from(await answer.arrayBuffer());
  const packed = await unpacked(zip);
  const said = JSON.parse(String(packed.get("record.json") ?? "null"));
  return { taskId, task, answer, zip, packed, said };
}

/** A coach with a returned and an approved submission and notes, with one clean and one infected file. */
async function aPast() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  const manager = await org.aMember("northTeam", "Team Manager");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin);
  await org.aDocument(admin, { name: "Second document", mandatory: false });
  const one = await owedBy(coach);
  const decide = (reviewDecision: "Approved" | "RejectedReset", reviewNotes: string) =>
    director.call(reviewRequirement, {
      params: { plaId: coach.plaId },
      body: { requirementId: one.requirementId, reviewDecision, reviewNotes },
    });
  await send(one);
  await decide("RejectedReset", "The signature is missing.");
  await send(one);
  await decide("Approved", "Fine now.");
  const second = await owedBy(coach, "Second document");
  await send(second);
  await director.call(addNote, { params: { id: coach.plaId }, body: { text: "Between administrators." } });
  await world.it.drainJobs();
  // The last file is infected.
  await org.asSystem((call) =>
    call.db.execute(sql`UPDATE stored_file SET scan = 'infected' WHERE organization_id = ${call.organizationId}
      AND file_id = (SELECT file_id FROM stored_file WHERE organization_id = ${call.organizationId}
        ORDER BY created_at DESC, file_id DESC LIMIT 1)`),
  );
  return { org, admin, director, manager, coach, one };
}

describe("a person's record", () => {
  let past: Awaited<ReturnType<typeof aPast>>;
  let made: Awaited<ReturnType<typeof exported>>;
  beforeAll(async () => {
    past = await aPast();
    made = await exported(past.director, past.coach.plaId);
  });

  test("is an archive that somebody waits for as for any task, and checks as it was handed out", async () => {
    expect(made.task).toMatchObject({ kind: "records.export", state: "done", done: 1, failed: 0 });
    expect(made.answer.headers.get("content-type")).toBe("application/zip");
    expect((await opened(made.zip)).problem).toBeNull();
    expect([...made.packed.keys()].filter((path) => !path.startsWith("files/"))).toEqual([
      "read-me.txt",
      "record.json",
      "record.pdf",
      "chain.ndjson",
      "manifest.json",
      "manifest.sig",
    ]);
    const { publicKey } = await past.admin.call(getAuditKey, {});
    const found = await checkRecord((await opened(made.zip)).entries, { trusted: [publicKey] });
    expect(found.problems).toEqual([]);
    expect(found.notes).toEqual([]);
    expect(found.shown).toBeGreaterThan(10);
    expect(found.files).toBe(made.packed.size - 2);
  });

  test("says what the calls say", async () => {
    const { said } = made;
    const { coach, director } = past;
    const member = await director.call(getMember, { params: { id: coach.plaId } });
    expect(said).toMatchObject({
      format: "touchline-record/1",
      person: { profileId: coach.profileId, email: member.email, dateOfBirth: member.dateOfBirth },
      exportedBy: { profileId: director.profileId },
    });
    const tree = await director.call(getWhy, { params: { id: coach.plaId }, query: {} });
    const { standing } = said.memberships[0];
    expect({ ...withoutWords(standing), at: "" }).toEqual({ ...JSON.parse(JSON.stringify(tree)), at: "" });
    // Next to each code, its meaning.
    expect(codesWithoutWords(standing)).toEqual([]);
    expect(codesWithoutWords(said.requirements.map((one: { attempts: unknown }) => one.attempts))).toEqual([]);
    const decides = standing.rules.find((rung: { decides: boolean }) => rung.decides);
    expect(decides.ruleWords).toMatch(/^[A-Z].*\.$/);
    const events = said.history.filter((row: { source: string }) => /^(requirement|member)_event$/.test(row.source));
    expect(events.filter((row: { kindWords: string | null }) => !row.kindWords)).toEqual([]);
    expect(said.memberships[0].overallStatus).toBe(member.membership.overallStatus);
    const agreement = said.requirements.find((row: { name: string }) => row.name === "Coach agreement");
    expect(
      agreement.attempts.map((row: { state: string; review: { notes: string } }) => [row.state, row.review.notes]),
    ).toEqual([
      ["reset", "The signature is missing."],
      ["approved", "Fine now."],
    ]);
    // Everything that the timeline shows about requirements and memberships.
    const { data } = await director.call(getTimeline, {
      params: { id: coach.plaId },
      query: { kinds: ["requirements", "memberships"], perPage: 100 },
    });
    const ids = new Set(said.history.map((row: { id: string }) => row.id));
    expect(data.filter((line) => !ids.has(line.id))).toEqual([]);
    expect(said.statusChanges.at(-1).at).toBe(
      said.history.findLast((row: { to: string | null }) => row.to !== null).at,
    );
    const mails = await director.call(listMemberMails, { params: { id: coach.plaId }, query: {} });
    expect(said.mails.map((mail: { mailId: string }) => mail.mailId).toReversed()).toEqual(
      mails.data.map((mail) => mail.mailId),
    );
    expect(member.requirements.find((row) => row.name === "Coach agreement")?.status).toBe(RequirementStatus.Completed);
    expect(agreement.status).toBe("Completed");
  });

  test("has the files as they were uploaded; one that harms is listed by its hash and left out", async () => {
    const { said, packed } = made;
    const [first] = said.files;
    expect(packed.get(first.path)).toEqual(Buffer.from(await aPdf().arrayBuffer()));
    expect(said.files.map((file: { leftOut: string | null }) => file.leftOut)).toEqual([
      null,
      null,
      "It contains malware and is locked.",
    ]);
    const harmful = said.files.at(-1);
    expect(harmful).toMatchObject({ path: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect([...packed.keys()].filter((path) => path.startsWith("files/"))).toHaveLength(2);
  });

  test("checks also where a long name ends in the middle of what is one letter, and keeps what tells its kind", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aDocument(admin);
    const { requirementId, profileLevelAccessId } = await owedBy(coach);
    for (const name of [`${"a".repeat(75)}😀😀😀.pdf`, `${"b".repeat(79)}😀.pdf`]) {
      const body = { profileLevelAccessId };
      await coach.call(completeDocument, { params: { id: requirementId }, body, files: [aPdf(name)] });
      await admin.call(reviewRequirement, {
        params: { plaId: coach.plaId },
        body: { requirementId, reviewDecision: "RejectedReset", reviewNotes: "Once more." },
      });
    }
    const { zip, packed } = await exported(admin, coach.plaId);
    const names = [...packed.keys()].filter((path) => path.startsWith("files/")).map((path) => path.split("/").at(-1));
    expect(names.toSorted()).toEqual([`${"a".repeat(75)}.pdf`, `${"b".repeat(76)}.pdf`]);
    const { publicKey } = await admin.call(getAuditKey, {});
    expect((await checkRecord((await opened(zip)).entries, { trusted: [publicKey] })).problems).toEqual([]);
  });

  test("tells nothing of notes and incidents, to a Director no subject of a mail; to an Admin these and the log", async () => {
    const everything = [...made.packed.values()].map(String).join("\n");
    expect(everything).not.toContain("Between administrators");
    expect(everything).not.toContain("member_note");
    expect(made.said.mails.every((mail: { subject: null }) => mail.subject === null)).toBe(true);
    expect(made.said.history.some((row: { source: string }) => row.source === "audit_event")).toBe(false);
    const whole = await exported(past.admin, past.coach.plaId);
    expect(whole.said.mails.every((mail: { subject: string }) => mail.subject.length > 3)).toBe(true);
    expect(whole.said.history.some((row: { kind: string }) => row.kind === "record.exported")).toBe(true);
    expect([...whole.packed.values()].map(String).join("\n")).not.toMatch(/Between administrators|note\.added/);
    expect((await checkRecord((await opened(whole.zip)).entries)).problems).toEqual([]);
  });

  test("is a tagged document to read, PDF/UA-1, in the language it is in", () => {
    const pdf = String(made.packed.get("record.pdf")?.toString("latin1"));
    expect(pdf.startsWith("%PDF-1.")).toBe(true);
    expect(pdf).toContain("/StructTreeRoot");
    expect(pdf).toContain("/Marked true");
    expect(pdf).toContain("/Lang (en)");
    expect(pdf).toContain("<pdfuaid:part>1</pdfuaid:part>");
  });

  test("that somebody made and fetched it is in the audit log, with the hash of what was handed out", async () => {
    const { rows } = await past.org.asSystem((call) =>
      call.db.execute<{ action: string; actor: string; profile: string; facts: { sha256?: string } }>(sql`
        SELECT action, actor_profile_id AS actor, profile_id AS profile, facts FROM audit_event
        WHERE organization_id = ${call.organizationId} AND subject_id = ${made.taskId} AND action LIKE 'record%'
        ORDER BY at`),
    );
    const { createHash } = await import("node:crypto");
    expect(rows).toEqual([
      { action: "record.exported", actor: past.director.profileId, profile: past.coach.profileId, facts: {} },
      {
        action: "record.downloaded",
        actor: past.director.profileId,
        profile: past.coach.profileId,
        facts: { sha256: createHash("sha256").update(made.zip).digest("hex") },
      },
    ]);
  });

  test("altered in any byte of any of its files is found out", async () => {
    const clean = await checkRecord(holding(made.packed));
    expect(clean.problems).toEqual([]);
    for (const [path, bytes] of made.packed) {
      // Some positions in each, and both ends.
      const places = [
        0,
        bytes.length - 1,
        ...Array.from({ length: 12 }, () => Math.floor(Math.random() * bytes.length)),
      ];
      for (const place of new Set(places)) {
        const altered = Buffer.from(bytes);
        altered[place] = (altered[place] as number) ^ (1 + Math.floor(Math.random() * 255));
        const { problems } = await checkRecord(holding(new Map([...made.packed, [path, altered]])));
        expect(`${path} ${place}: ${problems.length > 0}`).toBe(`${path} ${place}: true`);
      }
      const without = new Map(made.packed);
      without.delete(path);
      const { problems } = await checkRecord(holding(without));
      expect(problems.join("\n")).toContain(`${path} is missing.`);
    }
    // A renamed field is still in the canonical form.
    const renamed = Buffer.from(String(made.packed.get("manifest.json")).replaceAll('"path":', '"pbth":'));
    const { problems } = await checkRecord(holding(new Map([...made.packed, ["manifest.json", renamed]])));
    expect(problems).toContain("manifest.json is not as it was written.");
    const more = await checkRecord(holding(new Map([...made.packed, ["files/extra.txt", Buffer.from("x")]])));
    expect(more.problems).toEqual(["files/extra.txt is not in the manifest."]);
  });

  test("signed by somebody else's key is no record of this installation", async () => {
    const { generateKeyPairSync } = await import("node:crypto");
    const other = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }).toString();
    const { problems } = await checkRecord(holding(made.packed), { trusted: [other] });
    expect(problems.join("\n")).toMatch(/which you did not name/);
    expect(problems.join("\n")).toMatch(/which is not known here/);
  });

  test("whose history was rewritten, hashes and manifest and all, still does not follow from the chain", async () => {
    const lines = String(made.packed.get("chain.ndjson")).trimEnd().split("\n");
    const at = lines.findIndex((line) => line.includes('"source":"requirement_event"'));
    const line = JSON.parse(lines[at] as string);
    lines[at] = canonical({ ...line, record: { ...line.record, actor: "somebody" } });
    const { problems } = await checkRecord(
      holding(new Map([...made.packed, ["chain.ndjson", Buffer.from(`${lines.join("\n")}\n`)]])),
    );
    expect(problems.join("\n")).toContain(`Entry ${line.seq} is altered`);
  });

  test("entries that claim to continue beyond the file's end are reported, and the check continues", async () => {
    const altered = Buffer.from(made.zip);
    const header = Buffer.from([0x50, 0x4b, 1, 2]);
    for (let at = altered.indexOf(header); at !== -1; at = altered.indexOf(header, at + 4)) {
      const isDeflated = altered.readUInt16LE(at + 10) === 8;
      if (isDeflated) altered.writeUInt32LE(0x7fff_ffff, at + 20);
    }
    const beyond = Promise.withResolvers<void>();
    const { entries, problem } = await entriesIn({
      size: altered.length,
      read: async (position, length) => {
        // Later bytes are requested while the entry is already being unpacked.
        if (position >= altered.length) await beyond.promise;
        return altered.subarray(position, position + length);
      },
    });
    expect(problem).toContain("something besides");
    await checkRecord(entries);
    beyond.resolve();
    // An unhandled error is thrown within a few turns of the event loop.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  });

  test("as a file on the disk, any byte of it may be flipped: what is read differs, or nothing of it mattered", async () => {
    const whole = await unpacked(made.zip);
    for (let round = 0; round < 60; round += 1) {
      const altered = Buffer.from(made.zip);
      const place = Math.floor(Math.random() * altered.length);
      altered[place] = (altered[place] as number) ^ 0x41;
      const { entries, problem } = await opened(altered);
      const { problems } = await checkRecord(entries);
      if (problem !== null || problems.length > 0) continue;
      // A time or an attribute in a header: every byte of every file stays the same.
      expect(await unpacked(altered)).toEqual(whole);
    }
  });
});

test("a record tells last days inclusive, in words, and of each completion how it came to count, as every page does", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  const coach = await org.aMember("northTeam", "Head Coach");
  const reviewed = await org.aDocument(admin, { name: "Reviewed" });
  const marked = await org.aDocument(admin, { name: "Marked" });
  const carried = await org.aDocument(admin, { name: "Carried" });
  const one = await owedBy(coach, "Reviewed");
  await send(one);
  await director.call(reviewRequirement, {
    params: { plaId: coach.plaId },
    body: { requirementId: one.requirementId, reviewDecision: "Approved", reviewNotes: "" },
  });
  const zone = "America/Los_Angeles";
  const today = dayOf(world.it.clock.now().getTime(), zone);
  const completedOn = addToDay(today, { days: -10 });
  await director.call(completeWithoutUpload, {
    params: { plaId: coach.plaId },
    body: { requirementId: (await owedBy(coach, "Marked")).requirementId, date: completedOn, reason: "Seen on paper." },
  });
  const earlier = { profileId: coach.profileId, contentId: carried.contentId, completedOn, validUntil: null };
  expect(await org.asSystem((call) => recordEarlierCompletions(call, [earlier]))).toEqual(["recorded"]);

  const { packed, said } = await exported(admin, coach.plaId);
  const name = async (person: TestPerson) => {
    const { firstName, lastName } = await admin.call(getMember, { params: { id: person.plaId } });
    return `${firstName} ${lastName}`;
  };
  const by = await name(director);
  const words = (day: string) =>
    new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day));
  const ends = said.requirements.map(
    (row: { name: string; attempts: { wayWords: string; completedAtWords: string }[] }) => [
      row.name,
      row.attempts[0]?.wayWords,
      row.attempts[0]?.completedAtWords,
    ],
  );
  expect(ends.toSorted()).toEqual([
    ["Carried", "Imported", words(completedOn)],
    ["Marked", `Marked complete by ${by}`, words(completedOn)],
    ["Reviewed", `Approved after review by ${by}`, words(today)],
  ]);

  // The pages show the same: now, at the end of a day, and in the history.
  const waysOf = (rows: { contentId: string; way: string | undefined; who: string | null | undefined }[]) =>
    Object.fromEntries(rows.map((row) => [row.contentId, `${row.way} ${row.who ?? ""}`.trim()]));
  const expected = {
    [reviewed.contentId]: `reviewed ${by}`,
    [marked.contentId]: `markedComplete ${by}`,
    [carried.contentId]: "carriedOver",
  };
  const why = await director.call(getWhy, { params: { id: coach.plaId }, query: {} });
  expect(
    waysOf(
      why.requirements.map(({ contentId, counts }) => ({
        contentId,
        way: counts?.way,
        who: counts?.reviewerName ?? counts?.markedByName,
      })),
    ),
  ).toEqual(expected);
  const then = await director.call(getAsOf, { params: { id: coach.plaId }, query: { day: today } });
  expect(
    waysOf(
      (then.memberships[0]?.requirements ?? []).map(({ contentId, evidence }) => ({
        contentId,
        way: evidence?.way,
        who: evidence?.reviewerName ?? evidence?.markedByName,
      })),
    ),
  ).toEqual(expected);
  const { data } = await director.call(getTimeline, {
    params: { id: coach.plaId },
    query: { kinds: ["requirements"], perPage: 100 },
  });
  const acts = data.flatMap((line) => (line.kind === "requirements" ? [`${line.contentName} ${line.what}`] : []));
  expect(acts).toEqual(expect.arrayContaining(["Carried carriedOver", "Marked markedComplete"]));

  const text = await textOf(await openPdf(packed.get("record.pdf") as Buffer));
  const lastDay = said.memberships[0].standing.requirements.find((row: { name: string }) => row.name === "Marked")
    .counts.expiresAtWords;
  expect(dayOf(Date.parse(`${lastDay} 12:00 UTC`), "UTC")).toBe(addToDay(completedOn, { years: 1 }));
  expect(text).toContain(`valid through ${lastDay}`);
  for (const [, way] of ends) expect(text).toContain(way);
  expect(text).toContain("Imported as complete: Carried");
  // No codes, and no times of day for days.
  expect(text).not.toMatch(
    /\b[a-z]+\.[a-z]+[A-Z]?[a-z]*ed\b|RejectedDisqualified|RejectedReset|pendingReview|markedComplete/,
  );
  expect(text).not.toMatch(/(valid through|completed|due by) [A-Z][a-z]{2} \d{1,2}, \d{4}, \d/i);
});

describe("whose record may be taken along", () => {
  test("not by Managers, from other levels, or about oneself; if a person has memberships elsewhere, only by an Admin", async () => {
    const { org, admin, director, manager, coach } = await aPast();
    const accounts = await org.aMember("north", "Account Manager");
    const beside = await org.aMember("south", "Club Director");
    const stranger = await (await world.it.anOrganization()).aMember("root", "Administrator");
    const ask = async (by: TestPerson, plaId = coach.plaId) => {
      const { status, body } = await by.ask(startRecordExport, { params: { id: plaId } });
      return [status, (body as { code?: string; reason?: string }).reason ?? null] as const;
    };
    for (const by of [manager, accounts, coach, beside]) expect((await ask(by))[0]).toBe(403);
    expect((await ask(stranger))[0]).toBe(404);
    expect((await ask(admin, admin.plaId))[0]).toBe(403);
    expect((await ask(director))[0]).toBe(200);
    await admin.call(addMember, {
      body: { levelId: org.levels.southClub, labelId: org.labelIds.Volunteer, profileId: coach.profileId },
    });
    expect((await ask(director))[0]).toBe(403);
    expect((await ask(admin))[0]).toBe(200);
  });

  test("is authorized again when it is made and when it is downloaded, and only its creator can download it", async () => {
    const { org, admin, director, coach } = await aPast();
    const other = await org.aMember("north", "Club Director");
    const made = await exported(director, coach.plaId);
    expect((await fetched(other, made.taskId)).status).toBe(404);
    const begun = await director.call(startRecordExport, { params: { id: coach.plaId } });
    await admin.call(addMember, {
      body: { levelId: org.levels.southClub, labelId: org.labelIds.Volunteer, profileId: coach.profileId },
    });
    await world.it.drainJobs();
    expect(await director.call(getTask, { params: { id: begun.taskId } })).toMatchObject({ state: "failed" });
    expect((await fetched(director, begun.taskId)).status).toBe(404);
    expect((await fetched(director, made.taskId)).status).toBe(403);
  });

  test("of a person who has left, by people with access to the whole organization", async () => {
    const { admin, director, coach } = await aPast();
    await admin.call(deleteMembership, { params: { id: coach.plaId } });
    expect((await director.ask(startRecordExport, { params: { id: coach.plaId } })).status).toBe(403);
    const { said, zip } = await exported(admin, coach.plaId);
    expect(said.memberships).toEqual([]);
    expect(said.history.map((row: { kind: string }) => row.kind)).toContain("left");
    expect(said.requirements.length).toBeGreaterThan(0);
    expect((await checkRecord((await opened(zip)).entries)).problems).toEqual([]);
  });

  test("the archive is gone after seven days, bytes and all", async () => {
    const { org, director, coach } = await aPast();
    const made = await exported(director, coach.plaId);
    world.it.clock.shift = 8 * 86_400_000;
    await world.it.runSchedule("records.forgetExports");
    world.it.clock.shift = 0;
    expect((await fetched(director, made.taskId)).status).toBe(404);
    const { rows } = await org.asSystem((call) =>
      call.db.execute(sql`SELECT FROM record_export WHERE organization_id = ${call.organizationId}`),
    );
    expect(rows).toEqual([]);
  });
});
