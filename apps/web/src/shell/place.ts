import { words } from "./words.ts";
/** What an address leads to, if that is something of one organization alone. */
export interface PageContext {
  kind: "member" | "requirement" | "level" | "content";
  id: string;
  /** The tab without which there is no such page. */
  tab: string;
}

const pages: Record<string, Pick<PageContext, "kind" | "tab">> = {
  members: { kind: "member", tab: words.requirements },
  requirements: { kind: "requirement", tab: words.requirements },
  review: { kind: "requirement", tab: words.review },
  library: { kind: "content", tab: words.library },
  dashboard: { kind: "level", tab: words.dashboard },
};

/** @returns null for pages that every organization has. */
export function placeOf(pathname: string): PageContext | null {
  const [, page = "", id = ""] = /^\/(\w+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i.exec(pathname) ?? [];
  const found = pages[page];
  return found ? { ...found, id } : null;
}
