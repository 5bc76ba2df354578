import type { RequirementStatus } from "@touchline/contract";
import type { IdentityProgress } from "@touchline/contract/verification/identity";
import { ageGradeStatus, type HolderFacts, relativesDocumentWarning } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { relativesOn } from "../../identity-documents/queries/family.ts";
import { type IdentityCheck, noticeOf, shownImages, wantedImages } from "./check.ts";
import { fieldsRead, holderIn } from "./fields.ts";

type Holder = HolderFacts & { profileId: string };

/** Returns how far a verification is, for the page. */
export async function progressOf(
  call: Call,
  check: IdentityCheck,
  { holder, status, submittedAt }: { holder: Holder; status: RequirementStatus; submittedAt: Date | null },
): Promise<IdentityProgress> {
  const { route, document, startedAt } = check.row;
  const { missing, optional } = wantedImages(check);
  return {
    status: ageGradeStatus(status, { reviewed: true }),
    ...{ route, document, missing, optional, ready: missing.length === 0 && submittedAt === null },
    startedAt: startedAt.toISOString(),
    submittedAt: submittedAt?.toISOString() ?? null,
    images: shownImages(call, check),
    refusedTries: check.images.filter(({ kind, state }) => kind === "selfie" && state === "refused").length,
    read: await readShown(call, check, holder),
    notice: route === "inPerson" ? null : noticeOf(call),
  };
}

/** What was read from the document, for the member to confirm. */
async function readShown(call: Call, check: IdentityCheck, holder: Holder): Promise<IdentityProgress["read"]> {
  const found = fieldsRead(call, check);
  const { firstName, lastName, dateOfBirth } = holderIn(found);
  if (firstName === "" && lastName === "" && dateOfBirth === null) return null;
  const read = { firstName, lastName, dateOfBirth };
  const relatives = await relativesOn(call, holder.profileId, [read], holder);
  return { ...read, warning: relatives.length > 0 ? relativesDocumentWarning(holder.firstName) : null };
}
