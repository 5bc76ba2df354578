import { createContext, useCallback, useContext, useEffect, useState } from "react";

type PendingListener = (change: 1 | -1) => void;
const PendingUploadsContext = createContext<PendingListener>(() => {});

export const PendingUploadsProvider = PendingUploadsContext.Provider;

/** Tells the form that saves the settings whether a file is still being uploaded. */
export function usePendingUpload(isUnderWay: boolean): void {
  const change = useContext(PendingUploadsContext);
  useEffect(() => {
    if (!isUnderWay) return;
    change(1);
    return () => change(-1);
  }, [isUnderWay, change]);
}

/** Whether any file is on its way, and what to give to `PendingUploadsProvider`. */
export function usePendingUploads(): [boolean, PendingListener] {
  const [count, setCount] = useState(0);
  const add: PendingListener = useCallback((change) => setCount((present) => present + change), []);
  return [count > 0, add];
}
