/** The session data that a browser stores: only ids. If storage isn't available, the data is requested again. */
const tabKey = "touchline.profile";

function tried<Result>(what: () => Result): Result | null {
  try {
    return what();
  } catch {
    return null;
  }
}

/** As whom this tab acts, until it closes; other tabs may act as other profiles of the account. */
export const tabProfile = () => tried(() => sessionStorage.getItem(tabKey));
export const keepTabProfile = (profileId: string) => tried(() => sessionStorage.setItem(tabKey, profileId));
/** Another account may sign in next in this tab. */
export const forgetTabProfile = () => tried(() => sessionStorage.removeItem(tabKey));

const organizationKey = "touchline.organization";
/** The organization of the profile that this tab acts as, so that a reload needn't ask for it first; null: not known. */
export function tabOrganization(profileId: string): string | null {
  const [ofProfile, organizationId = null] = tried(() => sessionStorage.getItem(organizationKey))?.split(" ") ?? [];
  return ofProfile === profileId ? organizationId : null;
}
export const keepTabOrganization = (profileId: string, organizationId: string) =>
  tried(() => sessionStorage.setItem(organizationKey, `${profileId} ${organizationId}`));

/** For all tabs of this browser, until it is forgotten. */
export const readInBrowser = (key: string) => tried(() => localStorage.getItem(key));
export const keepInBrowser = (key: string, value: string) => tried(() => localStorage.setItem(key, value));
export const forgetInBrowser = (key: string) => tried(() => localStorage.removeItem(key));

/** For this tab alone, until it closes. */
export const readInTab = (key: string) => tried(() => sessionStorage.getItem(key));
export const keepInTab = (key: string, value: string) => tried(() => sessionStorage.setItem(key, value));
export const forgetInTab = (key: string) => tried(() => sessionStorage.removeItem(key));
