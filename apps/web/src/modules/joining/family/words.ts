import { RequirementStatus } from "@touchline/contract";
import { dayOfInstant, dayText, lastDayText } from "../../../dates.ts";
import type { Child } from "./queries.ts";

/** Every text of these pages, in complete sentences. */
export const words = {
  joinsAsAt: ({ labelName, levelName }: { labelName: string; levelName: string }) =>
    `Joins as ${labelName} at ${levelName}.`,
  wasAddedTheCardSays: ({ firstName }: { firstName: string }) => `${firstName} was added. The card says what is next.`,
  addAChild: "Add a child",
  addChild: "Add child",
  notAdded: "Not added",
  giveTheDateOfBirth: "Give the date of birth.",
  chooseWhere: "Choose where.",
  firstName: "First name",
  lastName: "Last name",
  dateOfBirth: "Date of birth",
  asItStandsInThe: "As it stands in the passport or birth certificate.",
  where: "Where",
  chooseWhere2: "Choose where",
  at: ({ labelName, levelName }: { labelName: string; levelName: string }) => `${labelName} at ${levelName}`,
  ofDone: ({ done, owed }: { done: number; owed: number }) => `${done} of ${owed} done`,
  role: "Role",
  guardians: "Guardians",
  allRequirementsFor: ({ firstName }: { firstName: string }) => `All requirements for ${firstName}`,
  edit: "Edit",
  theInvitationOfWasntDelivered: ({ invited, lastName }: { invited: string; lastName: string }) =>
    `The invitation of ${invited} ${lastName} wasn’t delivered to`,
  wasAskedAndMayAnswer: ({ firstName, lastName, until }: { firstName: string; lastName: string; until: string }) =>
    `${firstName} ${lastName} was asked, and may answer until ${until}.`,
  fromThenOnLooksAfter: ({ firstName }: { firstName: string }) =>
    `From then on ${firstName} looks after their own profile, and you no longer see it.`,
  ofSOwnSoWe: ({ firstName }: { firstName: string }) => `of ${firstName}’s own, so we can invite them on that day.`,
  addAnEmailAddress: "Add an email address",
  moreFor: ({ firstName }: { firstName: string }) => `More for ${firstName}`,
  isSo: ({ name }: { name: string }) => `${name} is so`,
  progressOf: ({ firstName }: { firstName: string }) => `Progress of ${firstName}`,
  notCurrentlyAMember: "Not currently a member",
  editDetails: "Edit details",
  inviteASecondGuardian: "Invite a second guardian",
  stopActingFor: ({ firstName }: { firstName: string }) => `Stop acting for ${firstName}`,
  remove: ({ firstName }: { firstName: string }) => `Remove ${firstName}`,
  goOn: "Go on",
  renew: "Renew",
  start: "Start",
  nextStep: "Next step",
  optionalIfYouLike: "Optional, if you like",
  startedNotSubmitted: "Started, not submitted. ",
  for: ({ act, name, firstName }: { act: string; name: string; firstName: string }) =>
    `${act}: ${name} for ${firstName}`,
  correctTheEmail: "Correct the email",
  correctTheEmailOf: ({ invited, lastName }: { invited: string; lastName: string }) =>
    `Correct the email of ${invited} ${lastName}`,
  withdraw: "Withdraw",
  withdrawTheInvitationOfFor: ({ invited, firstName }: { invited: string; firstName: string }) =>
    `Withdraw the invitation of ${invited} for ${firstName}`,
  withdrawTheInvitationOfFor2: ({ firstName, firstName2 }: { firstName: string; firstName2: string }) =>
    `Withdraw the invitation of ${firstName} for ${firstName2}`,
  inviteASecond: "Invite a second",
  inviteASecondGuardianFor: ({ firstName }: { firstName: string }) => `Invite a second guardian for ${firstName}`,
  turns18On: ({ firstName, day }: { firstName: string; day: string }) => `${firstName} turns 18 on ${day}`,
  hasALoginAlready: ({ firstName }: { firstName: string }) => `${firstName} has a login already.`,
  weInviteThemAtOn: ({ email }: { email: string }) => `We invite them at ${email} on that day.`,
  theInvitationWasSentTo: ({ email }: { email: string }) => `The invitation was sent to ${email}.`,
  correctTheEmailOf2: ({ name }: { name: string }) => `Correct the email of ${name}`,
  sendInvitation: "Send invitation",
  notSent: "Not sent",
  theMailServerRefusedThis: "The mail server refused this address. Enter another one.",
  enterAValidEmailAddress: "Enter a valid email address.",
  email: "Email",
  getsANewInvitationThe: ({ name }: { name: string }) =>
    `${name} gets a new invitation. The link in the old one stops working.`,
  remove2: ({ firstName }: { firstName: string }) => `Remove ${firstName}?`,
  forAChildThatWas: ({ firstName }: { firstName: string }) =>
    `For a child that was added by mistake: ${firstName} leaves every team and this page. Nothing was submitted, so nothing is lost.`,
  wasRemoved: ({ firstName }: { firstName: string }) => `${firstName} was removed.`,
  stopActingFor2: ({ firstName }: { firstName: string }) => `Stop acting for ${firstName}?`,
  theOtherGuardian: "The other guardian",
  stopActing: "Stop acting",
  youNoLongerActFor: ({ firstName }: { firstName: string }) => `You no longer act for ${firstName}.`,
  theSecondGuardian: "the second guardian",
  theLinkInTheEmail: ({ firstName }: { firstName: string }) =>
    `The link in the email stops working, for ${firstName} and for every other child it was sent for.`,
  withdrawInvitation: "Withdraw invitation",
  theInvitationWasWithdrawn: "The invitation was withdrawn.",
  keep: "Keep",
  noChangesWereMade: "No changes were made",
  parentsAndGuardiansSeeThe:
    "Parents and guardians see the requirements of their children here. Your own requirements are on a separate page.",
  family: "Family",
  yourFamily: "Your family",
  loadingYourFamily: "Loading your family",
  theChildrenYouActFor: ({ name }: { name: string }) => `The children you act for at ${name}.`,
  thisPageIsForGuardians: "This page is for guardians",
  noChildrenHereYet: "No children here yet",
  addTheChildrenYouAct: "Add the children you act for to see and complete their requirements.",
  childrenYouActForAppear:
    "Children you act for appear here. Your club or team adds them, or sends you a link to sign up with.",
  theyWillActForAs: ({ named, guardianInvitationDays }: { named: string; guardianInvitationDays: number }) =>
    `They will act for ${named} as you do: see what is asked, sign and send in. The link in the mail works for ${guardianInvitationDays} days.`,
  theInvitationGoesTo: ({ email }: { email: string }) => `The invitation goes to ${email}.`,
  theInvitationGoesThere: "The invitation goes there.",
  forWhom: "For whom",
};

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** "11 years old", and for somebody who will soon be of age on which day. */
export function ageText({ age, adultOn, adultSoon }: Child): string {
  if (age === null) return "Date of birth unknown";
  const years = age === 0 ? "Under a year old" : age === 1 ? "1 year old" : `${age} years old`;
  return adultOn !== null && age === 17 && !adultSoon ? `${years}, 18 on ${dayText(adultOn)}` : years;
}

/** By when what is next is to be done, or since when it is not good any more. */
export function dueText(next: NonNullable<Child["next"]>, zone: string): string {
  const { status, dueAt, expiresAt, mandatory } = next;
  if (status === RequirementStatus.ExpiringSoon && expiresAt !== null) {
    return `Valid through ${lastDayText(expiresAt, zone)}. Renew it before then.`;
  }
  if (status === RequirementStatus.Expired && expiresAt !== null) {
    return `Expired on ${lastDayText(expiresAt, zone)}.`;
  }
  if (status === RequirementStatus.Overdue && dueAt !== null) return `Was due by ${lastDayText(dueAt, zone)}.`;
  if (dueAt !== null) return `Due by ${lastDayText(dueAt, zone)}.`;
  return mandatory ? "No due date." : "Optional.";
}

/** Where there is nothing to do: what is still under way, or that all is done. */
export function restText({ firstName, owed, done, waits, overallStatus }: Child): string {
  if (overallStatus === "Disqualified") return "Ask your club or team what to do.";
  if (waits > 0)
    return waits === 1 ? "One submission is waiting for review." : `${waits} submissions are waiting for review.`;
  if (owed === 0) return `${firstName} has no requirements now.`;
  return done === owed ? "All requirements are done." : "You don't need to do anything now.";
}

/** "You and Pat Other". */
export function guardiansText({ guardians }: Child): string {
  return list.format([
    ...guardians.filter((one) => one.self).map(() => "You"),
    ...guardians.filter((one) => !one.self).map((one) => `${one.firstName} ${one.lastName}`),
  ]);
}

/** The names of people in a sentence. */
export const named = (names: readonly string[]) => list.format(names);

/** Until when somebody may answer an invitation. */
export const untilText = (instant: string, zone: string) => dayOfInstant(instant, zone);
