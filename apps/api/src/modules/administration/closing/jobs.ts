import { z } from "zod";
import { defineErrand } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { deleteExpiredExports, exportToWrite, finishExport, writeArchive } from "./actions/export.ts";

/** Writes the archive of an organization. */
export const writeOrganizationExport = defineErrand({
  name: "organization.export",
  whileSuspended: true,
  payload: z.object({ organizationExportId: z.uuid() }),
  retries: 3,
  backoffSeconds: 60,
  expireSeconds: 7_200,
  begin: exportToWrite,
  act: (begun, adapters, _log, within) => writeArchive(begun, adapters, within),
  finish: finishExport,
});

/** Deletes exports of organizations when their download period ends. */
export const deleteExpiredOrganizationExports: Schedule = {
  name: "organization.forgetExports",
  whileSuspended: true,
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(deleteExpiredExports),
};
