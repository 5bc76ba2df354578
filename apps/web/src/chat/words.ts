export const words = {
  question: "Allow the support chat?",
  questionHint:
    "The chat is run by Intercom. It stores cookies on this device, and Intercom learns which pages you visit here.",
  allow: "Allow chat",
  decline: "No, thanks",
};
