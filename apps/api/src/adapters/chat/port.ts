/** The support chat: proves to its provider who somebody is. */
export type ChatPort = {
  /** Returns a token for an account, valid for one hour. */
  userToken(appUserId: string, now: Date): Promise<string>;
};
