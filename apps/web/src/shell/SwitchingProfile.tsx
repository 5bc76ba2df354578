import { useNavigate } from "@tanstack/react-router";
import { useNotify } from "@touchline/ui";
import { useEffect } from "react";
import { messageOf } from "../errorScreens.tsx";
import { switchProfile } from "../session/switchProfile.ts";
import { BeforeShell } from "./BeforeShell.tsx";

/** As whom to go on, and where: home, or at an address of the other organization. */
export interface Switch {
  profileId: string;
  href: string;
}

/** Stands in for every page while the account becomes another profile, so that none asks in the name of the wrong one. */
export function SwitchingProfile({ to, onDone }: { to: Switch; onDone: () => void }) {
  const { profileId, href } = to;
  const navigate = useNavigate();
  const notify = useNotify();
  useEffect(() => {
    switchProfile(profileId)
      .then(() => navigate({ href }))
      .catch((error: unknown) => notify("stop", messageOf(error)))
      .finally(onDone);
  }, [profileId, href, navigate, notify, onDone]);
  return <BeforeShell label="Switching profile" />;
}
