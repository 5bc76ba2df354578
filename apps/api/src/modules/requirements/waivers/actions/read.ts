import type { ResponseOf } from "@touchline/contract";
import type { getWaiver } from "@touchline/contract/requirements/waivers";
import { birthday, signatureEnds, signingTexts } from "@touchline/rules";
import { type Call, organizationFacts } from "../../../../call.ts";
import { notFound } from "../../../../errors.ts";
import { authorizeSight, memberTarget } from "../../../people/index.ts";
import { isOfKind } from "../../requirements/actions/permitted.ts";
import { requirementOn } from "../../requirements/queries/requirement-rows.ts";
import { sha256Of, versionNumber } from "./sign.ts";
import { ownName } from "./signer.ts";

/** The version that is to be signed now, and whether the caller may sign it. @throws NotFound, Forbidden */
export async function readWaiver(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<ResponseOf<typeof getWaiver>> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorizeSight(call, target);
  const on = await requirementOn(call, target, input.requirementId);
  const { settings } = on.required;
  if (!isOfKind(settings, "waiver")) throw notFound("waiver");
  const { text, consent, signAgainAtEighteen } = settings;
  const { name: organizationName } = await organizationFacts(call);
  const { dateOfBirth } = target;
  const as = target.self ? "self" : target.guardedChild ? "guardian" : null;
  const again = as !== null && signatureEnds({ as, signAgainAtEighteen, dateOfBirth }, on.zone) !== null;
  return {
    requirementId: input.requirementId,
    name: on.required.name,
    organizationName,
    contentVersionId: on.required.versionId,
    version: await versionNumber(call, on.required.versionId),
    text,
    consent,
    textSha256: sha256Of(text),
    forName: `${target.firstName} ${target.lastName}`.trim(),
    signs: { as, name: await ownName(call), ...judged(on.verdicts.acceptWaiver) },
    signAgainOn: again && dateOfBirth !== null ? birthday(dateOfBirth, 18) : null,
  };
}

type Verdict = Awaited<ReturnType<typeof requirementOn>>["verdicts"]["acceptWaiver"];

function judged(verdict: Verdict): { allowed: boolean; reason: string | null } {
  if (verdict.allowed) return { allowed: true, reason: null };
  const known = signingTexts[verdict.reason as keyof typeof signingTexts];
  return { allowed: false, reason: known ?? "There's nothing to sign right now." };
}
