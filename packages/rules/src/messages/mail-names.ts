const mailNames: Record<string, string> = {
  invitation: "Invitation",
  reset: "Changes requested",
  comingOfAge: "Turning 18",
  handedOver: "Profile handed over",
  guardianInvitation: "Guardian invitation",
  invitationReminder: "Invitation reminder",
  requirementsOpen: "Reminder of open requirements",
  requirementsAgain: "Reminder to complete requirements again",
  digest: "Clearance summary",
  message: "Message",
  example: "Test of an email template",
};

/** Returns the name of a kind of email in a history. A kind of a later version gets its technical name as words. */
export function mailName(kind: string): string {
  const known = mailNames[kind];
  if (known !== undefined) return known;
  const name = kind.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
