import type { Role } from "@touchline/contract";
import { permissionOf } from "@touchline/rules/security/permissions";

/** Whether anything may be copied from the platform's library; where, the server says. */
export const mayCopy = (levelRoles: readonly { role: Role }[]) =>
  levelRoles.some(({ role }) => permissionOf("content.fromPlatform", role) !== null);
