import { keepInTab, readInTab } from "./session/browser-storage.ts";
import { words } from "./words.ts";

/** Code of the page that did not come: the network is gone, or a newer version has taken its place. */
export class NotLoaded extends Error {
  constructor(cause: unknown) {
    super(words.partNotLoaded, { cause });
    this.name = "NotLoaded";
  }
}

/** As the browsers say it of code, and the build's own loader of styles. */
const notLoaded =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|module script failed to load/i;

export const isNotLoaded = (error: unknown): boolean =>
  error instanceof NotLoaded || (error instanceof Error && notLoaded.test(error.message));

/** Loads a part of the page. @throws NotLoaded */
export const loaded = <Part>(importing: () => Promise<Part>): Promise<Part> =>
  importing().catch((error: unknown) => {
    throw isNotLoaded(error) ? new NotLoaded(error) : error;
  });

const reachLimit = 5_000;

/** Whether the server that the page came from answers now. */
export async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch("/", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(reachLimit) });
    return answer.ok;
  } catch {
    return false;
  }
}

const reloadedKey = "touchline.reloaded";
/** If a part is still missing this soon after a reload, the reason is another one, so the page isn't reloaded again. */
const again = 15_000;

/** Reloads the page, unless it was just reloaded. @returns whether it does. */
export function reloadOnce(): boolean {
  if (Date.now() - Number(readInTab(reloadedKey) ?? 0) < again) return false;
  keepInTab(reloadedKey, String(Date.now()));
  location.reload();
  return true;
}
