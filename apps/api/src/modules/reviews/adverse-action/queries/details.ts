import type { ResponseOf } from "@touchline/contract";
import type { AdverseAct, AdverseStepKind, getAdverseAction } from "@touchline/contract/screening/adverse-action";
import {
  type AdverseStepFacts,
  adverseNext,
  adverseNextForReviewers,
  adverseRefusal,
  adverseRefusalTexts,
  adverseStepText,
  adverseTexts,
  adverseTextsForReviewers,
  dayOf,
  finalFromText,
  waitingPeriod,
} from "@touchline/rules";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { storedFile } from "../../../../schema/files.ts";
import {
  adverseActionDocument,
  adverseActionFile,
  adverseActionStep,
  reviewProposal,
} from "../../../../schema/reviews.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { recipientsFor } from "../../../messages/index.ts";
import { namesOf } from "../../../people/index.ts";
import { sentFactsOf } from "../actions/decide.ts";
import { dayWritten } from "../actions/letter.ts";
import { type ActionRow, type AdversePlace, type AdverseRead, readAdverse, stateNow, stepPlace } from "./action.ts";
import { knownAgency, partiesOf } from "./parties.ts";

type Shown = ResponseOf<typeof getAdverseAction>;

/** More of one adverse action is never shown. */
const mostShown = 200;

/** Returns an adverse action as the caller may see it. @throws NotFound, Forbidden, Conflict */
export async function adverseShown(call: Call, place: AdversePlace): Promise<Shown> {
  const read = await readAdverse(call, place, "ownOrReview");
  const own = read.target.self || read.target.guardedChild;
  const starts = !own && adverseRefusal("start", read.facts) === null;
  return {
    own,
    acts: actsOf(call, read, own),
    beginning: starts ? await beginningOf(call, read) : null,
    action: read.action && (await actionShown(call, read, read.action, own)),
  };
}

const ofThePerson: readonly AdverseAct[] = ["dispute", "statement"];
const ofReviewers: readonly AdverseAct[] = ["start", "dispute", "closeDispute", "assess", "final", "clear"];

function actsOf(call: Call, read: AdverseRead, own: boolean): Shown["acts"] {
  const { facts, on } = read;
  const mine = own
    ? ofThePerson
    : ofReviewers.filter((act) => {
        const needs = act === "start" || act === "final" ? "requirements.disqualify" : "requirements.review";
        return verdictOn(call, needs, on.about).allowed;
      });
  return mine.map((act) => {
    const refusal = adverseRefusal(act, facts);
    const day = refusal === "periodRuns" && facts.endsAt !== null ? dayWritten(dayOf(facts.endsAt, on.zone)) : null;
    return { act, refusal: refusal && (day === null ? adverseRefusalTexts[refusal] : finalFromText(day)) };
  });
}

async function beginningOf(call: Call, read: AdverseRead): Promise<Shown["beginning"]> {
  const [{ waitingDays }, agency, readers] = await Promise.all([
    partiesOf(call, read),
    knownAgency(call, read),
    recipientsFor(call, { people: [read.target.profileId] }),
  ]);
  const { name, address, phone } = agency;
  return {
    agency: { name, address, phone },
    uploadsReport: read.order === null,
    waitingDays,
    finalFrom: waitingPeriod(call.now.getTime(), waitingDays, read.on.zone).finalFrom,
    byMail: read.target.email === null && (readers.get(read.target.profileId) ?? []).length === 0,
  };
}

async function actionShown(call: Call, read: AdverseRead, action: ActionRow, own: boolean): Promise<Shown["action"]> {
  const { on, facts, isPresent } = read;
  const state = stateNow(action, isPresent && facts.findingOpen);
  const finalFrom = action.endsAt === null ? null : dayOf(action.endsAt.getTime(), on.zone);
  const days = {
    lastDay: action.lastDay === null ? "" : dayWritten(action.lastDay),
    finalFrom: finalFrom === null ? "" : dayWritten(finalFrom),
    ended: action.endsAt !== null && action.endsAt <= call.now,
  };
  const [{ items, agency }, documents, steps, proposed] = await Promise.all([
    sentFactsOf(call, action),
    documentsOf(call, action),
    stepsOf(call, action, own),
    own ? false : isProposed(call, action),
  ]);
  const { adverseActionId, sentAt, waitingDays, lastDay, simulated, byMail } = action;
  return {
    ...{ adverseActionId, state, waitingDays, lastDay, finalFrom, items, agency, simulated, byMail },
    text: (own ? adverseTexts : adverseTextsForReviewers)[state],
    next: (own ? adverseNext : adverseNextForReviewers)(state, days),
    sentAt: sentAt.toISOString(),
    ...{ proposed, documents, steps },
  };
}

async function isProposed(call: Call, { attemptId }: ActionRow): Promise<boolean> {
  const rows = await call.db
    .select({ attemptId: reviewProposal.attemptId })
    .from(reviewProposal)
    .where(and(ours(reviewProposal, call), eq(reviewProposal.attemptId, attemptId)));
  return rows.length > 0;
}

async function documentsOf(call: Call, { adverseActionId }: ActionRow) {
  const { adverseActionDocumentId: documentId, kind, madeAt, disposedAt } = adverseActionDocument;
  const rows = await call.db
    .select({ documentId, kind, madeAt, disposedAt })
    .from(adverseActionDocument)
    .where(and(ours(adverseActionDocument, call), eq(adverseActionDocument.adverseActionId, adverseActionId)))
    .orderBy(asc(madeAt), asc(documentId));
  return rows.map((row) => ({
    documentId: row.documentId,
    kind: row.kind,
    at: row.madeAt.toISOString(),
    disposedAt: row.disposedAt?.toISOString() ?? null,
  }));
}

/** Steps that only reviewers see: internal ones, and those the person hears about from the agency. */
const forReviewers: readonly AdverseStepKind[] = ["assessed", "finalProposed", "reportCleared", "reportFlagged"];
/** Steps of which the person reads what was written: their own words. */
const saidToThePerson: readonly AdverseStepKind[] = ["statement", "disputed", "disputedLate"];

async function stepsOf(call: Call, { adverseActionId }: ActionRow, own: boolean) {
  const rows = await call.db
    .select()
    .from(adverseActionStep)
    .where(
      and(
        ours(adverseActionStep, call),
        eq(adverseActionStep.adverseActionId, adverseActionId),
        own ? sql`${adverseActionStep.kind} <> ALL(${sql.param([...forReviewers])}::text[])` : undefined,
      ),
    )
    .orderBy(desc(adverseActionStep.at), desc(adverseActionStep.adverseActionStepId))
    .limit(mostShown);
  const [names, files, { wrappedKey }] = await Promise.all([
    own
      ? new Map<string, string>()
      : namesOf(
          call,
          rows.flatMap((row) => row.actorProfileId ?? []),
        ),
    filesOf(call, adverseActionId),
    organizationFacts(call),
  ]);
  return rows.map((row) => {
    const { adverseActionStepId: stepId, kind, facts, sealedText, actorProfileId } = row;
    const shows = sealedText !== null && (!own || saidToThePerson.includes(kind));
    const name = actorProfileId === null ? null : (names.get(actorProfileId) ?? null);
    return {
      ...{ stepId, kind, at: row.at.toISOString() },
      text: sentence(kind, facts, name),
      said: shows ? saidIn(kind, call.adapters.vault.open(wrappedKey, stepPlace(call, stepId), sealedText)) : [],
      files: files.get(stepId) ?? [],
    };
  });
}

const sentence = (kind: AdverseStepKind, facts: AdverseStepFacts, name: string | null) =>
  [adverseStepText(kind, facts, dayWritten), ...(name === null ? [] : [`By ${name}.`])].join(" ");

function saidIn(kind: AdverseStepKind, text: string): { label: string | null; text: string }[] {
  if (kind !== "assessed") return [{ label: null, text }];
  const { offense, timePassed, role } = JSON.parse(text) as Record<"offense" | "timePassed" | "role", string>;
  return [
    { label: "Nature of the offense", text: offense },
    { label: "Time that has passed", text: timePassed },
    { label: "The role", text: role },
  ];
}

const fileShown = ({ fileId, name, disposedAt }: { fileId: string; name: string; disposedAt: Date | null }) => ({
  ...{ fileId, name },
  disposedAt: disposedAt?.toISOString() ?? null,
});

async function filesOf(call: Call, adverseActionId: string) {
  const rows = await call.db
    .select({
      stepId: adverseActionFile.adverseActionStepId,
      fileId: adverseActionFile.fileId,
      name: storedFile.name,
      disposedAt: adverseActionFile.disposedAt,
    })
    .from(adverseActionFile)
    .innerJoin(adverseActionStep, onKey(adverseActionStep.adverseActionStepId, adverseActionFile.adverseActionStepId))
    .innerJoin(storedFile, onKey(storedFile.fileId, adverseActionFile.fileId))
    .where(and(ours(adverseActionFile, call), eq(adverseActionStep.adverseActionId, adverseActionId)))
    .orderBy(asc(storedFile.createdAt), asc(storedFile.fileId))
    .limit(mostShown);
  const of = Map.groupBy(rows, (row) => row.stepId);
  return new Map([...of].map(([stepId, all]) => [stepId, all.map(fileShown)]));
}
