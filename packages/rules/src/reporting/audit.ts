import type { AuditAction } from "@touchline/contract/reporting/audit";

/**
 * What was done, to be read after the name of who did it. What stands in braces is a name; where there is none, the word
 * after the bar. An action of another version is told in the words of its own name.
 */
const sentences: Record<AuditAction, string> = {
  "assignment.added": "assigned {content|a requirement} at {level|a level}",
  "assignment.ended": "ended the assignment of {content|a requirement} at {level|a level}",
  "assignment.undone": "undid the last change of whom {content|a requirement} is asked of",
  "audit.chainBroken": "found that the sealed history was changed outside the product",
  "audit.exported": "exported the audit log",
  "audit.memoryMissing": "found that a server no longer remembers the sealed history, or has just begun to",
  "comparison.exported": "exported what changed at {level|a level} between two moments",
  "content.added": "added {content|a requirement} to the library of {level|a level}",
  "content.archived": "archived {content|a requirement}",
  "content.copied": "copied {content|a requirement} from the platform's library for {level|a level}",
  "content.removed": "removed {content|a requirement}, which nobody was ever asked for",
  "content.restored": "brought {content|a requirement} back from the archive",
  "content.updateTaken": "took an update of {content|a requirement} from the platform's library",
  "content.changed": "changed the name or description of {content|a requirement}",
  "content.versionAdded": "changed the settings of {content|a requirement}",
  "exception.added": "exempted {whom|people} from {content|a requirement} at {level|any level}",
  "exception.ended": "ended that {whom|people} are exempt from {content|a requirement} at {level|any level}",
  "file.viewed": "viewed a confidential file of {whom|a person}: {content|a requirement}",
  "form.answersExported": "exported the answers to {content|a form}",
  "guardianship.added": "made {guardian|somebody} a guardian of {whom|a child}",
  "guardianship.ended": "ended that {guardian|somebody} acts for {whom|a child}",
  "guardianship.invitationRevoked": "withdrew the invitation of a second guardian",
  "guardianship.invited": "invited a second guardian of {whom|a child}",
  "import.begun": "began an import",
  "import.canceled": "stopped an import",
  "import.completionsRecorded": "imported completions from a list",
  "incident.changed": "changed an incident at {level|a level}",
  "incident.documentViewed": "viewed an incident document",
  "incident.reported": "reported an incident at {level|a level}",
  "incident.viewed": "viewed an incident",
  "invitation.accepted": "took up the profile of {whom|a person}",
  "label.added": "added the role {label|that is gone}",
  "label.changed": "changed the role {label|that is gone}",
  "label.deleted": "deleted the role {label|that is gone}",
  "level.added": "added the level {level|that is gone}",
  "level.deleted": "deleted the level {level|that is gone}",
  "level.logoChanged": "changed the logo of {level|a level}",
  "level.moved": "moved the level {level|that is gone}",
  "level.renamed": "renamed the level {level|that is gone}",
  "membership.added": "made {whom|a person} {label|a member} at {level|a level}",
  "membership.changed": "changed {whom|a person} from {formerLabel|one role} to {label|another} at {level|a level}",
  "membership.moved": "moved {whom|a person} from {formerLevel|another level} to {level|a level}",
  "membership.removed": "removed {whom|a person} as {label|a member} at {level|a level}",
  "note.added": "wrote a note about {whom|a person}",
  "organization.changed": "changed the settings of the organization",
  "organization.created": "created the organization",
  "organization.fileAdded": "added a file to the organization",
  "organization.fileLinked": "made a link to a file of the organization",
  "organization.fileRemoved": "removed a file of the organization",
  "organization.logoChanged": "changed the logo of the organization",
  "organization.mailTextChanged": "changed the words of a mail",
  "organization.reviewingChanged": "changed how submissions are reviewed",
  "organization.secondFactorDemanded": "changed which roles must show a second factor",
  "organization.timeZoneChanged": "changed the time zone of the organization",
  "organization.viewed": "looked at the organization from outside",
  "person.added": "added {whom|a person}",
  "person.changed": "changed the details of {whom|a person}",
  "person.handedOver": "handed the profile over to {whom|a person}, who turned 18",
  "person.invited": "invited {whom|a person} by mail",
  "person.left": "gave the login of {whom|a person} up",
  "person.merged": "merged two profiles of {whom|a person}",
  "person.toldApart": "said that {whom|a person} and {other|another} are two people",
  "record.downloaded": "downloaded the record of {whom|a person}",
  "record.exported": "had the record of {whom|a person} put together",
  "signupUrl.added": "made a sign-up link for {label|a role} at {level|a level}",
  "signupUrl.revoked": "withdrew a sign-up link for {label|a role} at {level|a level}",
  "task.canceled": "stopped a task on many",
  "task.started": "began a task on many",
  "task.undone": "took a task on many back",
};

export type AuditNames = Readonly<Record<string, string | undefined>>;

/** The sentence of an action, with what is known by name put in. */
export function auditSentence(action: string, names: AuditNames): string {
  const template: string | undefined = sentences[action as AuditAction];
  if (template === undefined) return inWords(action);
  return template.replaceAll(/\{(\w+)\|([^}]*)\}/g, (_, name: string, otherwise: string) => names[name] ?? otherwise);
}

/** "signupUrl.revoked" → "signup url: revoked". */
function inWords(action: string): string {
  const [subject = "", verb = ""] = action.split(".");
  const words = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words(subject)}: ${words(verb)}`;
}
