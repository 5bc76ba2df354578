/** The texts of how a background check stands at JDP or NCSI, and of recording its result. */
export const words = {
  title: ({ name }: { name: string }) => `Result from ${name}`,
  awaited: ({ name }: { name: string }) => `${name} reviews this background check`,
  awaitedHelp: ({ name }: { name: string }) =>
    `Your organization lets ${name} review it, so nobody here can decide it or see the report. Import or record the result when it's in.`,
  outcomeOnly: "You see the outcome, not the report.",
  flagged: ({ name }: { name: string }) => `${name} flagged this background check`,
  flaggedHelp: "Confirm it by rejecting the submission, or decide otherwise. The reasons aren't shown here.",
  waitingSince: "Waiting since",
  expectedBy: "Expected by",
  overdue: ({ day }: { day: string }) => `${day}, overdue`,
  resultOf: ({ outcome, day }: { outcome: string; day: string }) => `${outcome}, ${day}`,
  importedBy: ({ name, reviewer, moment }: { name: string; reviewer: string; moment: string }) =>
    `Imported from ${reviewer} file by ${name}, ${moment}.`,
  recordedBy: ({ name, moment }: { name: string; moment: string }) => `Recorded by ${name}, ${moment}.`,
  undone: "This was undone later.",
  record: "Record result",
  whatResult: ({ name }: { name: string }) => `What did ${name} report?`,
  effects: {
    passed: "Completes the requirement from the date of the result.",
    flagged: "Opens a review. Don't enter what was found.",
    canceled: "The member has to start again, and gets an email.",
  },
  reviewEffects: {
    passed: "Completes the requirement from the date of the result.",
    flagged: "An authorized reviewer of your organization confirms it. Don't enter what was found.",
    canceled: "",
  },
  chooseResult: "Choose the result.",
  resultDate: "Date of the result",
  resultDateMissing: "Enter the date of the result.",
  validUntil: "Last valid day",
  validUntilMissing: "Enter the last valid day.",
  recorded: "Result recorded.",
};
