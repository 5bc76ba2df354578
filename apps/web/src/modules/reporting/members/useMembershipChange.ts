import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "@touchline/ui";
import { words } from "./words.ts";

interface Change<Result> {
  act: () => Promise<Result>;
  /** What is said once it is done. */
  noticeOf: (result: Result) => string;
  /** Takes it back, where that is possible. */
  undo?: ((result: Result) => Promise<unknown>) | undefined;
  onDone?: ((result: Result) => unknown) | undefined;
}

/** Everything that a change of a membership makes stale. */
const stale = ["member", "members", "memberFamily", "dashboardInfo", "levelRoles", "requirements"];

/** Does a change of a membership, reads anew what it changed, says what it did and offers to take it back. */
export function useMembershipChange<Result>({ act, noticeOf, undo, onDone }: Change<Result>) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const readAnew = () =>
    Promise.all(stale.map((key) => queryClient.invalidateQueries({ queryKey: [key], refetchType: "active" })));
  const undoing = useMutation({
    mutationFn: (result: Result) => (undo ? undo(result) : Promise.resolve()),
    onSuccess: async () => {
      await readAnew();
      notify("done", words.undone);
    },
    onError: (error) => notify("stop", words.notUndone({ message: error.message })),
  });
  return useMutation({
    mutationFn: act,
    onSuccess: async (result) => {
      notify("done", noticeOf(result), undo && { label: words.undo, onAct: () => undoing.mutate(result) });
      await onDone?.(result);
      await readAnew();
    },
  });
}
