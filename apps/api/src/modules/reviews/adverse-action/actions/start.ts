import type { Readable } from "node:stream";
import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { startAdverseAction } from "@touchline/contract/screening/adverse-action";
import { dayOf, preAdverseLetter, screeningAgencies, type WaitingPeriod, waitingPeriod } from "@touchline/rules";
import { type Adapters, actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { conflict, invalid, Refusal } from "../../../../errors.ts";
import type { UploadedFile } from "../../../../http/mount.ts";
import { adverseAction } from "../../../../schema/reviews.ts";
import { withLocks } from "../../../people/index.ts";
import { clientAccess, fetchReport } from "../../../screening/index.ts";
import { type AdverseRead, readAdverse, type SentFacts, sentFactsPlace } from "../queries/action.ts";
import { partiesOf, providerOf } from "../queries/parties.ts";
import { dayWritten, keepDocument, type LetterToPrint, printLetter } from "./letter.ts";
import { notifyPerson } from "./notify.ts";
import { recordStep, refuseUnlessPossible, standing, whomOf } from "./step.ts";

type Input = BodyOf<typeof startAdverseAction> & { requirementId: string; uploads: readonly UploadedFile[] };
type Begun = {
  adverseActionId: string;
  report: { from: "provider"; of: Parameters<typeof fetchReport>[0] } | { from: "upload"; storageKey: string };
  toPrint: LetterToPrint;
  period: WaitingPeriod;
};
type Acted = Pick<Begun, "adverseActionId" | "period"> & { report: Buffer; letter: Buffer };

/** Reads what the notice is about. @throws NotFound, Forbidden, Conflict */
export async function beginNotice(call: Call, input: Input): Promise<Begun> {
  const read = await permittedToStart(call, input);
  const adverseActionId = newId();
  const { toPrint, period } = await letterOf(call, read, input, adverseActionId);
  return { adverseActionId, report: await reportToSend(call, read, input), toPrint, period };
}

async function permittedToStart(call: Call, input: Input): Promise<AdverseRead> {
  const read = await readAdverse(call, input, "requirements.disqualify");
  refuseUnlessPossible("start", read);
  return read;
}

async function letterOf(call: Call, read: AdverseRead, input: Input, adverseActionId: string) {
  const { target, on } = read;
  const parties = await partiesOf(call, read);
  const period = waitingPeriod(call.now.getTime(), parties.waitingDays, on.zone);
  const letter = preAdverseLetter({
    ...parties,
    person: `${target.firstName} ${target.lastName}`,
    requirement: on.required.name,
    today: dayWritten(dayOf(call.now.getTime(), on.zone)),
    lastDay: dayWritten(period.lastDay),
    businessDays: parties.waitingDays,
    items: input.items,
    agency: agencyOf(read, input),
  });
  const { organization, address } = parties;
  return { period, toPrint: { letter, organization, address, reference: adverseActionId, at: call.now } };
}

const agencyOf = (read: AdverseRead, { agencyName, agencyAddress, agencyPhone }: Input): SentFacts["agency"] => ({
  name: agencyName,
  address: agencyAddress,
  phone: agencyPhone,
  website: screeningAgencies[providerOf(read)]?.website ?? null,
});

/** The report comes from the provider where it was ordered there; else a copy is uploaded. @throws 400, 415 */
async function reportToSend(call: Call, { order }: AdverseRead, { uploads }: Input): Promise<Begun["report"]> {
  const [upload] = uploads;
  if (order === null) {
    if (!upload) throw invalid("file", "Add the report as a PDF. The person gets a copy of it.");
    if (!upload.found || "problem" in upload.found || upload.found.mediaType !== "application/pdf") {
      throw new Refusal("unsupportedType", "Add the report as a PDF.");
    }
    return { from: "upload", storageKey: upload.storageKey };
  }
  if (order.providerOrderId === null) throw conflict("The provider hasn't made a report yet.", "noReport");
  const { provider, providerOrderId: orderId, providerReportId: reportId } = order;
  const { access } = await clientAccess(call, order.screeningClientId);
  return { from: "provider", of: { provider, access, placed: { orderId, reportId } } };
}

/** Gets the report as it is now, and prints the letter. @throws Refusal where the provider doesn't give it, or it is harmful */
export async function makeNotice({ report, toPrint, ...rest }: Begun, adapters: Adapters): Promise<Acted> {
  const [content, letter] = await Promise.all([
    report.from === "provider" ? fetchReport(report.of, adapters) : uploaded(adapters, report.storageKey),
    printLetter(toPrint),
  ]);
  return { ...rest, report: content, letter };
}

async function uploaded({ files, scan }: Adapters, storageKey: string): Promise<Buffer> {
  const verdict = await scan.scan(await files.open(storageKey)).catch(() => {
    throw new Refusal("unavailable", "The file couldn't be scanned for malware. Try again in a few minutes.");
  });
  if (verdict.kind === "infected") {
    throw new Refusal("unsupportedType", "This file contains malware. Get another copy of the report.");
  }
  return bytesOf(await files.open(storageKey));
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * Sends the pre-adverse notice: the letter, the copy of the report, and the assessment are kept, the waiting period begins, and the person is
 * told.
 *
 * @throws NotFound, Forbidden, Conflict
 */
export async function sendNotice(
  unlocked: Call,
  input: Input,
  { adverseActionId, period, report, letter }: Acted,
): Promise<ResponseOf<typeof startAdverseAction>> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const read = await permittedToStart(call, input);
  const { on, order } = read;
  const { waitingDays } = await partiesOf(call, read);
  if (waitingPeriod(call.now.getTime(), waitingDays, on.zone).lastDay !== period.lastDay) {
    throw conflict("The day changed while the notice was made. Send it again.", "concurrentChange");
  }
  const facts: SentFacts = { items: input.items, agency: agencyOf(read, input) };
  const { wrappedKey } = await organizationFacts(call);
  const action = {
    organizationId: call.organizationId,
    adverseActionId,
    attemptId: on.attempt?.attemptId as string,
    provider: providerOf(read),
    simulated: order?.simulated ?? false,
    state: "waiting",
    sealedFacts: call.adapters.vault.seal(wrappedKey, sentFactsPlace(call, adverseActionId), JSON.stringify(facts)),
    startedBy: actingProfile(call) ?? call.organizationId,
    sentAt: call.now,
    byMail: false,
    waitingDays,
    lastDay: period.lastDay,
    endsAt: new Date(period.endsAt),
  } as const;
  const whom = whomOf(read);
  const byMail = !(await notifyPerson(call, adverseActionId, whom, {
    requirementName: on.required.name,
    what: "started",
  }));
  await call.db.insert(adverseAction).values({ ...action, byMail });
  await keepDocument(call, adverseActionId, "report", report);
  await keepDocument(call, adverseActionId, "preAdverseNotice", letter);
  const { lastDay } = period;
  await recordStep(call, action, whom, { kind: "started", facts: { lastDay, businessDays: waitingDays } });
  const { offense, timePassed, role } = input;
  await recordStep(call, action, whom, { kind: "assessed", text: JSON.stringify({ offense, timePassed, role }) });
  return standing(read);
}
