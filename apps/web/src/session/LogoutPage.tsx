import { useMutation } from "@tanstack/react-query";
import { LoadingState } from "@touchline/ui";
import { useEffect } from "react";
import { ActFailed } from "../ErrorScreens.tsx";
import { BareFrame } from "../front/BareFrame.tsx";
import { useTitle } from "../useTitle.ts";
import { leaveFor, logOut } from "./logout.ts";
import { words } from "./words.ts";

/** Ends the session at once, and shows an error if that failed. */
export function LogoutPage() {
  useTitle(words.logOut);
  const { mutate, error, isError } = useMutation({
    mutationFn: logOut,
    onSuccess: (logoutUrl) => leaveFor(logoutUrl),
  });
  useEffect(() => mutate(), [mutate]);
  if (isError) return <ActFailed title={words.stillLoggedIn} error={error} onRetry={() => mutate()} />;
  return (
    <BareFrame title={words.loggingOut}>
      <LoadingState label={words.loggingOutLabel} lines={1} />
    </BareFrame>
  );
}
