/** What other areas may use of messages: sending email, notices at the bell, and an organization's own email texts. */

export { type NewNotice, notify, notifyDecided, type Recipients, recipientsFor } from "./notices/actions.ts";

export {
  mailAdverseAction,
  mailCheckEnded,
  mailHarmful,
  mailLicenseEnded,
  mailResets,
} from "./notifications/actions/about-submission.ts";
export {
  mailAdverseReview,
  mailBillingProblem,
  mailIncidentAssigned,
  mailMoneyReturned,
  mailProposals,
  mailResultsOverdue,
  mailScreeningProblem,
  mailWebhookPaused,
} from "./notifications/actions/mail-person.ts";
export { type Message, mailMessage, messagePreview } from "./notifications/actions/message.ts";
export { type Mailed, mailFeesOwed, mailReminders } from "./notifications/actions/remind.ts";
export { sendMail, sendMails } from "./notifications/actions/send.ts";
export { sendAccountMail } from "./notifications/actions/send-account.ts";
export type { AdverseMail } from "./notifications/mails/background-check-notice.ts";
export type { AdverseReviewMail } from "./notifications/mails/background-check-review.ts";
export type { BillingProblem } from "./notifications/mails/billing-problem.ts";
export type { FactorMail } from "./notifications/mails/second-factor.ts";
export { type Subscription, subscriptionOf, unsubscribePath } from "./notifications/mails/unsubscribe.ts";
export { chosenByProfile, readAboutBy, readersAbout } from "./notifications/queries/addressees.ts";
export { organizationIntroduction, replyPlace } from "./notifications/queries/mail-context.ts";
export {
  accountMailsTo,
  keptToRecipients,
  mailsPage,
  mailsTo,
  undeliveredTo,
} from "./notifications/queries/mail-history.ts";
