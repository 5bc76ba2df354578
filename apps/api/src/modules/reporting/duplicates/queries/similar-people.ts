import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { findSimilarPeople } from "@touchline/contract/reporting/duplicates";
import { permits } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { forbidden } from "../../../../errors.ts";
import { denialText, verdictOn } from "../../../../security/authorize.ts";
import { similarTo } from "../../../people/index.ts";
import { entriesOf, shownEntry } from "./entries.ts";

const maxSimilar = 5;

/**
 * Finds people visible to the actor who resemble the given person, the most likely first.
 *
 * @throws Forbidden for actors who cannot add people.
 */
export async function visibleSimilarPeople(
  call: Call,
  person: BodyOf<typeof findSimilarPeople>,
): Promise<ResponseOf<typeof findSimilarPeople>> {
  const { actor } = call;
  const adds =
    actor.kind === "system" ||
    actor.grants.some(
      ({ pre }) => permits(actor.grants, "members.add", { levelPre: pre, roles: ["Individual"] }).allowed,
    );
  if (!adds) throw forbidden(denialText("role"), "role");
  const [alike = []] = await similarTo(call, [person]);
  const entries = await entriesOf(
    call,
    alike.map((one) => one.profileId),
  );
  return alike
    .flatMap(({ profileId, score, reasons }) => {
      const found = entries.get(profileId);
      const seen = found?.memberships.filter(({ levelPre }) => verdictOn(call, "members.see", { levelPre }).allowed);
      return found && seen && seen.length > 0 ? [{ ...shownEntry(found.row, seen), score, reasons }] : [];
    })
    .slice(0, maxSimilar);
}
