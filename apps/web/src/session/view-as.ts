/** A person as whom an operator views the product, in this tab alone, until the person, the operator or the clock ends it. */
export interface ViewAs {
  organizationId: string;
  supportViewId: string;
  profileId: string;
  name: string;
  endsAt: string;
}

const key = "touchline.viewAs";

/** Null where nobody is viewed as. */
export function readViewAs(): ViewAs | null {
  try {
    const stored = sessionStorage.getItem(key);
    return stored === null ? null : (JSON.parse(stored) as ViewAs);
  } catch {
    return null;
  }
}

/** Loads the product as the person sees it. */
export function beginViewAs(viewAs: ViewAs): void {
  sessionStorage.setItem(key, JSON.stringify(viewAs));
  location.assign("/");
}

/** Goes back to the organization in the administration area. */
export function leaveViewAs({ organizationId }: ViewAs): void {
  sessionStorage.removeItem(key);
  location.assign(`/admin/organizations/${organizationId}`);
}

/** The value of the header by which a call views as the person; null for calls of the administration area. */
export function viewAsOf(path: string): string | null {
  if (path.startsWith("/api/app/platform/")) return null;
  const viewAs = readViewAs();
  return viewAs && `${viewAs.organizationId}/${viewAs.supportViewId}`;
}
