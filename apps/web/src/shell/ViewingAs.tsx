import { useMutation, useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { endSupportView } from "@touchline/contract/administration/support";
import { Button, IconEye } from "@touchline/ui";
import { call } from "../client.ts";
import { momentText } from "../dates.ts";
import { LoadFailed } from "../ErrorScreens.tsx";
import { activeProfileQuery } from "../session/people.ts";
import { ActiveProfileContext } from "../session/useActiveProfile.ts";
import { leaveViewAs, type ViewAs } from "../session/view-as.ts";
import { BeforeShell } from "./BeforeShell.tsx";
import { ConnectedShell } from "./ConnectedShell.tsx";
import classes from "./ViewingAs.module.css";
import { words } from "./words.ts";

/** The shell as another person sees it, below a line that says so. For operators whom the person allowed it. */
export function ViewingAs({ viewAs }: { viewAs: ViewAs }) {
  const active = useQuery(activeProfileQuery(viewAs.organizationId, viewAs.profileId));
  return (
    <>
      <ViewingLine viewAs={viewAs} />
      {active.data ? (
        <ActiveProfileContext value={active.data}>
          <ConnectedShell people={[]} onSwitch={() => undefined}>
            <Outlet />
          </ConnectedShell>
        </ActiveProfileContext>
      ) : (
        <BeforeShell label={words.loadingYourProfile}>
          {active.error && (
            <LoadFailed title={words.profileNotLoaded} error={active.error} onRetry={() => void active.refetch()} />
          )}
        </BeforeShell>
      )}
    </>
  );
}

function ViewingLine({ viewAs }: { viewAs: ViewAs }) {
  const { organizationId, supportViewId, name, endsAt } = viewAs;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const ending = useMutation({
    mutationFn: () => call(endSupportView, { params: { id: organizationId, supportViewId } }),
    // One that is over already is left just the same.
    onSettled: () => leaveViewAs(viewAs),
  });
  return (
    <section className={classes.line} aria-label={words.viewing}>
      <span className={classes.text}>
        <IconEye aria-hidden size={20} />
        {words.viewingAs({ name, moment: momentText(endsAt, zone) })}
      </span>
      <Button
        small
        variant="secondary"
        label={words.stopViewing}
        loading={ending.isPending}
        onClick={() => ending.mutate()}
      />
    </section>
  );
}
