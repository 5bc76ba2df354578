/** The texts of parts that several pages share: forms that are saved, and long lists. */
export const words = {
  // Shared
  websiteField: "Website",
  phoneField: "Phone",
  countryField: "Country",
  stateField: "State",
  optionalField: ({ label }: { label: string }) => `${label} (optional)`,
  provinceField: "Province",
  cityField: "City",

  // FormDialog
  cancel: "Cancel",

  // PastTheEnd
  pastTheEndHelp: "The list is shorter now. Go back to the first page.",
  firstPage: "Go to first page",
  pastTheEndTitle: "This page is empty",

  // SavedPart
  notSaved: "Not saved",
  save: "Save",
  saveSection: ({ title }: { title: string }) => `Save: ${title}`,
  nothingChanged: "No changes to save.",
  undo: "Undo",
  undoSection: ({ title }: { title: string }) => `Undo: ${title}`,

  // SavedParts
  changesLost: "Your changes will be lost.",

  // ShowMore
  showMore: "Show more",
  mayBeStale: "This may be out of date",
  tryAgain: "Try again",
};
