import { useEffect, useState } from "react";

/**
 * Part of the product that is fetched as soon as it is wanted: later there may be no network, or no such file anymore.
 *
 * @param fetch the same function at every call.
 * @returns null until it is there; "failed" when it could not be fetched, which takes nothing else from the page.
 */
export function useFetched<Part extends object>(wanted: boolean, fetch: () => Promise<Part>): Part | "failed" | null {
  const [part, setPart] = useState<Part | "failed" | null>(null);
  const missing = part === null || part === "failed";
  useEffect(() => {
    if (!wanted || !missing) return;
    let here = true;
    const take = (result: Part | "failed") => here && setPart(() => result);
    fetch().then(take, () => take("failed"));
    return () => {
      here = false;
    };
  }, [wanted, missing, fetch]);
  return part;
}
