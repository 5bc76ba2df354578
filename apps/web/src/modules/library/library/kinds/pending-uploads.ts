import { createContext, useCallback, useContext, useEffect, useState } from "react";

type PendingListener = (change: 1 | -1) => void;
const PendingUploadsContext = createContext<PendingListener>(() => {});

export const PendingUploadsProvider = PendingUploadsContext.Provider;

/** Tells the form that saves the settings whether a file is still being uploaded. */
export function usePendingUpload(isUnderWay: boolean): void {
  const tell = useContext(PendingUploadsContext);
  useEffect(() => {
    if (!isUnderWay) return;
    tell(1);
    return () => tell(-1);
  }, [isUnderWay, tell]);
}

/** Whether any file is on its way, and what to give to `PendingUploadsProvider`. */
export function usePendingUploads(): [boolean, PendingListener] {
  const [count, setCount] = useState(0);
  const tell: PendingListener = useCallback((change) => setCount((present) => present + change), []);
  return [count > 0, tell];
}
