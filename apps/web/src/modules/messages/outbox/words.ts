/** Every text of the demo's outbox. */
export const words = {
  outbox: "Outbox",
  pageHint: "Emails of the demo, newest first.",
  demoNotice: "Emails never leave this demo. Anyone who opens this page can read them.",
  returnToHome: "Return to Home",
  searchByRecipient: "Search by recipient",
  emails: "Emails",
  emailsNotLoaded: "The emails couldn't be loaded",
  loadingEmails: "Loading emails",
  noEmails: "No emails yet",
  noEmailsHint: "Request changes to a submission or invite someone, and the email appears here.",
  noMatch: "No matching emails",
  noMatchHint: "Search for part of the address.",

  // One email
  to: "To",
  sent: "Sent",
  emailFormat: "Email format",
  asSent: "As sent",
  plainText: "Plain text",
  emailTitle: ({ subject }: { subject: string }) => `Email: ${subject}`,
};
