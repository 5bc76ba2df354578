import type { DomainProblem, SsoJoining, SsoProtocol } from "@touchline/contract/integrations/single-sign-on";

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
    "Connect your identity provider by OpenID Connect or SAML, such as Google Workspace, Microsoft Entra ID, or Okta, and verify your domain.",
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
  issuers: { oidc: "Issuer", saml: "Entity ID" } satisfies Record<SsoProtocol, string>,
  clientId: "Client ID",
  whoJoins: "Who can log in",
  lastSignIn: "Last login",
  never: "Never",
  atProvider: "Enter this at your identity provider",
  callbacks: { oidc: "Redirect URI", saml: "Assertion consumer service (ACS) URL" } satisfies Record<
    SsoProtocol,
    string
  >,
  metadata: "Entity ID and metadata",
  certificateEnds: "Certificate expires",

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
  domainsAbout: "Only email addresses in verified domains can log in.",
  noDomains: "Add the domain of your email addresses.",
  domain: "Domain",
  domainExample: "club.example",
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
  protocol: "Protocol",
  issuerHints: {
    oidc: "The address in your provider's configuration, such as https://login.club.example.",
    saml: "The entityID in your provider's metadata.",
  } satisfies Record<SsoProtocol, string>,
  signInUrl: "Login URL",
  signInUrlHint: "The provider's SingleSignOnService URL (HTTP-Redirect binding).",
  certificates: "Signing certificate",
  certificatesHint: "From BEGIN CERTIFICATE to END CERTIFICATE. Paste two, one after the other, while you replace one.",
  issuerFixed: "This can't be changed. Add another identity provider instead.",
  clientSecret: "Client secret",
  secretHint: "Kept encrypted, and nobody can read it again. Leave it empty for a public client.",
  secretKept: "Leave it empty to keep the current one.",
  groupsClaim: "Claim or attribute with groups",
  groupsClaimHint: "Usually groups or roles.",
  notAdded: "Not added",
  notSaved: "Not saved",
  added: ({ name }: { name: string }) => `${name} was added. Now verify a domain.`,

  // Removing.
  removeTitle: ({ name }: { name: string }) => `Remove ${name}?`,
  removeAbout:
    "Nobody can log in with it anymore, and its domains are deleted. People and the roles that it gave them stay until you remove them under Members. To log in, people choose “Forgot password?” to set a password.",
  keep: "Keep it",
  notRemoved: "Not removed",
  removed: ({ name }: { name: string }) => `${name} was removed.`,
};

export const protocolWords: Record<SsoProtocol, { label: string; note: string }> = {
  oidc: { label: "OpenID Connect", note: "Recommended if your provider offers it." },
  saml: { label: "SAML 2.0", note: "For providers without OpenID Connect." },
};

export const joiningWords: Record<SsoJoining, { label: string; note: string }> = {
  invited: { label: "People you added", note: "Add people first. Their first login accepts the invitation." },
  justInTime: {
    label: "Everyone with a role by group",
    note: "People are added when they first log in, with the roles of their groups.",
  },
};

export const problemWords: Record<DomainProblem, string> = {
  noRecord: "The record wasn't found. Check its name and value, and try again later.",
  noAnswer: "The name servers of this domain don't respond. Try again later.",
};
