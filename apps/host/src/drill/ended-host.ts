const ended = () => Promise.reject(new Error("The host has ended."));

/** The identity service as a worker meets it that finishes the work of a host which has ended. */
export const identityOfEndedHost = { revoke: ended, accountById: ended, removeAccount: ended, giveUpWaiting: ended };
