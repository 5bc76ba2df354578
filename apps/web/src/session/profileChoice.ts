/** Which profile an account acts as: for this tab until it closes, and for the next login. Ids, nothing else. */
const tabKey = "touchline.profile";
const accountKey = (accountId: string) => `touchline.profile.${accountId}`;

/** A browser that stores nothing asks again; that is no failure. */
function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

function write(storage: () => Storage, key: string, value: string): void {
  try {
    storage().setItem(key, value);
  } catch {
    return;
  }
}

export const tabProfile = () => read(() => sessionStorage, tabKey);
export const rememberedProfile = (accountId: string) => read(() => localStorage, accountKey(accountId));

export function rememberProfile(accountId: string, profileId: string): void {
  write(() => sessionStorage, tabKey, profileId);
  write(() => localStorage, accountKey(accountId), profileId);
}

/** Another account may sign in next in this tab. */
export function forgetTabProfile(): void {
  try {
    sessionStorage.removeItem(tabKey);
  } catch {
    return;
  }
}
