import type { ResponseOf } from "@touchline/contract";
import type { IdentityDocument } from "@touchline/contract/library/content-settings";
import type { SubmissionFacts } from "@touchline/contract/requirements/submissions";
import type { sendIdentityVerification } from "@touchline/contract/verification/identity";
import { dayOf, type HolderFacts } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { identityCheck } from "../../../../schema/verification.ts";
import {
  checkDays,
  isOfKind,
  permittedInTurn,
  type SentFiles,
  submit,
  writeFacts,
} from "../../../requirements/index.ts";
import { sendIdentityProof } from "../../identity-documents/actions/submit.ts";
import { readIdentityImages } from "../jobs.ts";
import { hasReader, notStarted, startedCheck, typedPlace, wantedImages, wrongKind } from "../queries/check.ts";
import { dropCheck } from "./destroy.ts";

/**
 * Submits the verification that was started. Where pictures can be read, that comes first; a person decides in any case.
 *
 * @throws NotFound, Forbidden, Conflict (not started, pictures missing, in review), 400 (dates)
 */
export async function submitVerification(
  unlocked: Call,
  input: Omit<SentFiles, "uploads"> & Partial<Record<"firstName" | "lastName" | "dateOfBirth", string | undefined>>,
): Promise<ResponseOf<typeof sendIdentityVerification>> {
  const { call, found } = await permittedInTurn(unlocked, input, "upload");
  const { required, attempt } = found.on;
  if (!isOfKind(required.settings, "identity-verification")) throw wrongKind();
  const check = await startedCheck(call, attempt);
  if (!check) throw notStarted();
  if (wantedImages(check).missing.length > 0) {
    throw conflict("Some pictures are missing. Take them first.", "picturesMissing");
  }
  checkDays(call, found.on, input);
  const { firstName, lastName, dateOfBirth = null } = input;
  if (dateOfBirth !== null && dateOfBirth > dayOf(call.now.getTime(), found.on.zone)) {
    throw invalid("dateOfBirth", "This date is in the future.");
  }
  if (firstName !== undefined && lastName !== undefined) {
    await writeTyped(call, check, { firstName, lastName, dateOfBirth });
  }
  const { route, document } = check.row;
  const toProvider = route !== "inPerson" && hasReader(call);
  const submitted = await submit(call, found, { ...input, reviewWanted: true, fileIds: [], toProvider });
  const facts: SubmissionFacts = document === null ? {} : { document };
  await writeFacts(call, submitted.attemptId, facts);
  if (toProvider) await enqueue(call, readIdentityImages, { attemptId: submitted.attemptId });
  return submitted;
}

/** Keeps the values that the member confirmed under the verification's own key. */
async function writeTyped(
  call: Call,
  { row: { attemptId }, wrappedKey }: { row: { attemptId: string }; wrappedKey: Buffer },
  typed: HolderFacts,
): Promise<void> {
  const sealedTyped = call.adapters.vault.seal(wrappedKey, typedPlace(call, attemptId), JSON.stringify(typed));
  await call.db
    .update(identityCheck)
    .set({ sealedTyped })
    .where(and(ours(identityCheck, call), eq(identityCheck.attemptId, attemptId)));
}

/** Submits files that were chosen by hand; pictures of a verification that was started instead are destroyed. @throws as `submitFiles` */
export async function submitByHand(call: Call, input: SentFiles & { document: IdentityDocument }) {
  const sent = await sendIdentityProof(call, input);
  await dropCheck(call, sent.attemptId);
  return sent;
}
