import { endpoint, fileContent } from "../endpoint.ts";
import { task } from "../tasks/tasks.ts";

/** The days for which the archive of a person's record can be downloaded. */
export const recordDays = 7;

export const startRecordExport = endpoint({
  method: "POST",
  path: "/api/app/profile/by-profile-level-access/{id}/record",
  summary:
    "Starts an archive of a person's complete record: as data and as a readable document, with files, hashes, and the sealed history. Also available after the membership ended.",
  errors: [403],
  costly: true,
  response: task,
});

export const downloadRecord = endpoint({
  method: "GET",
  path: "/api/app/record-export/{id}",
  summary: "Downloads the archive of a record that the caller exported, while it is kept. `id` is the task.",
  errors: [403],
  costly: true,
  response: fileContent,
});
