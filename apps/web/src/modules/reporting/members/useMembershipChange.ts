import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "@touchline/ui";
import { words } from "./words.ts";

interface Change<Result> {
  act: () => Promise<Result>;
  /** The notice shown afterward. */
  noticeOf: (result: Result) => string;
  /** Takes it back, where that is possible. */
  undo?: ((result: Result) => Promise<unknown>) | undefined;
  onDone?: ((result: Result) => unknown) | undefined;
}

/** All queries that a membership change invalidates. */
const stale = ["member", "members", "memberFamily", "dashboardInfo", "levelRoles", "requirements"];

/** Changes a membership, refetches the affected data, describes the effect and offers an undo. */
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
