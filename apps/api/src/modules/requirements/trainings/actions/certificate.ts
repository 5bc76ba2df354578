import type { RequirementAction } from "@touchline/contract";
import type { Call } from "../../../../call.ts";
import { permittedOfKind } from "../../requirements/actions/permitted.ts";
import { removeSubmittedFile } from "../../requirements/actions/remove-file.ts";
import { submitFiles } from "../../requirements/actions/submit.ts";

type RequirementRef = { requirementId: string; profileLevelAccessId: string };

/** @throws NotFound if the requirement is not a training. The calling action authorizes again. */
const ofTraining = (call: Call, place: RequirementRef, action: RequirementAction) =>
  permittedOfKind(call, place, action, "custom-training");

/** Submits the certificate of a training. @throws as `submitFiles`; NotFound where it asks for no training. */
export async function submitCertificate(call: Call, input: Parameters<typeof submitFiles>[1]) {
  await ofTraining(call, input, "upload");
  return submitFiles(call, input);
}

/** Takes one file of it back. @throws as `removeSubmittedFile`; NotFound where it asks for no training. */
export async function takeCertificateBack(call: Call, input: Parameters<typeof removeSubmittedFile>[1]) {
  await ofTraining(call, input, "delete");
  return removeSubmittedFile(call, input);
}
