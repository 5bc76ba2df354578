/** The texts of the page where people edit their personal details. */
export const words = {
  // Shared
  none: "None",
  contact: "Contact",
  email: "Email",
  phone: "Phone",
  address: "Address",
  firstName: "First name",
  lastName: "Last name",
  emergencyContacts: "Emergency contacts",
  dateOfBirth: "Date of birth",

  // CitizenshipSection
  countryMissing: "Choose a country.",
  citizenshipSaved: "Citizenship saved.",
  citizenship: "Citizenship",
  citizenshipHelp: "Background checks also cover these countries.",
  country: "Country",
  chooseCountry: "Choose a country",
  secondCountry: "Second country (optional)",
  clearSecondCountry: "Clear second country",

  // ContactSection
  contactSaved: "Contact information saved.",
  addressHelp: "Street address and ZIP or postal code.",
  city: "City",
  stateOrProvince: "State or province",
  chooseState: "Choose a state or province",
  clearState: "Clear state or province",

  // EditProfilePage
  myDetails: "My details",
  childsDetails: ({ firstName }: { firstName: string }) => `${firstName}'s details`,
  detailsOf: ({ firstName, lastName }: { firstName: string; lastName: string }) =>
    `Details of ${firstName} ${lastName}`,
  details: "Details",
  personNotLoaded: "This person couldn't be loaded",
  loadingTheDetails: "Loading the details",
  savedSeparately: "Each section is saved separately.",

  // EmergencySection
  noContactsYet: "No emergency contacts yet.",
  contactNumber: ({ number }: { number: number }) => `Contact ${number}`,
  relationship: "Relationship",
  emergencyContactsSaved: "Emergency contacts saved.",
  emergencyContactsHelp: "People to call in an emergency.",
  remove: "Remove",
  removeContact: ({ number }: { number: number }) => `Remove contact ${number}`,
  addContact: "Add contact",
  contactLimit: ({ most }: { most: number }) => `You can add up to ${most} contacts.`,

  // NameSection
  ownNameHelp: ({ name }: { name: string }) =>
    `Enter your name as it appears on your documents. It changes only at ${name}.`,
  changeNameEverywhere: "Change it at all your organizations",
  nameSaved: "Name and date of birth saved.",
  nameAndDateOfBirth: "Name and date of birth",
  dateOfBirthHelp: "Check this carefully. Only an administrator can change it later.",

  // PhotoSection
  photoRemoved: "Photo removed.",
  photoSaved: "Photo saved.",
  photoHelp: "Helps people at the field recognize you. Location and other data in the file are removed.",

  // QuestionsSection
  questionsNotLoaded: "The questions couldn't be loaded",
  questions: "Questions",
  loadingTheQuestions: "Loading the questions",
  yes: "Yes",
  no: "No",
  answersSaved: "Answers saved.",
  questionsHelp: "Your requirements may depend on your answers.",

  // ReadOnlyDetails
  noContactsKnown: "No emergency contacts.",
  unknown: "Not provided",

  // UssfSection
  ussfIdInvalid: "Enter 16 digits.",
  ussfIdSaved: "U.S. Soccer ID saved.",
  usSoccerId: "U.S. Soccer ID",
  ussfIdLead: "You'll find it on your license and in the U.S. Soccer Learning Center.",
  ussfIdHelp: "16 digits. Spaces and dashes are ignored.",
};
