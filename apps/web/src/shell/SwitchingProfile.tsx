import { useNavigate } from "@tanstack/react-router";
import { useNotify } from "@touchline/ui";
import { useEffect } from "react";
import { messageOf } from "../errorScreens.tsx";
import { switchProfile } from "../session/switchProfile.ts";
import { BeforeShell } from "./BeforeShell.tsx";

/** Stands in for every page while the account becomes another profile, so that none asks in the name of the wrong one. */
export function SwitchingProfile({ profileId, onDone }: { profileId: string; onDone: () => void }) {
  const navigate = useNavigate();
  const notify = useNotify();
  useEffect(() => {
    switchProfile(profileId)
      .then(() => navigate({ to: "/" }))
      .catch((error: unknown) => notify("stop", messageOf(error)))
      .finally(onDone);
  }, [profileId, navigate, notify, onDone]);
  return <BeforeShell label="Switching profile" />;
}
