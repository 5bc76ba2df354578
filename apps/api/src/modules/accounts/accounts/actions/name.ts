import { mustBeLegible } from "../../../../database/names.ts";
import { notFound } from "../../../../errors.ts";
import { renameEachOwn } from "../../../people/index.ts";
import { beginChange, endChange, latestChange, type PendingChange } from "./changes.ts";
import type { AccountDeps } from "./links.ts";
import type { Owner } from "./owner.ts";

type Means = Pick<AccountDeps, "tenancy" | "adapters" | "now">;

/**
 * Renames the owner in one organization or in all of theirs.
 *
 * @returns the number of profiles that have the name now.
 * @throws NotFound for a profile that isn't the account's; 400
 */
export async function renameAccount(
  deps: Means,
  { appUserId }: Owner,
  { profileId, ...names }: { firstName: string; lastName: string; profileId?: string | undefined },
): Promise<number> {
  for (const part of ["firstName", "lastName"] as const) mustBeLegible(part, names[part]);
  if (profileId === undefined) return applyName(deps, await beginChange(deps, deps.now(), appUserId, "name", names));
  const renamed = await renameEachOwn(deps, deps.now(), appUserId, { ...names, begunAt: deps.now() }, profileId);
  if (renamed === 0) throw notFound("profile");
  return renamed;
}

/** Finishes a later change of name that replaced this one, so that the later name holds everywhere. */
export async function applyName(deps: Means, begun: PendingChange<"name">): Promise<number> {
  const renamed = await renameEachOwn(deps, deps.now(), begun.appUserId, {
    ...begun.content,
    begunAt: begun.begunAt,
  });
  if (await endChange(deps, deps.now(), begun)) return renamed;
  const later = await latestChange(deps, begun.appUserId, "name");
  return later ? applyName(deps, later) : renamed;
}
