import type { ContentKind } from "@touchline/contract";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type { Call } from "../../../../call.ts";
import { conflict } from "../../../../errors.ts";
import { authorizeSight, memberTarget } from "../../../people/index.ts";
import { requirementOn } from "../../../requirements/index.ts";

/** What a requirement of a kind asks and where it stands, for whoever sees the member. @throws NotFound, Forbidden, Conflict for another kind */
export async function askedFor<Kind extends ContentKind>(
  call: Call,
  { requirementId, profileLevelAccessId }: { requirementId: string; profileLevelAccessId: string },
  kind: Kind,
) {
  const target = await memberTarget(call, profileLevelAccessId);
  authorizeSight(call, target);
  const { required, owed, attempt, about } = await requirementOn(call, target, requirementId);
  if (required.settings.kind !== kind)
    throw conflict("This requirement is completed in a different way. Reload the page.", "notForThisType");
  return { settings: required.settings as SettingsOf<Kind>, owed, attempt, target, about };
}
