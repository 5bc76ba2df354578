/** What an address leads to, if that is something of one organization alone. */
export interface PageContext {
  kind: "member" | "requirement" | "level" | "content";
  id: string;
  /** The tab without which there is no such page. */
  tab: string;
}

const pages: Record<string, Pick<PageContext, "kind" | "tab">> = {
  members: { kind: "member", tab: "Requirements" },
  requirements: { kind: "requirement", tab: "Requirements" },
  review: { kind: "requirement", tab: "Review" },
  library: { kind: "content", tab: "Library" },
  dashboard: { kind: "level", tab: "Dashboard" },
};

/** @returns null for pages that every organization has. */
export function placeOf(pathname: string): PageContext | null {
  const [, page = "", id = ""] = /^\/(\w+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i.exec(pathname) ?? [];
  const found = pages[page];
  return found ? { ...found, id } : null;
}
