import type { OrganizationsPort } from "../src/organizations.ts";

/** No organization has an identity provider of its own. */
export const noOrganizations: OrganizationsPort = {
  issuer: async () => null,
  admission: async () => "notInvited",
  signedIn: async () => {},
  reachesBeyond: async () => true,
};
