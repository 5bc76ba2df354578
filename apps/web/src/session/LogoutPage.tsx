import { useMutation } from "@tanstack/react-query";
import { LoadingState } from "@touchline/ui";
import { useEffect } from "react";
import { ActFailed } from "../ErrorScreens.tsx";
import { BareFrame } from "../front/BareFrame.tsx";
import { useTitle } from "../useTitle.ts";
import { leaveFor, logOut } from "./logout.ts";

/** Ends the session at once; says so only when it could not. */
export function LogoutPage() {
  useTitle("Log out");
  const { mutate, error, isError } = useMutation({
    mutationFn: logOut,
    onSuccess: (logoutUrl) => leaveFor(logoutUrl),
  });
  useEffect(() => mutate(), [mutate]);
  if (isError) return <ActFailed title="You are still logged in" error={error} onRetry={() => mutate()} />;
  return (
    <BareFrame title="Logging out …">
      <LoadingState label="Logging out" lines={1} />
    </BareFrame>
  );
}
