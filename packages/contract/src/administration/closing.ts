import { z } from "zod";
import { organizationStates } from "../accounts/organization-states.ts";
import { endpoint, fileContent, noContent } from "../endpoint.ts";
import { id, instant, line } from "../values.ts";

/** Days for which the export of an organization can be downloaded. */
export const organizationExportDays = 7;

export const getOrganizationState = endpoint({
  method: "GET",
  path: "/api/app/platform/organization/{id}/state",
  summary: "Gets whether an organization can be used, and its exports. For platform operators.",
  errors: [403],
  response: z.object({
    state: z.enum(organizationStates),
    /** Since when it is suspended, and why. */
    suspendedAt: instant.nullable(),
    reason: z.string().nullable(),
    closedAt: instant.nullable(),
    exports: z.array(
      z.object({
        organizationExportId: id,
        requestedAt: instant,
        /** Null while it is created. */
        readyAt: instant.nullable(),
        bytes: z.int().nullable(),
      }),
    ),
  }),
});

export const suspendOrganization = endpoint({
  method: "POST",
  path: "/api/app/platform/organization/{id}/suspension",
  summary:
    "Suspends an organization: from the next call on, nobody uses it, by a login or by an API key. Nothing is deleted. Recorded in its audit log. For platform operators.",
  errors: [403, 409],
  body: z.strictObject({ reason: line(300) }),
  response: noContent,
});

export const resumeOrganization = endpoint({
  method: "DELETE",
  path: "/api/app/platform/organization/{id}/suspension",
  summary: "Lets a suspended organization be used again. Recorded in its audit log. For platform operators.",
  errors: [403, 409],
  response: noContent,
});

export const exportOrganization = endpoint({
  method: "POST",
  path: "/api/app/platform/organization/{id}/export",
  summary: `Starts an export of a suspended or closed organization's data without confidential files, which can be downloaded for ${organizationExportDays} days. Recorded in its audit log. For platform operators.`,
  errors: [403, 409],
  response: z.object({ organizationExportId: id }),
});

export const downloadOrganizationExport = endpoint({
  method: "GET",
  path: "/api/app/platform/organization/{id}/export/{organizationExportId}",
  summary:
    "Downloads the export of an organization. Needs support access, because it contains personal data, and is recorded in the organization's audit log. For platform operators.",
  errors: [403, 409],
  response: fileContent,
});

export const closeOrganization = endpoint({
  method: "POST",
  path: "/api/app/platform/organization/{id}/closing",
  summary:
    "Closes a suspended organization for good, once its data was exported and its subscription has ended. Its data is kept until its retention periods end. Recorded in its audit log. For platform operators.",
  errors: [403, 409],
  body: z.strictObject({
    /** The organization's name, typed as a confirmation. */
    name: line(200),
  }),
  response: noContent,
});
