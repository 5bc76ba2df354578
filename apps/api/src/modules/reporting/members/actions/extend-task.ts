import { type Call, organizationFacts } from "../../../../call.ts";
import type { ExtensionBefore } from "../../../compliance/index.ts";
import { endExtensions, extendMany } from "../../../reviews/index.ts";
import { defineTask, type ItemOutcome, type TaskItem } from "../../../tasks/index.ts";
import { namesOfItems } from "../queries/items.ts";
import { messagePlace } from "./mail-tasks.ts";

type Decree = { contentId: string; validUntil: string };
type Came = Awaited<ReturnType<typeof extendMany>>;

const outcomesOf = (items: readonly TaskItem[], came: Came): ItemOutcome[] =>
  items.map(({ number, subjectId }) => {
    const one = came.get(subjectId);
    if (!one || "skipped" in one) return { number, outcome: "skipped", reason: one?.skipped ?? "" };
    return { number, outcome: "done", before: { ...one.done } };
  });

/** Extends the completions of many members through a day, recorded in each one's history. */
export const extendTask = defineTask({
  kind: "members.extend",
  step: async (call: Call, { taskId, settings, sealedText }, items) => {
    const reason = call.adapters.vault.open(
      (await organizationFacts(call)).wrappedKey,
      messagePlace(call, taskId),
      sealedText as Buffer,
    );
    const ids = items.map((item) => item.subjectId);
    return outcomesOf(items, await extendMany(call, ids, { ...(settings as Decree), reason }));
  },
  undo: async (call, { settings }, items) => {
    const before = new Map(items.map((item) => [item.subjectId, item.before as unknown as ExtensionBefore]));
    const came = await endExtensions(call, before, settings as Decree);
    return outcomesOf(items, came).map(({ before: _, ...one }) => one);
  },
  names: namesOfItems,
});
