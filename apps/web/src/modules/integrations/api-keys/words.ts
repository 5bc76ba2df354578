import type { ApiKeyState } from "@touchline/contract/integrations/api-keys";
import type { ApiScope } from "@touchline/contract/integrations/scopes";

/** The texts of the page about API keys. */
export const words = {
  organization: "Organization",
  apiKeys: "API keys",
  apiKeysAbout: ({ organizationName }: { organizationName: string }) =>
    `Keys let other software ask about ${organizationName}, such as whether a coach is cleared for a team.`,
  readApiDocs: "Read the API docs",
  keysNotLoaded: "The API keys couldn't be loaded",
  createKey: "Create API key",
  noKeys: "No API keys yet",
  noKeysAbout: "Create one for each system that connects, so that you can revoke it without stopping the others.",

  // The table.
  name: "Name",
  permissions: "Permissions",
  status: "Status",
  ends: "Ends",
  lastUsed: "Last used",
  neverUsed: "Never",
  actions: "Actions",

  // Creating.
  nameHint: "Where the key is used, such as “Tournament desk”.",
  nameRequired: "Enter a name.",
  permissionsHint: "Choose only what the system needs.",
  lastDay: "Last day",
  lastDayHint: "Optional. The key stops working after this day.",
  notCreated: "API key not created",

  // The key, shown once.
  copyKeyNow: "Copy your API key now",
  keyShownOnce: "You won't be able to see it again. Keep it where other secrets are kept, and never put it in a URL.",
  apiKey: "API key",
  copy: "Copy",
  copied: "API key copied.",
  notCopied: "Couldn't copy. Select the key and copy it yourself.",
  done: "I've saved the key",
  oldKeyUntil: ({ date }: { date: string }) => `The old key works until ${date}.`,

  // Rotating.
  rotate: "Rotate",
  rotateTitle: ({ name }: { name: string }) => `Rotate ${name}?`,
  rotateAbout: "A new key with the same permissions takes its place. Switch your system over before the old key stops.",
  overlap: "Keep the old key working for",
  overlaps: [
    { value: "0", label: "Stop it now" },
    { value: "1", label: "1 day" },
    { value: "7", label: "7 days" },
    { value: "30", label: "30 days" },
  ],
  keepKey: "Keep key",
  rotateKey: "Rotate key",
  notRotated: "API key not rotated",

  // Revoking.
  revoke: "Revoke",
  revokeTitle: ({ name }: { name: string }) => `Revoke ${name}?`,
  revokeAbout: "Systems that use this key lose access at once. You can't undo this.",
  revokeKey: "Revoke key",
  revoked: ({ name }: { name: string }) => `${name} revoked.`,
  notRevoked: "API key not revoked",
};

export const scopeWords: Record<ApiScope, { name: string; about: string }> = {
  "eligibility.read": {
    name: "Check eligibility",
    about: "Ask by external ID whether a person is cleared at a level.",
  },
  "levels.read": { name: "List levels", about: "Read the names and IDs of levels." },
};

export const stateWords: Record<ApiKeyState, string> = {
  active: "Active",
  ending: "Replaced",
  expired: "Expired",
  revoked: "Revoked",
};
