import { Readable } from "node:stream";
import type { LiveScanDetails } from "@touchline/contract/screening/live-scan";
import { missingFormFacts } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { type Documents, renderDocument } from "../../../../documents/pdf.ts";
import { conflict } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { liveScan } from "../../../../schema/screening.ts";
import { recordRequirementEvents, restandOne, transition } from "../../../compliance/index.ts";
import { permittedInTurn, permittedOfKind, subjectOf } from "../../../requirements/index.ts";
import type { Place } from "../queries/progress.ts";
import { requestFormOf } from "./request-form.ts";

type FormData = Documents["live-scan"];

/**
 * Checks and collects the content of the request form before it is rendered.
 *
 * @throws NotFound, Forbidden, Conflict if facts of the organization or the date of birth are missing.
 */
export async function beginForm(call: Call, input: Place & LiveScanDetails): Promise<FormData> {
  const { found, settings } = await permittedOfKind(call, input, "begin", "live-scan");
  if (missingFormFacts(settings).length > 0) {
    throw conflict("Your organization hasn't entered its Live Scan details yet. Ask it to complete them.", "noForm");
  }
  const { firstName, lastName, dateOfBirth } = found.target;
  if (dateOfBirth === null) {
    throw conflict("The request form needs a date of birth. Enter it in the profile first.", "noBirthDate");
  }
  const { name: organization } = await organizationFacts(call);
  const { profileLevelAccessId: _, requirementId, ...details } = input;
  const person = { firstName, lastName, dateOfBirth };
  return requestFormOf({ organization, settings, person, details, createdAt: call.now, requirementId });
}

/** Renders the form outside of any transaction. */
export async function renderForm(data: FormData): Promise<Buffer> {
  return (await renderDocument("live-scan", data)).pdf;
}

/** Notes that the form was created: the requirement waits on the applicant now. @throws NotFound, Forbidden, Conflict */
export async function finishForm(unlocked: Call, input: Place, pdf: Buffer): Promise<FileAnswer> {
  const { call, found } = await permittedInTurn(unlocked, input, "begin");
  const { attempt, required } = found.on;
  const subject = subjectOf(found.target, found.on);
  const waits = attempt?.state === "waitingApplicant";
  const attemptId = waits
    ? attempt.attemptId
    : (await transition(call, subject, { kind: "sentToApplicant" }, required.versionId)).attemptId;
  const { requirementId } = input;
  await call.db
    .insert(liveScan)
    .values({
      organizationId: call.organizationId,
      ...{ attemptId, requirementId, formMadeAt: call.now, formMadeLastAt: call.now },
    })
    .onConflictDoUpdate({
      target: [liveScan.organizationId, liveScan.attemptId],
      set: { formMadeLastAt: call.now, formMadeAt: sql`coalesce(${liveScan.formMadeAt}, excluded.form_made_at)` },
      setWhere: ours(liveScan, call),
    });
  await recordRequirementEvents(call, [{ ...subject, attemptId, kind: "liveScanFormMade" }]);
  await restandOne(call, subject);
  return {
    name: "Request for Live Scan Service.pdf",
    mediaType: "application/pdf",
    bytes: pdf.length,
    stream: Readable.from([pdf]),
  };
}
