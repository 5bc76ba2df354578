import { type ReactNode, useCallback, useState } from "react";
import { LeaveGuard } from "../LeaveGuard.tsx";
import { UnsavedContext } from "./useSavedPart.ts";
import { words } from "./words.ts";

/** Around parts that are saved one by one: asks before what was typed in any of them is left behind. */
export function SavedParts({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const setPart = useCallback((part: string, is: boolean) => {
    setUnsaved((before) => {
      if (before.has(part) === is) return before;
      const after = new Set(before);
      if (is) after.add(part);
      else after.delete(part);
      return after;
    });
  }, []);
  return (
    <UnsavedContext value={setPart}>
      {children}
      <LeaveGuard unsaved={unsaved.size > 0} loss={words.changesLost} alsoWithin />
    </UnsavedContext>
  );
}
