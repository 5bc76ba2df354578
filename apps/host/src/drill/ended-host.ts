const ended = () => Promise.reject(new Error("The host has ended."));

/** The identity service for a worker that finishes the jobs of an ended host. */
export const identityOfEndedHost = { revoke: ended, accountById: ended, removeAccount: ended, giveUpWaiting: ended };
