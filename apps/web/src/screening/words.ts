/** The texts that every page with background checks has. */
export const words = {
  tryAgain: "Try again",
  simulated: "Simulated provider: no real check is made.",

  // Documents that are signed before a check
  givenTitle: "Signed documents",
  givenHelp: "Who signed what before the check, and when.",
  nothingGiven: "Nothing was signed for this background check.",
  signedBy: ({ name, when }: { name: string; when: string }) => `Signed by ${name} on ${when}`,
  signedByGuardian: ({ name, when }: { name: string; when: string }) => `Signed by ${name} as guardian on ${when}`,
  wantsCopy: "A copy of the report was requested.",
  wantsNoCopy: "No copy of the report was requested.",
  withdrawnOn: ({ when }: { when: string }) => `Withdrawn on ${when}`,
  usedUp: "Signed for an earlier check.",
  version: ({ version }: { version: string }) => `Version ${version}`,
  pdf: "PDF",
  downloadNamed: ({ title }: { title: string }) => `Download “${title}” as a PDF`,
  withdraw: "Withdraw consent",
  withdrawTitle: "Withdraw your consent?",
  withdrawHelp:
    "No background check is ordered until you sign again. A check that was already ordered continues. Your organization may require a background check for your role.",
  keep: "Keep consent",
  withdrawn: "Your consent was withdrawn.",
  notLoaded: "The signed documents couldn't be loaded",

  // An adverse action
  adverseNotLoaded: "The notice couldn't be loaded",
  letters: "Letters and report",
  documentNames: {
    report: "Background check report",
    preAdverseNotice: "Pre-adverse notice with the summary of rights",
    finalNotice: "Final notice",
  },
  madeOn: ({ when }: { when: string }) => `From ${when}`,
  disposedOn: ({ when }: { when: string }) => `Removed on ${when}, at the end of the retention period`,
  fileRemoved: ({ name, when }: { name: string; when: string }) =>
    `“${name}” was removed on ${when}, at the end of the retention period.`,
  downloadFile: ({ name }: { name: string }) => `Download “${name}”`,
  whatHappened: "What happened",
  notDownloaded: "Not downloaded",
  reportDisputed: "Recorded. The waiting period is stopped.",
  notRecorded: "Not recorded",
  // Licenses of U.S. Soccer
  licensesTitle: "Licenses at U.S. Soccer",
  loadingLicenses: "Loading licenses",
  lookingForLicenses: "Looking for licenses",
  licensesNeverRefreshed: "Not refreshed yet.",
  licensesRefreshed: ({ moment }: { moment: string }) => `Last refreshed ${moment}. Refreshed every night.`,
  refreshLicenses: "Refresh",
  noLicensesFound: "U.S. Soccer has no licenses for this ID.",
  validThrough: ({ day }: { day: string }) => `Valid through ${day}`,
  validWithoutEnd: "Doesn't expire",
  issuedOn: ({ day }: { day: string }) => `Issued ${day}`,
  acceptedTitle: ({ count }: { count: number }) =>
    count === 1 ? "1 license is accepted" : `${count} licenses are accepted`,
  higherGradesCount: "Higher grades are accepted too.",
  problemSince: ({ moment }: { moment: string }) => `Since ${moment}.`,
  identityReviewed:
    "Check the ID, and your name and date of birth in your profile. A reviewer decides whether these licenses are yours.",
  identityReview: "Approve only if you know that these licenses are this member's.",
};
