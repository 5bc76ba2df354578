import { getTrainingUrl, takeAbusePreventionTraining } from "@touchline/contract/requirements/submissions";
import { getTrainingEnrollment } from "@touchline/contract/screening/training-provider";
import { on, onErrand, onReadOnly } from "../../../http/mount.ts";
import { beginOpening, finishOpening, openAtProvider, releaseOpening, trainingLink } from "./actions/open.ts";
import { enrollmentShown } from "./queries/details.ts";

export const routes = [
  onErrand(takeAbusePreventionTraining, {
    begin: (call, { params, body }) => beginOpening(call, { requirementId: params.id, ...body }),
    act: async (begun, adapters) => ({ begun, enrollment: await openAtProvider(begun, adapters) }),
    failed: releaseOpening,
    finish: (call, { params, body }, opened) => finishOpening(call, { requirementId: params.id, ...body }, opened),
  }),

  on(getTrainingUrl, (call, { params, query }) => trainingLink(call, { requirementId: params.id, ...query })),

  onReadOnly(getTrainingEnrollment, (call, { params, query }) =>
    enrollmentShown(call, { requirementId: params.id, ...query }),
  ),
];
