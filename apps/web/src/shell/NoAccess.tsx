import { useNotify } from "@touchline/ui";
import { useEffect } from "react";
import { GoTo } from "../GoTo.tsx";
import { words } from "./words.ts";

/** Goes to the reader's own start page, and says why: the page asked for isn't for their role. */
export function NoAccess() {
  const notify = useNotify();
  useEffect(() => notify("needs", words.noAccess), [notify]);
  return <GoTo href="/" />;
}
