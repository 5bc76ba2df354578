import * as contract from "@touchline/contract/trainings";
import { on } from "../../kernel/mount.ts";
import { submitCertificate, takeCertificateBack } from "./actions/certificate.ts";
import { takeTraining } from "./actions/take.ts";

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
];
