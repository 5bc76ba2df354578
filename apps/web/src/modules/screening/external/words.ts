import type { ExternalImportState, ExternalRowResult } from "@touchline/contract/screening/external-review";
import { plural } from "../../../plural.ts";

/** The texts of the pages about results from JDP and NCSI. */
export const words = {
  // What waits
  waitingResults: "Waiting for results",
  review: "Review",
  queueAbout: "These background checks wait for a result from JDP or NCSI. Export the list, then import their results.",
  importResults: "Import results",
  exportList: "Export list",
  exportFor: ({ name }: { name: string }) => `Export list for ${name}`,
  exportFailed: "The list couldn't be exported",
  reviewer: "Provider",
  anyReviewer: "JDP and NCSI",
  overdueOnly: "Overdue only",
  name: "Name",
  requirement: "Requirement",
  provider: "Provider",
  waitingSince: "Waiting since",
  expectedBy: "Expected by",
  overdue: "Overdue",
  atPortal: "Member is done",
  underReview: "External review",
  queueCaption: "Background checks that wait for a result",
  queueFailed: "The list couldn't be loaded",
  queueCount: ({ waiting, overdue }: { waiting: number; overdue: number }) =>
    `${plural(waiting, { one: "# background check is waiting", other: "# background checks are waiting" })}, ${overdue} overdue.`,
  nothingWaits: "Nothing is waiting",
  nothingWaitsHelp: "Background checks appear here when members are done at JDP or NCSI, or when a review is external.",
  showMore: "Show more",
  latestImports: "Latest imports",
  importLine: ({ date, name, recorded, rows }: { date: string; name: string; recorded: number; rows: number }) =>
    `${date} by ${name}. ${recorded} of ${plural(rows, { one: "# row", other: "# rows" })} recorded.`,

  // Importing
  importAbout: "Check a file first. Nothing is saved until you record the results.",
  fromWhom: "Whose results are these?",
  fileTitle: "File",
  file: "File with results (CSV)",
  fileHint: ({ rows }: { rows: string }) =>
    `A CSV file with up to ${rows} rows. The exported list works once its columns Result and Result date are filled in.`,
  fileMissing: "Choose a file.",
  columnsNeeded: "Columns",
  columnsNeededHelp:
    "The file must have the columns Result and Result date, and one of these: Reference, External ID, or name and date of birth. A result is Passed or Flagged. Green and red work too.",
  check: "Check file",
  checkAgain: "Check again",
  notChecked: "The file couldn't be checked",
  notRecorded: "Nothing was recorded",
  columns: "Columns in your file",
  columnsHint: "Correct any column that's wrong, then check the file again.",
  columnIs: ({ heading }: { heading: string }) => `What “${heading}” is`,
  notUsed: "Not used",
  columnsChanged: "You changed the columns. Check the file again.",
  result: "What will happen",
  readAs: ({ encoding }: { encoding: string }) => `Read as ${encoding}.`,
  record: ({ count }: { count: number }) => plural(count, { one: "Record # result", other: "Record # results" }),
  nothingToRecord: "No row can be recorded. Correct the file, and check it again.",
  rows: "Rows",
  row: "Row",
  inFile: "In the file",
  inTouchline: "In Touchline",
  fate: "Result",
  born: ({ day }: { day: string }) => `born ${day}`,
  noMatch: "No match",
  matchedBy: {
    reference: "Matched by reference",
    externalId: "Matched by external ID",
    nameAndBirth: "Matched by name and date of birth",
  },
  moreRows: ({ count }: { count: number }) => plural(count, { one: "And # more row.", other: "And # more rows." }),

  // One import
  importOf: ({ name }: { name: string }) => `Results of ${name}`,
  importNotLoaded: "The import couldn't be loaded",
  loadingImport: "Loading the import",
  progress: ({ done, rows }: { done: number; rows: number }) => `Row ${done} of ${rows}`,
  canClose: "You can close this page. You're notified when it's finished.",
  cancel: "Cancel",
  undo: "Undo import",
  undoTitle: "Undo this import?",
  undoHelp:
    "Each background check waits for a result again. Those that were decided or changed since stay as they are, and are listed.",
  keep: "Keep results",
  backToList: "Back to the list",
};

export const stateTexts: Record<ExternalImportState, string> = {
  running: "Recording results",
  done: "Finished",
  canceled: "Canceled. Recorded results are kept.",
  failed: "Stopped. Recorded results are kept, and you can import the file again.",
  undoing: "Undoing",
  undone: "Undone",
};

export const resultTexts: Record<ExternalRowResult, string> = {
  record: "Will be recorded",
  recorded: "Recorded",
  known: "Already recorded",
  waiting: "No result yet",
  error: "Needs fixing",
  undone: "Undone",
};
