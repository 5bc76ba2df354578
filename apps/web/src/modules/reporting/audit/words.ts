/** Every text of the audit log. */
export const words = {
  auditLog: "Audit log",
  auditLogNotLoaded: "The audit log couldn't be loaded",
  disposals: "Certificates of disposal",
  pageHint:
    "Changes to people, roles, levels and settings, and every time a confidential file was viewed. Tamper-evident.",
  pages: "Pages of the log",
  newest: "Newest",
  older: "Older",

  // The table
  whatHappened: "What happened",
  person: "Person",
  when: "When",
  notSealedYet: "Sealed within a minute",
  sealedAs: ({ number }: { number: string }) => `Sealed as no. ${number}`,
  nothingMatches: "Nothing matches",
  nothingMatchesHint: "Remove a filter, or choose a longer period.",
  nothingRecorded: "Nothing recorded yet",
  nothingRecordedHint: "Changes to people, roles, levels and settings appear here.",

  // Filters
  doneBy: "Done by",
  levelAndSublevels: "Level and sublevels",
  level: "Level",
  anyLevel: "Any level",
  from: "From",
  to: "To",
  about: "About",
  action: "Action",
  someone: "Someone",
  aLevel: "A level",

  // The subject of an entry
  requirement: "Requirement",
  confidentialFile: "Confidential file",
  import: "Import",
  role: "Role",
  signUpLink: "Sign-up link",
  bulkTask: "Bulk task",
  actionOf: ({ subject, action }: { subject: string; action: string }) => `${subject}: ${action}`,

  // Export
  export: "Export",
  exporting: "Exporting",
  exportingPart: ({ part }: { part: number }) => `Exporting, part ${part}`,
  nothingSealed: "Nothing is sealed yet. Try again in a minute.",
  withFilters: "With the current filters",
  sealedExport: "Sealed export (NDJSON)",
  sealedExportHint: "Can be verified by anyone, without this database",
  tableExport: "Table (CSV)",
  tableExportHint: "With names, for a spreadsheet",
  keepSeparately: "Keep in a separate place",
  publicKey: "Public key",
  latestCheckpoint: "Latest checkpoint",
  latestCheckpointHint: "Proves the state of the log as of today",
};
