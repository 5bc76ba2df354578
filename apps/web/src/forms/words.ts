/** Every text of these pages, in complete sentences. */
export const words = {
  noAnswer: "No answer",
  change: "Change",
  change2: ({ title }: { title: string }) => `Change ${title}`,
  fromYourProfileChangeIt: "From your profile. Change it if it is not right.",
  optional: ({ label }: { label: string }) => `${label} (optional)`,
  yes: "Yes",
  no: "No",
  typeYourFullNameIt: ({ signer }: { signer: string }) =>
    `Type your full name, ${signer}. It counts as your signature.`,
  streetAndNumber: "Street and number",
  city: "City",
  state: "State",
  zipCode: "ZIP code",
  countryOptional: "Country (optional)",
  filledInBy: ({ filledInBy }: { filledInBy: string }) => `Filled in by ${filledInBy}.`,
  theAnswers: "The answers",
  loadingTheAnswers: "Loading the answers",
  answers: "Answers",
};
