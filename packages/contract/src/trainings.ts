import { z } from "zod";
import { webAddress } from "./content-settings.ts";
import { endpoint } from "./endpoint.ts";
import { RequirementStatus } from "./enums.ts";
import { day, id, numbered } from "./values.ts";

export const takeCustomTraining = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/take-custom-training",
  summary: "Notes that a training was begun, and says where it is taken.",
  errors: [403, 409],
  body: z.strictObject({ profileLevelAccessId: id }),
  response: z.object({ requirementId: id, status: numbered(RequirementStatus), url: webAddress }),
});

export const addCustomTrainingCertificate = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/custom-training-certificate",
  summary: "Submits the certificate of a training: one to five files in the field `file`. It is reviewed.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({ profileLevelAccessId: id, completedDate: day.optional(), validUntil: day.optional() }),
  response: z.object({ requirementId: id, attemptId: id, status: numbered(RequirementStatus) }),
});

export const removeCustomTrainingCertificate = endpoint({
  method: "DELETE",
  path: "/api/app/requirement/{id}/custom-training-certificate",
  summary: "Removes one file of a certificate that is not decided yet; with its last file the submission is withdrawn.",
  errors: [403, 409],
  query: { profileLevelAccessId: id, fileId: id },
  response: z.object({ requirementId: id, status: numbered(RequirementStatus) }),
});
