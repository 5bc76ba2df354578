const mailNames: Record<string, string> = {
  invitation: "Invitation",
  reset: "Changes requested",
  comingOfAge: "Turning 18",
  handedOver: "Profile handed over",
  guardianInvitation: "Guardian invitation",
  invitationReminder: "Invitation reminder",
  requirementsOpen: "Requirements reminder",
  requirementsAgain: "Renewal reminder",
  digest: "Clearance summary",
  message: "Message",
  example: "Test email",
};

/** What a kind of email is called in a history. A kind without an entry is named by its own words. */
export function mailName(kind: string): string {
  const words = kind.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return mailNames[kind] ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
