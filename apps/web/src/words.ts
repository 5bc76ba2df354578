/** The texts of error screens, of leaving a page and of calls that failed, shared by every page. */
export const words = {
  // api
  unparsableResponse: "Failed to parse response data",
  unexpectedError: ({ supportEmail }: { supportEmail: string }) =>
    `An unexpected error occurred. Please try again. If the problem persists, please contact support at ${supportEmail}.`,

  // ErrorScreens
  goneHelp: "It may have been removed, or the address may be wrong. Try looking for it from your home page.",
  pageNotFound: "Page not found",
  notFoundTitle: "We couldn't find this page",
  notFoundHelp: "The address may be wrong, or the page may have been moved or removed.",

  // LastSeen
  lastSeenTitle: "When you were last online",
  lastSeenAt: ({ moment }: { moment: string }) => `As of ${moment}.`,
  lastSeenNext: ({ name }: { name: string }) => `Next: ${name}.`,

  // LeaveDialog
  leaveTitle: "Leave without saving?",
  leave: "Leave without saving",
  keepEditing: "Keep editing",

  // LeaveGuard
  leaveConfirm: ({ loss }: { loss: string }) => `Leave without saving? ${loss}`,

  // not-loaded
  partNotLoaded: "Part of the page couldn't be loaded.",

  // OfflineScreen
  offlineTitle: "You're offline",
  unreachableTitle: "We can't reach Touchline",
  unreachableHelp: "This page hasn't loaded yet. It opens automatically once we can reach Touchline.",
  offlineHelp: "This page hasn't loaded yet. It opens automatically once you're back online.",

  // SingleKeys
  singleKeysOff: "Single-key shortcuts are off.",
  turnSingleKeysOff: "Turn off shortcuts",
  turnSingleKeysOn: "Turn on shortcuts",

  // transport
  proxyRefused:
    "A proxy in front of Touchline rejected this upload because of its size. Ask the person who runs this site to allow larger requests (nginx: client_max_body_size).",
  unreachable: "We couldn't reach Touchline. Check your connection and try again.",
  timedOut: "Touchline took too long to respond. Please try again.",
  uploadCanceled: "The upload was canceled.",

  // BareFrame
  privacyPolicy: "Privacy Policy",
  termsOfService: "Terms of Service",

  // useTitle
  documentTitle: ({ title }: { title: string }) => `${title} · Touchline`,
};
