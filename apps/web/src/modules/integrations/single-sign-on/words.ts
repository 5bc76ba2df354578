import type { DomainProblem, SsoJoining } from "@touchline/contract/integrations/single-sign-on";

/** The texts of the page about single sign-on. */
export const words = {
  organization: "Organization",
  singleSignOn: "Single sign-on",
  about: ({ organizationName }: { organizationName: string }) =>
    `Let the people of ${organizationName} log in with their work account.`,
  notLoaded: "Single sign-on couldn't be loaded",
  add: "Add identity provider",
  none: "No identity provider yet",
  noneAbout:
    "Connect an OpenID Connect provider, such as Google Workspace, Microsoft Entra ID, or Okta, and verify your domain.",
  cancel: "Cancel",
  save: "Save",
  edit: "Edit",
  remove: "Remove",
  saved: "Saved.",
  notDone: "That didn't work",

  // A provider.
  on: "On",
  off: "Off",
  turnOn: "Turn on",
  turnOff: "Turn off",
  turnedOn: ({ name }: { name: string }) => `People can log in with ${name} now.`,
  turnedOff: ({ name }: { name: string }) => `Nobody can log in with ${name} anymore.`,
  verifyFirst: "Verify a domain first.",
  issuer: "Issuer",
  clientId: "Client ID",
  whoJoins: "Who can log in",
  lastSignIn: "Last login",
  never: "Never",
  callback: "Redirect URI",
  callbackHint: "Enter it at your identity provider.",

  // Roles.
  roles: "Roles by group",
  rolesAbout: "Each login updates these roles. Roles that you assign yourself stay.",
  noRoles: "Logins don't change anyone's roles.",
  everyone: "Everyone",
  group: "Group",
  groupHint: "As your identity provider writes it. Leave it empty for everyone.",
  level: "Level",
  role: "Role",
  addRole: "Add role",
  removeRole: ({ number }: { number: number }) => `Remove role ${number}`,
  roleNumber: ({ number }: { number: number }) => `Role ${number}`,
  chooseLevel: "Choose a level.",
  chooseRole: "Choose a role.",

  // Domains.
  domains: "Domains",
  domainsAbout: "Only addresses of verified domains count. We look the record up again every day.",
  noDomains: "Add the domain of your email addresses.",
  domain: "Domain",
  addDomain: "Add domain",
  verified: "Verified",
  notVerified: "Not verified",
  verify: "Verify",
  verifyDomain: ({ domain }: { domain: string }) => `Verify ${domain}`,
  removeDomain: ({ domain }: { domain: string }) => `Remove ${domain}`,
  domainVerified: ({ domain }: { domain: string }) => `${domain} is verified.`,
  addRecord: "Add this TXT record where your domain is managed, then choose Verify. It can take an hour to appear.",
  recordName: "Name",
  recordValue: "Value",

  // The dialog.
  editTitle: ({ name }: { name: string }) => `Edit ${name}`,
  name: "Name",
  nameHint: "Shown on the login button, such as the name of your club.",
  issuerHint: "The address in your provider's configuration, such as https://login.club.example.",
  issuerFixed: "The issuer can't be changed. Add another identity provider instead.",
  clientSecret: "Client secret",
  secretHint: "Kept encrypted, and nobody can read it again. Leave it empty for a public client.",
  secretKept: "Leave it empty to keep the current one.",
  groupsClaim: "Claim with groups",
  groupsClaimHint: "Usually groups or roles.",
  notAdded: "Not added",
  notSaved: "Not saved",
  added: ({ name }: { name: string }) => `${name} was added. Now verify a domain.`,

  // Removing.
  removeTitle: ({ name }: { name: string }) => `Remove ${name}?`,
  removeAbout:
    "Nobody can log in with it anymore, and its domains and roles by group are deleted. Your people and their roles stay. They choose “Forgot password?” to set a password.",
  keep: "Keep it",
  notRemoved: "Not removed",
  removed: ({ name }: { name: string }) => `${name} was removed.`,
};

export const joiningWords: Record<SsoJoining, { label: string; note: string }> = {
  invited: { label: "People you added", note: "Add people first. Their first login accepts the invitation." },
  justInTime: {
    label: "Everyone with a role by group",
    note: "Whoever logs in for the first time is added with the roles of their groups.",
  },
};

export const problemWords: Record<DomainProblem, string> = {
  noRecord: "The record wasn't found. Check its name and value, and try again later.",
  noAnswer: "The name servers of this domain don't respond. Try again later.",
};
