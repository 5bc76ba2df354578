/** The texts of form fields and of submitted answers. */
export const words = {
  // AnswerList
  noAnswer: "No answer",
  change: "Change",
  changeSection: ({ title }: { title: string }) => `Change ${title}`,

  // FieldInput
  fromProfile: "From your profile. Change it if it isn't right.",
  optionalField: ({ label }: { label: string }) => `${label} (optional)`,
  yes: "Yes",
  no: "No",
  signatureHelp: ({ signer }: { signer: string }) => `Type your full name, ${signer}. This is your signature.`,
  street: "Street and number",
  city: "City",
  state: "State",
  zipCode: "ZIP code",
  country: "Country (optional)",

  // SentAnswers
  filledInBy: ({ filledInBy }: { filledInBy: string }) => `Filled in by ${filledInBy}.`,
  answersNotLoaded: "The answers couldn't be loaded",
  loadingTheAnswers: "Loading the answers",
  answers: "Answers",
};
