import type { Call } from "../../../../call.ts";
import {
  type Change,
  type ChangeOutcome,
  changeMany,
  type EndedMembership,
  endMany,
  type MembershipBefore,
  membershipGone,
  restoreMany,
} from "../../../people/index.ts";
import { defineTask, type ItemOutcome, type TaskItem } from "../../../tasks/index.ts";
import { namesOfItems } from "../queries/items.ts";

/** Maps the outcomes of memberships to the task items about them. */
function outcomesOf(
  items: readonly TaskItem[],
  came: ReadonlyMap<string, ChangeOutcome<object | null>>,
): ItemOutcome[] {
  return items.map(({ number, subjectId }) => {
    const one = came.get(subjectId) ?? { refused: membershipGone() };
    if ("refused" in one) return { number, outcome: "skipped", reason: one.refused.message };
    const { done, note = "" } = one;
    return { number, outcome: "done", reason: note, ...(done === null ? {} : { before: { ...done } }) };
  });
}

const step = async (call: Call, items: readonly TaskItem[], to: Pick<Change, "labelId" | "levelId">) =>
  outcomesOf(
    items,
    (
      await changeMany(
        call,
        items.map(({ subjectId }) => ({ profileLevelAccessId: subjectId, ...to })),
      )
    ).outcomes,
  );

const before = <Before>(item: TaskItem) => item.before as unknown as Before;

/** Changes the label of memberships. */
export const changeLabelTask = defineTask({
  kind: "members.changeLabel",
  step: (call, { settings }, items) => step(call, items, { labelId: settings.labelId as string }),
  undo: async (call, { settings }, items) => {
    const changes = items.map((item) => {
      const { labelId, standing } = before<MembershipBefore>(item);
      return {
        profileLevelAccessId: item.subjectId,
        labelId,
        only: { labelId: settings.labelId as string },
        standing,
      };
    });
    return outcomesOf(items, withoutBefore((await changeMany(call, changes)).outcomes));
  },
  names: namesOfItems,
});

/** Moves memberships to another level. */
export const moveTask = defineTask({
  kind: "members.move",
  step: (call, { settings }, items) => step(call, items, { levelId: settings.levelId as string }),
  undo: async (call, { settings }, items) => {
    const changes = items.map((item) => {
      const { levelId, standing } = before<MembershipBefore>(item);
      return {
        profileLevelAccessId: item.subjectId,
        levelId,
        only: { levelId: settings.levelId as string },
        standing,
      };
    });
    return outcomesOf(items, withoutBefore((await changeMany(call, changes)).outcomes));
  },
  names: namesOfItems,
});

/** Ends memberships. */
export const removeTask = defineTask({
  kind: "members.remove",
  step: async (call, _task, items) =>
    outcomesOf(
      items,
      (
        await endMany(
          call,
          items.map((item) => item.subjectId),
        )
      ).outcomes,
    ),
  undo: async (call, _task, items) =>
    outcomesOf(
      items,
      await restoreMany(call, new Map(items.map((item) => [item.subjectId, before<EndedMembership>(item)]))),
    ),
  names: namesOfItems,
});

/** The result of an undo can't be undone in turn; its items keep their original data. */
const withoutBefore = (came: ReadonlyMap<string, ChangeOutcome<MembershipBefore>>): Map<string, ChangeOutcome<null>> =>
  new Map([...came].map(([id, one]) => [id, "done" in one ? { ...one, done: null } : one]));
