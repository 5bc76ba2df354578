import { askToPlayUp, decideOnPlayingUp, oldestAgeGroup } from "@touchline/contract/requirements/age-groups";
import * as submissions from "@touchline/contract/requirements/submissions";
import { compareDocument, readDraftDocument } from "@touchline/contract/verification/documents";
import { ageGradeStatus } from "@touchline/rules";
import { on, onErrand } from "../../../http/mount.ts";
import { verdictOn } from "../../../security/authorize.ts";
import { isSubmitter } from "../../requirements/index.ts";
import { hasFiles } from "./actions/destroy.ts";
import { askForOlderGroup, decideOnOlderGroup } from "./actions/play-up.ts";
import { beginDraftReading, finishDraftReading, readDraft } from "./actions/read-draft.ts";
import { sendAgeProof } from "./actions/submit.ts";
import { ageGroupNow, exceptionShown, latestException } from "./queries/age-group.ts";
import { comparisonOf } from "./queries/comparison.ts";
import { identitySettings, readByNotice } from "./queries/identity-settings.ts";
import { readingOf } from "./queries/reading.ts";
import { askedFor } from "./queries/settings.ts";

export const routes = [
  on(submissions.getAgeVerification, async (call, { params, query }) => {
    const { settings, owed, attempt, target, about } = await askedFor(
      call,
      { requirementId: params.id, ...query },
      "age-verification",
    );
    const { verification, documents, proofs } = settings;
    const reading = attempt ? await readingOf(call, attempt.attemptId) : null;
    const own = isSubmitter(target);
    const reviews = verdictOn(call, "requirements.review", about).allowed;
    const { group, seasonStart } = await ageGroupNow(call, target.dateOfBirth, settings.ageGroupCutoff);
    const exception = await latestException(call, params.id, seasonStart);
    return {
      verification,
      documents,
      proofs,
      status: ageGradeStatus(owed.status, { reviewed: reading?.outcome !== "completed" }),
      ageGroup: group,
      playingUp: exception && (own || reviews) ? await exceptionShown(call, exception) : null,
      mayPlayUp: group !== null && group.under < oldestAgeGroup && exception?.state !== "asked" && (own || reviews),
      mayDecideOnPlayingUp: reviews && !own && exception?.state === "asked",
      keptDays: (await identitySettings(call)).keepDays,
      erasable: own && (await hasFiles(call, target.profileId)),
      notice: own ? readByNotice(call) : null,
    };
  }),

  on(submissions.sendAgeVerification, (call, { params, body, uploads }) =>
    sendAgeProof(call, { requirementId: params.id, ...body, uploads }),
  ),

  onErrand(readDraftDocument, { begin: beginDraftReading, act: readDraft, finish: finishDraftReading }),

  on(askToPlayUp, (call, { params, body }) => askForOlderGroup(call, { requirementId: params.id, ...body })),
  on(decideOnPlayingUp, (call, { params, body }) => decideOnOlderGroup(call, { requirementId: params.id, ...body })),

  on(compareDocument, (call, { params, query }) => comparisonOf(call, { requirementId: params.id, ...query })),
];
