import type { PartnerProblem, PartnerSyncState } from "@touchline/contract/integrations/partners";
import { plural } from "../../../plural.ts";

const numbers = new Intl.NumberFormat("en-US");

/** The texts of the page about partners. */
export const words = {
  organization: "Organization",
  partners: "Partners",
  partnersAbout: ({ organizationName }: { organizationName: string }) =>
    `Import the people who register for ${organizationName} on another platform. New registrations are imported, too.`,
  notLoaded: "The partners couldn't be loaded",
  connect: "Connect a partner",
  noPartners: "No partners yet",
  noPartnersAbout: "Connect the platform that your members register on. You check every row before anyone is added.",
  simulated: "Simulated partner: its people are made up.",

  // A connection.
  site: ({ siteId }: { siteId: string }) => `Site ${siteId}`,
  people: "People with its ID",
  lastSync: "Last sync",
  nextSync: "Next sync",
  never: "Never",
  byHand: "Only when you start it",
  webhooksTo: "Webhook address",
  webhooksToHint: "Enter it at the partner, so that changes arrive at once.",
  automatic: "Sync every 15 minutes",
  automaticHint: "Adds people who need no decision. Everyone else waits for you.",
  automaticLater: "Import the people of the first sync. From then on, syncs can run by themselves.",
  pushCleared: "Tell the partner who is cleared",
  pushClearedHint: "Sends only the partner's own ID and whether the person is cleared.",
  notTold: ({ name }: { name: string }) => `${name} wasn't told who is cleared`,
  notToldAbout: ({ name }: { name: string }) =>
    `It didn't accept our latest report. We'll try again every hour. If this stays, check the client's permissions at ${name}.`,
  syncNow: "Sync now",
  reviewNow: "Sync and review rows",
  cancelSync: "Cancel sync",
  disconnect: "Disconnect",
  notDone: "That didn't work",
  syncStarted: "Sync started.",
  changed: "Saved.",

  // Syncs.
  syncs: ({ name }: { name: string }) => `Latest syncs with ${name}`,
  started: "Started",
  result: "Result",
  rows: "Rows",
  showRows: "Show rows",
  reviewRows: "Review rows",
  read: ({ count }: { count: number }) => plural(count, { one: "# row read so far", other: "# rows read so far" }),
  registrations: ({ count }: { count: number }) => plural(count, { one: "# registration", other: "# registrations" }),
  nothingNew: "Nothing new",
  came: ({ added, present, open }: { added: number; present: number; open: number }) =>
    [
      `${numbers.format(added)} added`,
      ...(present > 0 ? [`${numbers.format(present)} already here`] : []),
      ...(open > 0 ? [`${numbers.format(open)} to review`] : []),
    ].join(" · "),
  waiting: ({ count }: { count: number }) =>
    plural(count, { one: "# registration needs your review", other: "# registrations need your review" }),
  ready: "Match the partner's teams and roles to yours, then import.",

  // Connecting.
  source: "Partner",
  siteId: "Site ID",
  clientId: "Client ID",
  secret: { key: "Private key", oauth: "Client secret" },
  secretHint: { key: "The whole text of the key file, from BEGIN to END.", oauth: "As the partner shows it to you." },
  useSimulated: "Fill in the simulated site",
  connectLabel: "Connect",
  notConnected: "Not connected",
  connected: ({ name }: { name: string }) => `${name} is connected. Its people are being read.`,
  kept: "The key is kept encrypted, and nobody can read it again.",

  // Disconnecting.
  disconnectTitle: ({ name }: { name: string }) => `Disconnect ${name}?`,
  disconnectAbout:
    "Syncs stop, and the key and everything that was read from the partner are deleted. Rows of earlier imports are deleted within 30 days. Your people, their memberships, and their IDs at the partner stay.",
  keepConnected: "Keep connected",
  notDisconnected: "Not disconnected",
  disconnected: ({ name }: { name: string }) => `${name} is disconnected.`,
};

export const stateWords: Record<PartnerSyncState, string> = {
  reading: "Reading",
  preparing: "Preparing",
  checking: "Checking",
  review: "Needs review",
  writing: "Adding people",
  done: "Done",
  failed: "Stopped",
};

export const problemWords: Record<PartnerProblem | "stopped", (partner: { name: string }) => string> = {
  unreachable: ({ name }) => `${name} doesn't answer. We'll try again.`,
  busy: ({ name }) => `${name} is busy. We'll try again.`,
  unauthorized: ({ name }) =>
    `${name} no longer accepts the credentials. Disconnect it, then connect it with new ones.`,
  notFound: ({ name }) => `${name} no longer knows this site. Ask ${name} why.`,
  refused: ({ name }) => `${name} refused the call. Check the client's permissions there.`,
  malformed: ({ name }) => `${name} sent an answer that can't be read. Sync again later.`,
  stopped: () =>
    "This sync was canceled, or the person it ran for can't add people anymore. Choose Sync now to run it as yourself.",
};
