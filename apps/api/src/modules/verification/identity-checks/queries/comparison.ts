import type { ResponseOf } from "@touchline/contract";
import type { compareIdentity, IdentityReason } from "@touchline/contract/verification/identity";
import type { DocumentField } from "@touchline/contract/vision";
import {
  compareWithProfile,
  dayOf,
  faceScore,
  faceScoreTexts,
  type HolderFacts,
  identityReasonTexts,
  isAfter,
  isCorrected,
  isNameOn,
} from "@touchline/rules";
import { type Call, organizationFacts } from "../../../../call.ts";
import { authorize } from "../../../../security/authorize.ts";
import { memberTarget } from "../../../people/index.ts";
import { isSubmitter, requirementOn } from "../../../requirements/index.ts";
import { relativesOn } from "../../identity-documents/queries/family.ts";
import { isAnothersNumber } from "../../identity-documents/queries/reading.ts";
import { checkOf, type IdentityCheck, keptImages, typedIn } from "./check.ts";
import { type FoundField, fieldsRead, holderIn } from "./fields.ts";

type Shown = ResponseOf<typeof compareIdentity>;
type ShownField = NonNullable<Shown["comparison"]>["fields"][number];

/**
 * Returns what a reviewer decides by: the pictures, how alike the faces are in words, what was read and where, and what to look at.
 *
 * @throws NotFound, Forbidden
 */
export async function identityComparison(
  call: Call,
  { requirementId, profileLevelAccessId }: { requirementId: string; profileLevelAccessId: string },
): Promise<Shown> {
  const target = await memberTarget(call, profileLevelAccessId);
  const on = await requirementOn(call, target, requirementId);
  if (!isSubmitter(target)) authorize(call, "requirements.review", on.about);
  const check = on.attempt?.submittedAt ? await checkOf(call, on.attempt.attemptId) : null;
  if (!check) return { comparison: null };
  const { route, destroyedAt, faceBand, numberDigest } = check.row;
  const { firstName, lastName, dateOfBirth } = target;
  const profile: HolderFacts = { firstName, lastName, dateOfBirth };
  const { timeZone } = await organizationFacts(call);
  const found = fieldsRead(call, check);
  const score = faceBand && faceScore({ band: faceBand });
  const isAnothers = numberDigest !== null && (await isAnothersNumber(call, numberDigest, target.profileId));
  const today = dayOf(call.now.getTime(), timeZone);
  const typed = typedIn(call, check);
  const holder = holderIn(found);
  const relatives = await relativesOn(call, target.profileId, [found.length > 0 ? holder : null, typed], profile);
  const differs = typed !== null && isCorrected(typed, holder);
  const reasons = reasonsFor(check, { found, profile, isAnothers, today, relatives, differs });
  return {
    comparison: {
      ...{ route, score, scoreText: score && faceScoreTexts[score] },
      images: keptImages(check).map(({ identityImageId: imageId, kind }) => ({ imageId, kind })),
      destroyedAt: destroyedAt?.toISOString() ?? null,
      fields: compared(found, profile),
      typed: typed && { ...typed, differs },
      reasons: reasons.map((code) => ({ code, text: identityReasonTexts[code] })),
    },
  };
}

function compared(found: readonly FoundField[], profile: HolderFacts): ShownField[] {
  const { name, dateOfBirth } = compareWithProfile(holderIn(found), profile);
  const against: Partial<Record<DocumentField, Pick<ShownField, "profile" | "fit">>> = {
    firstName: { profile: profile.firstName, fit: name },
    lastName: { profile: profile.lastName, fit: name },
    dateOfBirth: { profile: profile.dateOfBirth, fit: dateOfBirth },
  };
  return found.map((one) => ({ ...one, ...(against[one.field] ?? { profile: null, fit: "unknown" as const }) }));
}

/** What a reviewer should look at, the gravest first. */
function reasonsFor(
  check: IdentityCheck,
  facts: {
    found: readonly FoundField[];
    profile: HolderFacts;
    isAnothers: boolean;
    today: string;
    relatives: readonly { isGuardian: boolean }[];
    /** Whether the member corrected what was read. */
    differs: boolean;
  },
): IdentityReason[] {
  const { found, profile, isAnothers, today, relatives, differs } = facts;
  const { route, faceBand, destroyedAt } = check.row;
  if (route === "inPerson") return ["inPerson"];
  const kept = keptImages(check);
  const selfie = kept.find(({ kind }) => kind === "selfie");
  const documents = kept.filter(({ kind }) => kind !== "selfie");
  const isUnread = ({ code, fault, sealedReading }: (typeof kept)[number]) =>
    code === null && fault === null && sealedReading === null;
  const { expiresOn, ...holder } = holderIn(found);
  const isRead = documents.some(({ sealedReading }) => sealedReading !== null);
  const isNamed = holder.lastName !== "";
  const reasons: [IdentityReason, boolean][] = [
    ["anothersDocument", isAnothers],
    ["guardiansDocument", relatives.some(({ isGuardian }) => isGuardian)],
    ["relativesDocument", relatives.some(({ isGuardian }) => !isGuardian)],
    ["faceDiffers", faceBand === "differs"],
    ["corrected", differs],
    ["nameDiffers", isNamed && !isNameOn(holder, profile)],
    ["birthDateDiffers", areUnequal(holder.dateOfBirth, profile.dateOfBirth)],
    ["expired", expiresOn !== null && isAfter(today, expiresOn)],
    ["faceUnclear", faceBand === "unsure"],
    ["noFaceOnDocument", faceBand === "noFace"],
    ["selfieNotChecked", selfie?.toPerson === true && selfie.code !== null && selfie.code !== "None"],
    ["unclear", documents.some(({ fault }) => fault !== null)],
    ["unreadable", isRead && found.length === 0],
    ["birthDateUnknown", isRead && found.length > 0 && (holder.dateOfBirth ?? null) === null],
    ["notRead", destroyedAt === null && (kept.some(isUnread) || (route === "selfie" && faceBand === null))],
    ["documentsOnly", route === "documents"],
  ];
  return reasons.flatMap(([reason, applies]) => (applies ? [reason] : []));
}

const areUnequal = (one: string | null, other: string | null) => one !== null && other !== null && one !== other;
