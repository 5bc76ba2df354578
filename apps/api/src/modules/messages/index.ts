/** What other areas may use of messages: sending email, notices at the bell, and an organization's own email texts. */

export { type NewNotice, notify, notifyDecided, type Recipients, recipientsFor } from "./notices/actions.ts";

export {
  type AdverseNews,
  type AdverseReviewNews,
  type Mailed,
  type Message,
  mailAdverseNews,
  mailAdverseReview,
  mailBillingProblem,
  mailCheckEnded,
  mailFeesOwed,
  mailHarmful,
  mailMessage,
  mailMoneyReturned,
  mailProposals,
  mailReminders,
  mailResets,
  mailResultsOverdue,
  mailScreeningProblem,
  mailWebhookPaused,
  messagePreview,
  sendAccountMail,
  sendMail,
  sendMails,
} from "./notifications/actions.ts";
export type { BillingProblem } from "./notifications/mails/billing-problem.ts";
export type { FactorNews } from "./notifications/mails/second-factor.ts";
export { type Subscription, subscriptionOf, unsubscribePath } from "./notifications/mails/unsubscribe.ts";
export { chosenByProfile, readAboutBy, readersAbout } from "./notifications/queries/addressees.ts";
export { accountMailsTo, mailsPage, mailsTo, undeliveredTo } from "./notifications/queries/mail-history.ts";
export { organizationIntroduction, replyPlace } from "./notifications/queries/writing.ts";
