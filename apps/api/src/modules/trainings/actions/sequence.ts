import type { ToldValues } from "@touchline/rules";
import type { Call } from "../../../kernel/call.ts";
import { conflict } from "../../../kernel/errors.ts";
import { followSequencing } from "../../files/actions/follow-sequencing.ts";
import { requestOf, type Step, type Stepped } from "../../files/actions/sequencing-step.ts";
import { sealingKey } from "../../notifications/queries.ts";
import { type Package, sequencePlace } from "../queries.ts";
import { trainingSequence } from "../tables.ts";

type Where = { of: Package; attemptId: string; sequence: Stepped };
type Move = Pick<Step, "told" | "request" | "target" | "part">;

/** Follows the sequencing one step further and keeps where that leads. @throws Conflict where its rules take too long. */
async function move(call: Call, { of, attemptId, sequence }: Where, by: Move): Promise<Stepped> {
  const { sequencing } = of;
  if (sequencing === null) return sequence;
  const stepped = await followSequencing({ tree: sequencing, state: sequence.state, ...by });
  if (stepped === null) {
    throw conflict("The rules of this course take too long to follow. Tell your organization.", "slowRules");
  }
  const { organizationId, now: savedAt } = call;
  const place = sequencePlace(call, attemptId);
  const sealedState = call.adapters.vault.seal(await sealingKey(call), place, JSON.stringify(stepped));
  await call.db
    .insert(trainingSequence)
    .values({ organizationId, attemptId, sealedState, savedAt })
    .onConflictDoUpdate({
      target: [trainingSequence.organizationId, trainingSequence.attemptId],
      set: { sealedState, savedAt },
    });
  return stepped;
}

/**
 * Goes to a part as its package allows. What the part before it has told counts, where that was left without a word.
 *
 * @returns whether the part begins a new attempt, as it was not left to be gone on with.
 * @throws Conflict where the package does not let it be opened now.
 */
export async function goTo(
  call: Call,
  where: Where,
  { part, told }: { part: number; told: ToldValues | null },
): Promise<{ anew: boolean }> {
  const { sequence } = where;
  if (sequence.opens === part) return { anew: false };
  const way = wayTo(sequence, part);
  const { opens } = way === null ? sequence : await move(call, where, { told, ...way });
  if (opens !== part) throw conflict("This part can't be opened yet. Take the part that comes next.", "partBefore");
  return { anew: way?.request !== "resumeAll" };
}

function wayTo({ next, nextBy, back, choices }: Stepped, part: number): Omit<Move, "told"> | null {
  if (next === part) return { request: nextBy };
  if (choices.includes(part)) return { request: "choice", part };
  return back === part ? { request: "previous" } : null;
}

/** Leaves the part that is open: where it asked to be led to, or just so. */
export const leave = (call: Call, where: Where, { told, wish }: { told: ToldValues; wish: string }): Promise<Stepped> =>
  move(call, where, { told, ...(requestOf(wish) ?? { request: "exit" as const }) });
