import { type RequirementType, requirementTypeLabels } from "@touchline/contract";
import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import type { AuditAction } from "@touchline/contract/reporting/audit";
import { backgroundCheckProviderLabels } from "../library/content-words.ts";

/**
 * Describes an action, to be read after the actor's name. Braces contain a name; if it is unknown, the word after the bar is
 * used. An action of another version is described by its own name.
 */
const sentences: Record<AuditAction, string> = {
  "apiKey.created": "created an API key",
  "apiKey.revoked": "revoked an API key",
  "apiKey.rotated": "rotated an API key",
  "assignment.added": "assigned {content|a requirement} at {level|a level}",
  "assignment.ended": "ended the assignment of {content|a requirement} at {level|a level}",
  "assignment.undone": "undid the last change to the assignments of {content|a requirement}",
  "audit.chainBroken": "found that the sealed history was changed outside Touchline",
  "audit.exported": "exported the audit log",
  "audit.memoryMissing": "found that a server has no memory of the sealed history, or is new",
  "comparison.exported": "exported the changes at {level|a level} between two dates",
  "content.added": "added {content|a requirement} to the library of {level|a level}",
  "content.archived": "archived {content|a requirement}",
  "content.copied": "copied {content|a requirement} from the platform's library for {level|a level}",
  "content.removed": "removed {content|a requirement}, which was never assigned",
  "content.restored": "restored {content|a requirement} from the archive",
  "content.updateTaken": "applied an update of {content|a requirement} from the platform's library",
  "content.changed": "changed the name or description of {content|a requirement}",
  "content.versionAdded": "changed the settings of {content|a requirement}",
  "exception.added": "exempted {whom|people} from {content|a requirement} at {level|any level}",
  "exception.ended": "ended the exemption of {whom|people} from {content|a requirement} at {level|any level}",
  "file.viewed": "viewed a confidential file of {whom|a person}: {content|a requirement}",
  "form.answersExported": "exported the answers to {content|a form}",
  "guardianship.added": "made {guardian|someone} a guardian of {whom|a child}",
  "guardianship.ended": "ended the guardianship of {guardian|someone} for {whom|a child}",
  "guardianship.invitationRevoked": "withdrew the invitation of a second guardian",
  "guardianship.invited": "invited a second guardian of {whom|a child}",
  "ageGroup.exceptionAsked": "asked for {whom|a player} to play in an older age group",
  "ageGroup.exceptionDecided": "decided whether {whom|a player} plays in an older age group",
  "identity.erased": "destroyed the pictures of documents of {whom|a person}",
  "identity.settingsChanged": "changed how identities are verified",
  "import.begun": "started an import",
  "import.canceled": "canceled an import",
  "import.undone": "undid an import",
  "import.completionsRecorded": "imported completions from a list",
  "incident.changed": "changed an incident at {level|a level}",
  "incident.documentViewed": "viewed an incident document",
  "incident.exported": "exported an incident for an authority",
  "incident.handled": "changed the handling of an incident at {level|a level}",
  "incident.reported": "reported an incident at {level|a level}",
  "incident.viewed": "viewed an incident",
  "invitation.accepted": "activated the profile of {whom|a person}",
  "job.discarded": "discarded a failed background job of the organization",
  "job.retried": "retried failed background jobs of the organization",
  "label.added": "added the role {label|(deleted)}",
  "label.changed": "changed the role {label|(deleted)}",
  "label.deleted": "deleted the role {label|(deleted)}",
  "level.added": "added the level {level|(deleted)}",
  "level.deleted": "deleted the level {level|(deleted)}",
  "level.logoChanged": "changed the logo of {level|a level}",
  "level.moved": "moved the level {level|(deleted)}",
  "level.renamed": "renamed the level {level|(deleted)}",
  "membership.added": "added {whom|a person} as {label|a member} at {level|a level}",
  "membership.changed":
    "changed the role of {whom|a person} from {formerLabel|one role} to {label|another} at {level|a level}",
  "membership.moved": "moved {whom|a person} from {formerLevel|another level} to {level|a level}",
  "membership.removed": "removed {whom|a person} as {label|a member} at {level|a level}",
  "note.added": "added a note about {whom|a person}",
  "organization.changed": "changed the settings of the organization",
  "organization.closed": "closed the organization for good",
  "organization.created": "created the organization",
  "organization.exportDownloaded": "downloaded an export of the organization",
  "organization.exportRequested": "started an export of the organization",
  "organization.featurePaused": "paused a feature for the organization",
  "organization.featureResumed": "resumed a paused feature for the organization",
  "organization.fileAdded": "added a file to the organization",
  "organization.fileLinked": "created a link to a file of the organization",
  "organization.fileRemoved": "removed a file from the organization",
  "organization.logoChanged": "changed the logo of the organization",
  "organization.mailTextChanged": "changed an email template",
  "organization.reviewingChanged": "changed how submissions are reviewed",
  "organization.adverseActionsChanged": "changed the waiting period and the retention of adverse actions",
  "organization.resumed": "resumed the organization",
  "organization.secondFactorDemanded": "changed which roles need a second factor",
  "organization.cardAdded": "added the organization's first card",
  "organization.suspended": "suspended the organization",
  "organization.taxCertificateDecided": "decided on a tax document of the organization",
  "organization.timeZoneChanged": "changed the time zone of the organization",
  "organization.viewed": "viewed the organization from the platform",
  "person.added": "added {whom|a person}",
  "person.changed": "changed the details of {whom|a person}",
  "person.handedOver": "handed the profile over to {whom|a person}, who turned 18",
  "person.invited": "invited {whom|a person} by email",
  "person.left": "gave up the login of {whom|a person}",
  "person.merged": "merged two profiles of {whom|a person}",
  "person.toldApart": "marked {whom|a person} and {other|another person} as different people",
  "record.downloaded": "downloaded the record of {whom|a person}",
  "record.exported": "exported the record of {whom|a person}",
  "retention.disposed": "disposed of data at the end of its retention period",
  "screening.accountAllowed": "allowed the organization to use a background check account",
  "screening.accountWithdrawn": "no longer allowed the organization to use a background check account",
  "screening.clientConnected": "connected a background check account",
  "screening.clientDisconnected": "disconnected a background check account",
  "screening.externalReviewChanged": "changed who reviews background checks",
  "screening.onboardingSubmitted": "submitted the application for background checks",
  "billing.ledgerExported": "exported the ledger of payments",
  "screening.queueExported": "exported the background checks that wait for a result",
  "screening.otherNamesSaved": "saved other names of a person",
  "screening.registryMatched": "found a possible sex offender registry match to review",
  "screening.resultsCanceled": "canceled an import of background check results",
  "screening.resultsImported": "imported background check results",
  "screening.resultsUndone": "undid an import of background check results",
  "signupUrl.added": "created a sign-up link for {label|a role} at {level|a level}",
  "signupUrl.revoked": "revoked a sign-up link for {label|a role} at {level|a level}",
  "support.begun": "began support access to the organization",
  "support.ended": "ended support access to the organization",
  "support.peopleSearched": "searched for a person with support access",
  "support.viewAnswered": "answered a request to view Touchline as {whom|themselves}",
  "support.viewRequested": "asked {whom|a person} to let support view Touchline as they do",
  "support.viewEnded": "stopped viewing Touchline as {whom|a person}",
  "support.viewed": "viewed a page as {whom|a person}",
  "task.canceled": "canceled a bulk task",
  "task.started": "started a bulk task",
  "task.undone": "undid a bulk task",
  "webhook.added": "added a webhook endpoint",
  "webhook.changed": "changed a webhook endpoint",
  "webhook.paused": "paused a webhook endpoint",
  "webhook.removed": "deleted a webhook endpoint",
  "webhook.replayed": "sent webhook events again",
  "webhook.resumed": "resumed a webhook endpoint",
  "webhook.secretRotated": "made a new signing secret for a webhook endpoint",
  "partner.changed": "changed the connection to a partner",
  "partner.connected": "connected a partner",
  "partner.disconnected": "disconnected a partner",
  "partner.synced": "started a sync with a partner",
  "webhook.tested": "sent a test event to a webhook endpoint",
};

export type AuditNames = Readonly<Record<string, string | undefined>>;

/** Returns the sentence of an action, with the known names inserted. */
export function auditSentence(action: string, names: AuditNames): string {
  const template: string | undefined = sentences[action as AuditAction];
  if (template === undefined) return inWords(action);
  return template.replaceAll(/\{(\w+)\|([^}]*)\}/g, (_, name: string, otherwise: string) => names[name] ?? otherwise);
}

/** "signupUrl.revoked" → "signup url: revoked". */
function inWords(action: string): string {
  const [subject = "", verb = ""] = action.split(".");
  return `${wordsOf(subject)}: ${wordsOf(verb)}`;
}

/** "dateOfBirth" → "date of birth". */
const wordsOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The label of a detail whose recorded name alone would be unclear. */
const detailNames: Record<string, string> = {
  what: "Changed",
  fields: "Changed",
  how: "Access",
  of: "Total",
  mail: "Email",
  endsOn: "Last day",
  untilDay: "Last day",
  maxUses: "Maximum number of people",
  includeBelow: "Include sublevels",
  role: "Permissions",
  formerRole: "Previous permissions",
  givenBy: "Can be assigned by",
  begun: "Newly assigned",
  ended: "No longer assigned",
  sha256: "SHA-256",
};

const shortDay = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

/** Puts one recorded detail of an entry into words; a detail without a name is its text alone. */
export function auditDetailText({ name, text }: { name: string; text: string }): string {
  if (name === "") return text;
  return `${detailNames[name] ?? capitalized(wordsOf(name))}: ${detailText(name, text)}`;
}

/** Replaces codes with words and formats days. Everything else stays as it was recorded. */
function detailText(name: string, text: string): string {
  if (name === "type") return requirementTypeLabels[Number(text) as RequirementType] ?? text;
  if (name === "provider") return backgroundCheckProviderLabels[Number(text) as BackgroundCheckProvider] ?? text;
  return text
    .split(", ")
    .map((part) => part.replace(/^ussfId(?=$|: )/, "U.S. Soccer ID"))
    .map((part) => part.replace(/^[a-z]+(?:[A-Z][a-z]*)+(?=$|: )/, wordsOf))
    .map((part) => part.replace(/(?<=^|: )\d{4}-\d{2}-\d{2}$/, (day) => shortDay.format(Date.parse(day))))
    .join(", ");
}
