/** The session data that a browser stores: only ids. If storage isn't available, the data is requested again. */
const tabKey = "touchline.profile";

function tried<Result>(what: () => Result): Result | null {
  try {
    return what();
  } catch {
    return null;
  }
}

/** The profile that this tab acts as until it is closed. Other tabs may act as other profiles of the account. */
export const tabProfile = () => tried(() => sessionStorage.getItem(tabKey));
export const keepTabProfile = (profileId: string) => tried(() => sessionStorage.setItem(tabKey, profileId));
/** Forgets the tab's profile, because another account may log in in this tab next. */
export const forgetTabProfile = () => tried(() => sessionStorage.removeItem(tabKey));

const organizationKey = "touchline.organization";
/**
 * Returns the organization of the profile that this tab acts as, so that a reload doesn't have to ask for it first.
 *
 * @returns null if it isn't known.
 */
export function tabOrganization(profileId: string): string | null {
  const [ofProfile, organizationId = null] = tried(() => sessionStorage.getItem(organizationKey))?.split(" ") ?? [];
  return ofProfile === profileId ? organizationId : null;
}
export const keepTabOrganization = (profileId: string, organizationId: string) =>
  tried(() => sessionStorage.setItem(organizationKey, `${profileId} ${organizationId}`));

/** Values for all tabs of this browser. They stay until they are forgotten. */
export const readInBrowser = (key: string) => tried(() => localStorage.getItem(key));
export const keepInBrowser = (key: string, value: string) => tried(() => localStorage.setItem(key, value));
export const forgetInBrowser = (key: string) => tried(() => localStorage.removeItem(key));

/** Values for this tab alone. They stay until it is closed. */
export const readInTab = (key: string) => tried(() => sessionStorage.getItem(key));
export const keepInTab = (key: string, value: string) => tried(() => sessionStorage.setItem(key, value));
export const forgetInTab = (key: string) => tried(() => sessionStorage.removeItem(key));
