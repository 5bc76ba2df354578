const mailNames: Record<string, string> = {
  invitation: "an invitation",
  reset: "a submission sent back",
  comingOfAge: "coming of age",
  handedOver: "a profile handed over",
  guardianInvitation: "an invitation as guardian",
  invitationReminder: "a reminder of the invitation",
  requirementsOpen: "a reminder of what is open",
  requirementsAgain: "a reminder of what is to be done again",
  digest: "how the levels stand",
  message: "a message",
  example: "a test of a mail's words",
};

/** What a kind of email is called in a history. A kind of a later version is told by its own name, in words. */
export const mailName = (kind: string) => mailNames[kind] ?? kind.replaceAll(/([A-Z])/g, " $1").toLowerCase();
