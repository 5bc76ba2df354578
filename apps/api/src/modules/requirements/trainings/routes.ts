import * as contract from "@touchline/contract/requirements/trainings";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { on, onErrand } from "../../../http/mount.ts";
import { packagePath } from "./actions/address.ts";
import { submitCertificate, takeCertificateBack } from "./actions/certificate.ts";
import { beginOpening, beginProgress, lookAtPackage, openPackage, saveProgress } from "./actions/package.ts";
import { previewPackage } from "./actions/preview.ts";
import { takeTraining } from "./actions/save-progress.ts";
import { follow } from "./actions/sequence.ts";
import { allowReading, type Serving, servePackage } from "./actions/serve.ts";

export const routes = [
  on(contract.takeCustomTraining, (call, { params, body }) =>
    takeTraining(call, { requirementId: params.id, ...body }),
  ),

  on(contract.addCustomTrainingCertificate, (call, { params, body, uploads }) =>
    submitCertificate(call, { requirementId: params.id, ...body, uploads }),
  ),

  on(contract.removeCustomTrainingCertificate, (call, { params, query }) =>
    takeCertificateBack(call, { requirementId: params.id, ...query }),
  ),

  on(contract.getTrainingPackage, (call, { params, query }) =>
    lookAtPackage(call, { requirementId: params.id, ...query }),
  ),

  // A step of sequencing may take seconds: it is worked out with no transaction open.
  onErrand(contract.openTrainingPackage, {
    begin: (call, { params, body }) => beginOpening(call, { requirementId: params.id, ...body }),
    act: follow,
    finish: (call, { params, body }, followed) => openPackage(call, { requirementId: params.id, ...body }, followed),
  }),

  on(contract.previewTrainingPackage, (call, { params, body }) =>
    previewPackage(call, { contentId: params.id, ...body }),
  ),

  onErrand(contract.saveTrainingProgress, {
    begin: (call, { params, body }) => beginProgress(call, { requirementId: params.id, ...body }),
    act: follow,
    finish: (call, { params, body }, followed) => saveProgress(call, { requirementId: params.id, ...body }, followed),
  }),
];

/** The files of packages, for frames that bring an address and nothing else. They are no calls of the product. */
export function packageFiles(app: FastifyInstance, serving: Serving): void {
  const hidden = { schema: { hide: true } as object };
  app.get(`${packagePath}/:token/*`, hidden, (request, reply) =>
    servePackage(serving, request as FastifyRequest<{ Params: { token: string; "*": string } }>, reply),
  );
  // A frame without an origin asks first, even for its own files, where a script sets a header of its own.
  app.options(`${packagePath}/:token/*`, hidden, (request, reply) => allowReading(request, reply));
}
