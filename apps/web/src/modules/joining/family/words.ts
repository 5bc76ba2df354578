import { RequirementStatus } from "@touchline/contract";
import { dayOfInstant, dayText, lastDayText } from "../../../dates.ts";
import { plural } from "../../../plural.ts";
import type { GuardedChild } from "./queries.ts";

/** The texts of the page on which guardians see their children. */
export const words = {
  // Shared
  addChild: "Add child",
  firstName: "First name",
  lastName: "Last name",
  labelAtLevel: ({ labelName, levelName }: { labelName: string; levelName: string }) => `${labelName} at ${levelName}`,
  inviteSecondGuardian: "Invite second guardian",
  removeChild: ({ firstName }: { firstName: string }) => `Remove ${firstName}`,
  correctEmailOf: ({ name }: { name: string }) => `Correct email of ${name}`,
  sendInvitation: "Send invitation",
  notSent: "Not sent",
  emailInvalid: "Enter a valid email address.",
  email: "Email",
  adultWithEmail: ({ firstName, email }: { firstName: string; email: string }) =>
    `From then on, ${firstName} manages their own profile and you'll no longer see it. We'll invite them at ${email} on that day.`,
  adultWithoutEmail: ({ firstName }: { firstName: string }) =>
    `From then on, ${firstName} manages their own profile and you'll no longer see it. Add their own email address so we can invite them on that day.`,
  editDetailsOf: ({ name }: { name: string }) => `Edit ${name}`,
  stopActingHelp: ({ firstName, guardian }: { firstName: string; guardian: string }) =>
    `You'll no longer see ${firstName} or act for them. ${guardian} still does. What you've done is kept. Only an administrator or the other guardian can undo this.`,
  stopActingHelpUnnamed: ({ firstName }: { firstName: string }) =>
    `You'll no longer see ${firstName} or act for them. The other guardian still does. What you've done is kept. Only an administrator or the other guardian can undo this.`,
  withdrawTitle: ({ name }: { name: string }) => `Withdraw the invitation for ${name}?`,

  // AddChildDialog
  joinsAs: ({ labelName, levelName }: { labelName: string; levelName: string }) =>
    `Joins as ${labelName} at ${levelName}.`,
  childAdded: ({ firstName }: { firstName: string }) => `Added ${firstName}. See their card for what's next.`,
  notAdded: "Not added",
  firstNameMissing: "Enter the first name.",
  lastNameMissing: "Enter the last name.",
  birthDateMissing: "Enter the date of birth.",
  placeMissing: "Choose a role and level.",
  dateOfBirth: "Date of birth",
  birthDateHelp: "As shown in the passport or birth certificate.",
  place: "Role and level",
  choosePlace: "Choose a role and level",

  // ChildCard
  requiredDone: ({ done, total }: { done: number; total: number }) =>
    plural(total, { one: `${done} of # required item done`, other: `${done} of # required items done` }),
  role: "Role",
  guardians: "Guardians",
  allRequirementsFor: ({ firstName }: { firstName: string }) => `All requirements for ${firstName}`,
  edit: "Edit",
  invitationUndelivered: ({ name, email }: { name: string; email: string }) =>
    `The invitation for ${name} wasn't delivered to ${email}.`,
  invitationPending: ({ name, until }: { name: string; until: string }) =>
    `${name} was invited and can accept until ${until}.`,
  adultWithLogin: ({ firstName }: { firstName: string }) =>
    `From then on, ${firstName} manages their own profile and you'll no longer see it. ${firstName} already has a login.`,
  addEmailAddress: "Add an email address",
  moreActionsFor: ({ firstName }: { firstName: string }) => `More actions for ${firstName}`,
  whyStatusOf: ({ name }: { name: string }) => `Why? Status of ${name}`,
  progressOf: ({ firstName }: { firstName: string }) => `Progress of ${firstName}`,
  notCurrentlyAMember: "Not currently a member",
  editDetails: "Edit details",
  stopActingFor: ({ firstName }: { firstName: string }) => `Stop acting for ${firstName}`,
  continue: "Continue",
  renew: "Renew",
  start: "Start",
  submitAgain: "Submit again",
  changesRequested: "The reviewer requested changes.",
  nextStep: "Next step",
  optionalStep: "Optional",
  startedNotFinished: "Started but not finished.",
  nextStepAction: ({ action, requirement, firstName }: { action: string; requirement: string; firstName: string }) =>
    `${action}: ${requirement} for ${firstName}`,
  correctEmail: "Correct email",
  withdraw: "Withdraw",
  withdrawInvitationOf: ({ name, firstName }: { name: string; firstName: string }) =>
    `Withdraw invitation for ${name} to act for ${firstName}`,
  inviteSecond: "Invite second guardian",
  inviteSecondGuardianFor: ({ firstName }: { firstName: string }) => `Invite second guardian for ${firstName}`,
  turns18On: ({ firstName, day }: { firstName: string; day: string }) => `${firstName} turns 18 on ${day}`,

  // CorrectInvitationDialog
  invitationSent: ({ email }: { email: string }) => `Invitation sent to ${email}.`,
  emailRefused: "The mail server refused this address. Enter another one.",
  correctEmailHelp: ({ name }: { name: string }) => `${name} will get a new invitation. The old link stops working.`,

  // EndDialog
  removeTitle: ({ firstName }: { firstName: string }) => `Remove ${firstName}?`,
  removeHelp: ({ firstName }: { firstName: string }) =>
    `Use this if a child was added by mistake. ${firstName} leaves every team and this page. Nothing was submitted, so nothing is lost.`,
  childRemoved: ({ firstName }: { firstName: string }) => `Removed ${firstName}.`,
  stopActingTitle: ({ firstName }: { firstName: string }) => `Stop acting for ${firstName}?`,
  stopActing: "Stop acting",
  stoppedActing: ({ firstName }: { firstName: string }) => `You no longer act for ${firstName}.`,
  withdrawTitleUnnamed: "Withdraw the invitation for the second guardian?",
  withdrawHelp: ({ firstName }: { firstName: string }) =>
    `The link in the email stops working for ${firstName} and every other child it was sent for.`,
  withdrawInvitation: "Withdraw invitation",
  invitationWithdrawn: "Invitation withdrawn.",
  cancel: "Cancel",
  nothingChanged: "No changes were made",

  // FamilyPage
  guardiansOnlyHelp:
    "Parents and guardians see their children's requirements here. Your own requirements are on a separate page.",
  family: "Family",
  familyNotLoaded: "Your family couldn't be loaded",
  loadingYourFamily: "Loading your family",
  pageLead: ({ name }: { name: string }) => `The children you act for at ${name}.`,
  guardiansOnly: "This page is for guardians",
  noChildren: "No children yet",
  addChildrenHelp: "Add the children you act for to see and complete their requirements.",
  noChildrenHelp: "Your club or team adds the children you act for, or sends you a sign-up link.",

  // InviteGuardianDialog
  inviteHelp: ({ names, days }: { names: string; days: number }) =>
    `They'll act for ${names} just as you do: see requirements, sign, and submit. ${plural(days, { one: "The link in the email works for # day.", other: "The link in the email works for # days." })}`,
  invitationOnItsWay: ({ email }: { email: string }) => `Invitation sent to ${email}.`,
  inviteEmailHelp: "We send the invitation here.",
  children: "Children",
};

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** The age in words, such as "11 years old", and at 17 also the day on which the child turns 18. */
export function ageText({ age, adultOn, adultSoon }: GuardedChild): string {
  if (age === null) return "No date of birth";
  if (adultOn !== null && age === 17 && !adultSoon) return `17 years old, turns 18 on ${dayText(adultOn)}`;
  return age === 0 ? "Under 1 year old" : plural(age, { one: "# year old", other: "# years old" });
}

/**
 * The date when the next requirement is due, or when its completion expires or expired; null if it is optional without a date.
 */
export function dueText(next: NonNullable<GuardedChild["next"]>, zone: string): string | null {
  const { status, dueAt, expiresAt, mandatory } = next;
  if (status === RequirementStatus.ExpiringSoon && expiresAt !== null) {
    return `Valid through ${lastDayText(expiresAt, zone)}. Renew it before then.`;
  }
  if (status === RequirementStatus.Expired && expiresAt !== null) {
    return `Expired on ${lastDayText(expiresAt, zone)}.`;
  }
  if (status === RequirementStatus.Overdue && dueAt !== null) return `Was due by ${lastDayText(dueAt, zone)}.`;
  if (dueAt !== null) return `Due by ${lastDayText(dueAt, zone)}.`;
  return mandatory ? "No due date." : null;
}

/** Says what is still under review when nothing else is left, or that everything is done. */
export function restText({ firstName, owed, done, waits, overallStatus }: GuardedChild): string {
  if (overallStatus === "Disqualified") return "Contact your club or team.";
  if (waits > 0) {
    return plural(waits, {
      one: "# submission is waiting for review.",
      other: "# submissions are waiting for review.",
    });
  }
  if (overallStatus === "NoRequirements") return `${firstName} has no requirements now.`;
  return done === owed ? "All requirements are done." : "You don't need to do anything now.";
}

/** The guardians by name, the reader first: "You and Pat Other". */
export function guardiansText({ guardians }: GuardedChild): string {
  return list.format([
    ...guardians.filter((one) => one.self).map(() => "You"),
    ...guardians.filter((one) => !one.self).map((one) => `${one.firstName} ${one.lastName}`),
  ]);
}

/** The names of people in a sentence. */
export const named = (names: readonly string[]) => list.format(names);

/** The last day for answering an invitation. */
export const untilText = (instant: string, zone: string) => dayOfInstant(instant, zone);
