import * as contract from "@touchline/contract/requirements/videos";
import type { Adapters } from "../../../call.ts";
import { on, onVisit, type Route } from "../../../http/mount.ts";
import { completeVideo } from "./actions/complete.ts";
import { openVideo, stream } from "./actions/play.ts";
import { saveWatched } from "./actions/watch.ts";

export const videoRoutes = (adapters: Adapters): Route[] => [
  on(contract.getVideoProgress, (call, { params, query }) => openVideo(call, { requirementId: params.id, ...query })),

  on(contract.saveVideoProgress, (call, { params, body }) => saveWatched(call, { requirementId: params.id, ...body })),

  on(contract.completeVideo, (call, { params, body }) => completeVideo(call, { requirementId: params.id, ...body })),

  onVisit(contract.streamVideo, (visit, { params, query }) =>
    stream(visit, adapters, { requirementId: params.id, token: query.token }),
  ),
];
