import * as contract from "@touchline/contract/requirements/waivers";
import type { Adapters } from "../../../call.ts";
import { on, onErrand, onVisit, type Route } from "../../../http/mount.ts";
import { readWaiver } from "./actions/read.ts";
import { beginSigning, drawSigned, finishSigning } from "./actions/sign.ts";
import { verified } from "./queries.ts";

export const waiverRoutes = (adapters: Adapters): Route[] => [
  on(contract.getWaiver, (call, { params }) =>
    readWaiver(call, { requirementId: params.id, profileLevelAccessId: params.plaId }),
  ),

  onErrand(contract.completeWaiver, { begin: beginSigning, act: drawSigned, finish: finishSigning }),

  onVisit(contract.verifyWaiver, (visit, { body }) => verified(visit, adapters, body)),
];
