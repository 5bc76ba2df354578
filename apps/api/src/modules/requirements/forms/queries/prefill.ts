import type { ResponseOf } from "@touchline/contract";
import type { getPrefillData } from "@touchline/contract/requirements/forms";
import type { Call } from "../../../../call.ts";
import { forbidden } from "../../../../errors.ts";
import { authorize } from "../../../../security/authorize.ts";
import { memberTarget } from "../../../people/index.ts";
import { type PrefillProvider, prefillProviders } from "./prefill-providers.ts";

/**
 * Returns initial values for fields, from what is known about the caller or a child they are guardian of. Unknown values are left out.
 *
 * @param providers who is asked, in this order: the first that knows a value gives it.
 * @throws NotFound, Forbidden
 */
export async function prefillOf(
  call: Call,
  plaId: string,
  providers: readonly PrefillProvider[] = prefillProviders,
): Promise<ResponseOf<typeof getPrefillData>> {
  const target = await memberTarget(call, plaId);
  authorize(call, "own", target);
  if (!target.self && !target.guardedChild)
    throw forbidden("Only the member and their guardians can fill this in.", "notYours");
  const known: [string, unknown][] = [];
  for (const provider of providers.toReversed()) {
    known.push(...Object.entries(await provider(call, target)).filter(([, value]) => value));
  }
  return Object.fromEntries(known);
}
