import { type AccountChangeKind, forgetChanges, latestChange, openChanges } from "./changes.ts";
import { finishClosing } from "./close.ts";
import { followNewEmail } from "./email.ts";
import type { AccountDeps, FinishingIdentity } from "./links.ts";
import { applyName } from "./name.ts";

/** Milliseconds after which an unfinished change counts as interrupted. */
const cutOffAfter = 5 * 60_000;
const keptFor = 24 * 3_600_000;

/** Finishes changes that were interrupted between two organizations, or between the identity service and them. */
export async function finishChanges(deps: AccountDeps<FinishingIdentity>): Promise<void> {
  const now = deps.now().getTime();
  await forgetChanges(deps, new Date(now - keptFor));
  const failures: unknown[] = [];
  for (const open of await openChanges(deps, new Date(now - cutOffAfter))) {
    // One that fails doesn't stop the others.
    await finishChange(deps, open).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function finishChange(
  deps: AccountDeps<FinishingIdentity>,
  { appUserId, kind }: { appUserId: string; kind: AccountChangeKind },
): Promise<void> {
  if (kind === "name") {
    const begun = await latestChange(deps, appUserId, "name");
    if (begun) await applyName(deps, begun);
  } else if (kind === "email") {
    const begun = await latestChange(deps, appUserId, "email");
    if (begun) await followNewEmail(deps, begun);
  } else {
    const begun = await latestChange(deps, appUserId, "close");
    if (begun) await finishClosing(deps, begun);
  }
}
