/** The interface of the library area for other areas: contents with their versions and assignments, and roles. */

export { assignContent, leaveLevels } from "./content/actions/assign.ts";
export { createContent } from "./content/actions/create.ts";
export { carryExceptions } from "./content/actions/exceptions.ts";
export { libraryFile, openContentFile } from "./content/actions/files.ts";
export { packageById, packageEntry, packageFacts } from "./content/actions/package.ts";
export { saveSettings } from "./content/actions/save-settings.ts";
export { contentById, contentOrArchived } from "./content/queries/content-by-id.ts";
export {
  exceptionsWithoutReasons,
  exceptionsWithReasons,
  mayKnowReason,
  readExceptions,
  reasonPlace,
} from "./content/queries/exceptions.ts";

export { createLabel } from "./labels/actions/add.ts";
export { renameLegacyRoles } from "./labels/actions/legacy.ts";
export { listLabels } from "./labels/queries.ts";
