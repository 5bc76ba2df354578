import { useEffect } from "react";
import { words } from "./words.ts";

/** Names the page in the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = words.documentTitle({ title });
  }, [title]);
}
