import type { BodyOf } from "@touchline/contract";
import type { IdentityProgress, startIdentityVerification } from "@touchline/contract/verification/identity";
import type { Call } from "../../../../call.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { identityCheck, identityKey } from "../../../../schema/verification.ts";
import { draftOf, isOfKind, permittedInTurn } from "../../../requirements/index.ts";
import { identitySettings } from "../../identity-documents/queries/identity-settings.ts";
import { checkOf, type IdentityCheck, wrongKind } from "../queries/check.ts";
import { progressOf } from "../queries/progress.ts";
import { releaseSigned } from "../queries/release.ts";
import { dropCheck } from "./destroy.ts";
import { refuseWithoutSelfies } from "./release.ts";

/**
 * Starts a verification, or starts over: with a new key, so that pictures of the earlier one can't be opened anymore.
 *
 * @throws NotFound, Forbidden, Conflict (another kind of requirement, submitted, no selfies here, release not signed), 400 (document)
 */
export async function startVerification(
  unlocked: Call,
  { requirementId, ...body }: { requirementId: string } & BodyOf<typeof startIdentityVerification>,
): Promise<IdentityProgress> {
  const { call, found } = await permittedInTurn(unlocked, { ...body, requirementId }, "upload");
  const { settings } = found.on.required;
  if (!isOfKind(settings, "identity-verification")) throw wrongKind();
  const { route } = body;
  const document = route === "inPerson" ? null : body.document;
  if (route !== "inPerson" && document === null) throw invalid("document", "Choose the document.");
  if (document !== null && !settings.documents.includes(document)) {
    throw invalid("document", "This type of document isn't accepted here.");
  }
  if (route === "selfie") {
    await refuseWithoutSelfies(call);
    if (!(await releaseSigned(call, found.target, found.on.zone))) {
      throw conflict("Sign the release first, or choose a way without a selfie.", "releaseMissing");
    }
  }
  const attemptId = await draftOf(call, found);
  await makeAnew(call, attemptId, { route, document });
  const check = (await checkOf(call, attemptId)) as IdentityCheck;
  return progressOf(call, check, { holder: found.target, status: found.on.owed.status, submittedAt: null });
}

/** Puts an empty verification in the place of an earlier one of the same submission. */
async function makeAnew(
  call: Call,
  attemptId: string,
  { route, document }: Pick<IdentityCheck["row"], "route" | "document">,
) {
  const { organizationId, db, now: startedAt } = call;
  await dropCheck(call, attemptId);
  // What was promised when it was started isn't extended by a later setting.
  const { keepDays } = await identitySettings(call);
  await db.insert(identityCheck).values({ organizationId, attemptId, route, document, startedAt, keepDays });
  await db.insert(identityKey).values({ organizationId, attemptId, wrappedKey: call.adapters.vault.newWrappedKey() });
}
