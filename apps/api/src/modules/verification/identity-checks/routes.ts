import * as contract from "@touchline/contract/verification/identity";
import { getIdentitySettings, saveIdentitySettings } from "@touchline/contract/verification/identity-settings";
import { on, onErrand, onReadOnly } from "../../../http/mount.ts";
import { eraseVerification } from "./actions/destroy.ts";
import { lookAtImage } from "./actions/look.ts";
import { signRelease } from "./actions/release.ts";
import { beginReport, finishReport, judgeReport } from "./actions/report.ts";
import { saveSettings, settingsShown } from "./actions/settings.ts";
import { startVerification } from "./actions/start.ts";
import { submitByHand, submitVerification } from "./actions/submit.ts";
import { identityComparison } from "./queries/comparison.ts";
import { verificationPage, verificationProgress } from "./queries/page.ts";

export const routes = [
  onReadOnly(contract.getIdentityVerification, (call, { params, query }) =>
    verificationPage(call, { requirementId: params.id, ...query }),
  ),

  on(contract.sendIdentityVerification, (call, { params, body: { document, ...body }, uploads }) =>
    document === undefined
      ? submitVerification(call, { requirementId: params.id, ...body })
      : submitByHand(call, { requirementId: params.id, ...body, document, uploads }),
  ),

  on(contract.signIdentityRelease, signRelease),

  on(contract.startIdentityVerification, (call, { params, body }) =>
    startVerification(call, { requirementId: params.id, ...body }),
  ),

  onReadOnly(contract.getIdentityProgress, (call, { params, query }) =>
    verificationProgress(call, { requirementId: params.id, ...query }),
  ),

  onErrand(contract.reportIdentityImage, { begin: beginReport, act: judgeReport, finish: finishReport }),

  on(contract.getIdentityImage, (call, { params, query }) => lookAtImage(call, { requirementId: params.id, ...query })),

  on(contract.eraseIdentityImages, (call, { params, body }) =>
    eraseVerification(call, { requirementId: params.id, ...body }),
  ),

  onReadOnly(contract.compareIdentity, (call, { params, query }) =>
    identityComparison(call, { requirementId: params.id, ...query }),
  ),

  onReadOnly(getIdentitySettings, (call) => settingsShown(call)),
  on(saveIdentitySettings, (call, { body }) => saveSettings(call, body)),
];
