import { plural } from "@touchline/rules";
import { eq } from "drizzle-orm";
import type { AuditAlarm } from "../../../../adapters/chain-memory/port.ts";
import type { Call } from "../../../../call.ts";
import {
  auditCheck,
  auditHead,
  type CheckProgress,
  type CheckResult,
  type Finding,
} from "../../../../schema/reporting.ts";
import {
  beginning,
  canonical,
  checkpointText,
  contentHash,
  isSigned,
  linkHash,
  publicKeyOf,
} from "../../../../security/audit-chain.ts";
import type { Vault } from "../../../../security/encryption.ts";
import type { FactSource } from "../../../../security/fact-record.ts";
import { checkCounts, checkSome, inconsistencyWords } from "../../../compliance/index.ts";
import { checkFailed, lastEntry } from "../queries/checkpoint-comparison.ts";
import { type AuditExportEntry, checkpointsIn, entriesBetween, saidOf } from "../queries/export.ts";
import { factMismatches, factsRemoved } from "../queries/fact-mismatches.ts";
import { recordOf } from "../queries/sources.ts";

/** How long after the end of the last check the next one is due. */
const checkEvery = 86_400_000;
/** A check that takes longer than this restarts: rows it has already checked may have changed since. */
const longest = 86_400_000;
/** How long after its first entry a chain is checked for the first time. */
const settling = 3_600_000;
/** Findings that are reported one by one, at most. */
const maxReported = 50;

const progressText = (progress: CheckProgress) => canonical(["touchline-audit-check-progress/1", progress]);
const resultText = (result: CheckResult) => canonical(["touchline-audit-check/1", result]);

/** Returns a value whose signature is valid; null for values that this installation did not sign. */
function believed<Value>(vault: Vault, value: Value | null, signature: Buffer | null, text: (value: Value) => string) {
  if (value === null || signature === null) return null;
  return isSigned(publicKeyOf(vault.signing.publicKey), text(value), signature.toString("base64")) ? value : null;
}

/** Returns the result of an organization's last check, as far as it was signed here. */
export const believedResult = (vault: Vault, row: Pick<typeof auditCheck.$inferSelect, "result" | "resultSignature">) =>
  believed(vault, row.result, row.resultSignature, resultText);

async function stateOf(call: Call) {
  const [row] = await call.db
    .select()
    .from(auditCheck)
    .where(eq(auditCheck.organizationId, call.organizationId))
    .for("update");
  const { vault } = call.adapters;
  const progress = row ? believed(vault, row.progress, row.progressSignature, progressText) : null;
  const result = row ? believedResult(vault, row) : null;
  const own = <Value extends { organizationId: string }>(value: Value | null) =>
    value?.organizationId === call.organizationId ? value : null;
  return { progress: own(progress), result: own(result) };
}

/** Returns whether an organization's daily check is due, or was begun and not finished. */
export async function isCheckDue(call: Call): Promise<boolean> {
  const { progress, result } = await stateOf(call);
  if (progress) return true;
  if (!result && (await isNew(call))) return false;
  const age = result ? call.now.getTime() - Date.parse(result.finishedAt) : Number.POSITIVE_INFINITY;
  return age >= checkEvery || age < 0;
}

/** Returns whether an organization's chain has only just begun; it is checked once it has settled. */
async function isNew(call: Call): Promise<boolean> {
  const [first] = await entriesBetween(call, 0, 1);
  const age = first ? call.now.getTime() - Date.parse(first.sealedAt) : 0;
  return age >= 0 && age < settling;
}

/**
 * Does one step of an organization's daily check: compares some thousand entries of the chain with their rows, or some hundred
 * people's statuses with the facts they follow from. Continues where the previous step ended.
 *
 * @returns whether more is left; at the end of a check with findings, the alarm about it.
 */
export async function checkStep(call: Call): Promise<{ more: boolean; alarms: AuditAlarm[] }> {
  const { organizationId, now } = call;
  const before = (await stateOf(call)).progress;
  const stale = before === null || Math.abs(now.getTime() - Date.parse(before.begunAt)) > longest;
  const progress = stale ? await begun(call) : before;
  const more = progress.phase === "chain" ? await chainStep(call, progress) : await statusStep(call, progress);
  const { vault } = call.adapters;
  const signed = (text: string) => Buffer.from(vault.signing.sign(text), "base64");
  if (more) {
    await save(call, { progress, progressSignature: signed(progressText(progress)) });
    return { more: true, alarms: [] };
  }
  const result: CheckResult = {
    organizationId,
    finishedAt: now.toISOString(),
    entries: progress.sequence,
    people: progress.people,
    problems: progress.problems,
    findings: progress.findings,
  };
  await save(call, {
    ...{ progress: null, progressSignature: null },
    ...{ result, resultSignature: signed(resultText(result)) },
  });
  const { problems, entries, people } = result;
  return { more: false, alarms: problems === 0 ? [] : [checkFailed(call, { problems, entries, people })] };
}

async function save(call: Call, set: Partial<typeof auditCheck.$inferInsert>): Promise<void> {
  await call.db
    .insert(auditCheck)
    .values({ organizationId: call.organizationId, ...set })
    .onConflictDoUpdate({ target: auditCheck.organizationId, set });
}

async function begun(call: Call): Promise<CheckProgress> {
  const [head] = await call.db
    .select({ sequence: auditHead.sequence })
    .from(auditHead)
    .where(eq(auditHead.organizationId, call.organizationId));
  return {
    organizationId: call.organizationId,
    phase: "chain",
    begunAt: call.now.toISOString(),
    sequence: 0,
    hash: beginning,
    last: Math.max((await lastEntry(call))?.sequence ?? 0, head?.sequence ?? 0),
    afterProfile: null,
    people: 0,
    problems: 0,
    findings: [],
  };
}

function found(progress: CheckProgress, id: string, what: string) {
  progress.problems += 1;
  if (progress.findings.length < maxReported) progress.findings.push({ id, what } satisfies Finding);
}

async function chainStep(call: Call, progress: CheckProgress): Promise<boolean> {
  const { organizationId } = call;
  const entries = await entriesBetween(call, progress.sequence, progress.last);
  const recordedFacts = await saidOf(call, entries);
  for (const entry of entries) {
    const sequence = Number(entry.sequence);
    const missing = sequence - progress.sequence - 1;
    if (missing > 0)
      found(
        progress,
        String(progress.sequence + 1),
        plural(missing, {
          one: "# entry of the audit log is missing here.",
          other: "# entries of the audit log are missing here.",
        }),
      );
    const { sealedAt, content, hash } = entry;
    if (
      missing === 0 &&
      linkHash({ organizationId, sequence, sealedAt, before: progress.hash, content }) !== entry.hash
    ) {
      found(progress, String(sequence), "This entry of the audit log doesn't follow from the one before.");
    }
    const wrong = wrongRow(organizationId, entry, recordedFacts.get(`${entry.source} ${entry.id}`));
    if (wrong) found(progress, entry.id, rowWords[wrong](entry.source, sequence));
    Object.assign(progress, { sequence, hash });
  }
  const records = entries.flatMap(({ source, id }) => {
    const entry = source === "fact_record" ? recordedFacts.get(`${source} ${id}`)?.said : undefined;
    return entry ? [{ source: entry.source as FactSource, subject: String(entry.subject_id) }] : [];
  });
  for (const { id, what } of await factsRemoved(call, records)) found(progress, id, what);
  const [from, through] = [Number(entries[0]?.sequence ?? 0), progress.sequence];
  if (entries.length > 0) await checkpoints(call, progress, from, through, entries);
  if (entries.length > 0 && progress.sequence < progress.last) return true;
  if (progress.sequence < progress.last) {
    found(
      progress,
      String(progress.sequence + 1),
      `${progress.last - progress.sequence} entries are missing at the end of the chain`,
    );
  }
  progress.phase = "statuses";
  return true;
}

const rowWords = {
  removed: (source: string, sequence: number) =>
    `The row of ${source} that audit log entry ${sequence} is about was removed.`,
  altered: (source: string, sequence: number) =>
    `The row of ${source} no longer says what audit log entry ${sequence} recorded.`,
};

/** Returns the problem with the row of an entry; null: it says what was sealed. */
function wrongRow(
  organizationId: string,
  { source, id, content, sealed }: AuditExportEntry,
  row: { said: Record<string, unknown>; sealedHash: string | null } | undefined,
): keyof typeof rowWords | null {
  if (!row) return "removed";
  // Sealed contents may have been erased since: their hash is in the chain.
  const record = recordOf(source, row.said, row.sealedHash ?? sealed);
  return contentHash({ organizationId, source, id, record }) === content ? null : "altered";
}

/**
 * Verifies that each checkpoint was signed here, for the entry at its place. One under an earlier secret can't be verified
 * here.
 */
async function checkpoints(
  call: Call,
  progress: CheckProgress,
  from: number,
  through: number,
  entries: readonly AuditExportEntry[],
): Promise<void> {
  const { signing } = call.adapters.vault;
  const key = publicKeyOf(signing.publicKey);
  const hashes = new Map(entries.map(({ sequence, hash }) => [Number(sequence), hash]));
  for (const [sequence, signed] of await checkpointsIn(call, from, through)) {
    for (const checkpoint of signed) {
      const foreign = checkpoint.keyId !== signing.keyId;
      const good = foreign || isSigned(key, checkpointText(checkpoint), checkpoint.signature);
      if (!good || hashes.get(sequence) !== checkpoint.hash) {
        found(progress, String(sequence), "the checkpoint at this entry of the chain was not signed for it");
      }
    }
  }
}

async function statusStep(call: Call, progress: CheckProgress): Promise<boolean> {
  const some = await checkSome(call, progress.afterProfile ?? undefined);
  progress.people += some.people;
  progress.afterProfile = some.after;
  const counts = some.after === null ? await checkCounts(call) : [];
  for (const { what, id } of [...some.found, ...counts]) found(progress, id, inconsistencyWords[what]);
  for (const { what, id } of await factMismatches(call, some.checked)) found(progress, id, what);
  return some.after !== null;
}
