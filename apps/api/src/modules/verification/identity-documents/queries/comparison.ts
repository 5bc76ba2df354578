import type { ResponseOf } from "@touchline/contract";
import type { SubmissionFacts } from "@touchline/contract/requirements/submissions";
import type { compareDocument } from "@touchline/contract/verification/documents";
import {
  ageDoubtTexts,
  ageGroupOf,
  compareWithProfile,
  dayOf,
  type HolderFacts,
  isAfter,
  isCorrected,
  isUnusualGrade,
  nameDifferenceTexts,
  usualGrade,
} from "@touchline/rules";
import { eq } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";
import { organization } from "../../../../schema/accounts.ts";
import { authorize } from "../../../../security/authorize.ts";
import { memberTarget } from "../../../people/index.ts";
import { factsOf, isSubmitter, requirementOn } from "../../../requirements/index.ts";
import { relativesOn } from "./family.ts";
import { homeStateOf } from "./home-state.ts";
import { identitySettings } from "./identity-settings.ts";
import { readingOf } from "./reading.ts";

type Compared = ResponseOf<typeof compareDocument>;

/**
 * Holds what was typed and what was read from a submitted document against the profile, for the person, their guardian, and whoever
 * reviews it.
 *
 * @throws NotFound, Forbidden, Conflict for a requirement of another type.
 */
export async function comparisonOf(
  call: Call,
  { requirementId, profileLevelAccessId }: { requirementId: string; profileLevelAccessId: string },
): Promise<Compared> {
  const target = await memberTarget(call, profileLevelAccessId);
  const own = isSubmitter(target);
  const on = await requirementOn(call, target, requirementId);
  if (!own) authorize(call, "requirements.review", on.about);
  const { settings } = on.required;
  if (settings.kind !== "age-verification" && settings.kind !== "identity-verification") {
    throw conflict("This requirement is completed in a different way. Reload the page.", "notForThisType");
  }
  const attempt = on.attempt?.submittedAt ? on.attempt : null;
  const [facts, reading, { timeZone }, [place], { kindergarten, kindergartenByState }] = await Promise.all([
    attempt ? factsOf(call, attempt.attemptId) : ({} as SubmissionFacts),
    attempt ? readingOf(call, attempt.attemptId) : null,
    organizationFacts(call),
    call.db
      .select({ stateCode: organization.stateCode, month: organization.seasonMonth, day: organization.seasonDay })
      .from(organization)
      .where(eq(organization.organizationId, call.organizationId)),
    identitySettings(call),
  ]);
  const { firstName, lastName, dateOfBirth } = target;
  const profile: HolderFacts = { firstName, lastName, dateOfBirth };
  const typed: HolderFacts | null =
    facts.legalLastName === undefined
      ? null
      : {
          firstName: facts.legalFirstName ?? "",
          lastName: facts.legalLastName,
          dateOfBirth: facts.dateOfBirth ?? null,
        };
  const today = dayOf(call.now.getTime(), timeZone);
  const { read = null, doubt = null, readAt = null } = reading ?? {};
  const born = read?.dateOfBirth ?? typed?.dateOfBirth ?? dateOfBirth;
  const isAge = settings.kind === "age-verification";
  const usualGradeOf = async (birth: string) => {
    const home = await homeStateOf(call, target.profileId);
    const stateCode = home?.slice(3) ?? place?.stateCode ?? null;
    return usualGrade(birth, today, stateCode, { always: kindergarten, byState: kindergartenByState });
  };
  const grade = isAge && settings.verification !== "Age" && born !== null ? await usualGradeOf(born) : null;
  const seasonStart = { month: place?.month ?? 1, day: place?.day ?? 1 };
  return {
    profile: { name: nameOf(profile), dateOfBirth },
    document: facts.document ?? null,
    typed: typed && fit(typed, profile),
    read: read && {
      ...fit(read, profile),
      ...{ by: read.by, isChecked: read.isChecked, expiresOn: read.expiresOn, numberEnd: read.numberEnd },
      expired: read.expiresOn !== null && isAfter(today, read.expiresOn),
    },
    readAt: readAt?.toISOString() ?? null,
    corrected: typed !== null && read !== null && isCorrected(typed, read),
    doubt: doubt && { code: doubt, text: ageDoubtTexts[doubt] },
    fitsFamily: own ? [] : await relativesOn(call, target.profileId, [typed, read], profile),
    grade: grade && {
      submitted: facts.grade ?? null,
      ...{ usual: grade.grade, schoolYear: grade.schoolYear, cutoff: grade.cutoff, cutoffAssumed: grade.isAssumed },
      unusual: facts.grade !== undefined && isUnusualGrade(facts.grade, grade),
    },
    ageGroup: isAge && born !== null ? ageGroupOf(born, today, { seasonStart, cutoff: settings.ageGroupCutoff }) : null,
  };
}

const nameOf = ({ firstName, lastName }: Pick<HolderFacts, "firstName" | "lastName">) =>
  `${firstName} ${lastName}`.trim();

function fit(printed: HolderFacts, profile: HolderFacts) {
  const { name, nameDifferences, dateOfBirth } = compareWithProfile(printed, profile);
  return {
    ...{ name: nameOf(printed), dateOfBirth: printed.dateOfBirth, nameFit: name, dateOfBirthFit: dateOfBirth },
    nameDifferences: nameDifferences.map((one) => nameDifferenceTexts[one]),
  };
}
