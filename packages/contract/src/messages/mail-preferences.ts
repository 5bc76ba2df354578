/** Languages that emails are written in. */
export const mailLanguages = ["en", "es"] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** Kinds of email that a person may mute. Emails about safety, invitations and links are always sent. */
export const notificationChoices = ["decisions", "reminders"] as const;
export type NotificationChoice = (typeof notificationChoices)[number];
