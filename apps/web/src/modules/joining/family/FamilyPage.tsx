import { useQuery } from "@tanstack/react-query";
import { Button, EmptyState, IconFriends, IconUserPlus, LoadingState, PageHeader, Pager } from "@touchline/ui";
import { lazy, type ReactNode, Suspense } from "react";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { pageIn, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { ChildCard } from "./ChildCard.tsx";
import classes from "./Family.module.css";
import { familyQuery, type GuardedChild } from "./queries.ts";
import { words } from "./words.ts";

const AddChildDialog = lazy(() => import("./AddChildDialog.tsx").then((file) => ({ default: file.AddChildDialog })));
const InviteGuardianDialog = lazy(() =>
  import("./InviteGuardianDialog.tsx").then((file) => ({ default: file.InviteGuardianDialog })),
);
const CorrectInvitationDialog = lazy(() =>
  import("./CorrectInvitationDialog.tsx").then((file) => ({ default: file.CorrectInvitationDialog })),
);
const EndDialog = lazy(() => import("./EndDialog.tsx").then((file) => ({ default: file.EndDialog })));

/** Tests whether a second guardian can be invited for a child. */
export const mayInvite = ({ guardians, invitation }: GuardedChild) => guardians.length < 2 && invitation === null;

/** Shows the reader's children: each one's status, and the next step. */
export function FamilyPage() {
  useTitle(words.family);
  const { organization } = useActiveProfile();
  const [open, change] = useUrlState((search) => ({
    dialog: textIn(search.dialog),
    child: textIn(search.child),
    page: pageIn(search.page),
  }));
  const query = useQuery(familyQuery(open.page));
  const show = (dialog: string, child?: string) => change({ dialog, child }, { back: true });
  const close = () => change({ dialog: undefined, child: undefined });
  if (query.isError && !query.data)
    return <LoadFailed title={words.familyNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingState label={words.loadingYourFamily} />;
  const { children, places, mayGuard, pagination } = query.data;
  const chosen = children.find((one) => one.profileId === open.child);
  const mayAdd = mayGuard && places.length > 0;
  const addButton = (
    <Button label={words.addChild} leftIcon={<IconUserPlus aria-hidden />} onClick={() => show("add")} />
  );
  return (
    <>
      <PageHeader title={words.family} actions={mayAdd && children.length > 0 ? addButton : undefined}>
        {children.length > 0 ? words.pageLead({ name: organization.name }) : undefined}
      </PageHeader>
      {children.length === 0 ? (
        <Nobody mayGuard={mayGuard} action={mayAdd ? addButton : undefined} />
      ) : (
        <ul className={classes.cards}>
          {children.map((child) => (
            <li key={child.profileId}>
              <ChildCard child={child} zone={organization.timeZone} onAct={(act) => show(act, child.profileId)} />
            </li>
          ))}
        </ul>
      )}
      {pagination.totalRecords > pagination.perPage && (
        <Pager {...pagination} onPage={(page) => change({ page: page === 1 ? undefined : page })} />
      )}
      <Suspense>
        {open.dialog === "add" && mayAdd && <AddChildDialog places={places} onClose={close} />}
        {open.dialog === "invite" && chosen && mayInvite(chosen) && (
          <InviteGuardianDialog of={children.filter(mayInvite)} first={chosen} onClose={close} />
        )}
        {open.dialog === "correct" && chosen?.invitation && (
          <CorrectInvitationDialog invitation={chosen.invitation} onClose={close} />
        )}
        {chosen && (open.dialog === "remove" || open.dialog === "leave" || open.dialog === "withdraw") && (
          <EndDialog child={chosen} what={open.dialog} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

function Nobody({ mayGuard, action }: { mayGuard: boolean; action: ReactNode }) {
  if (!mayGuard) {
    return (
      <EmptyState icon={IconFriends} title={words.guardiansOnly}>
        {words.guardiansOnlyHelp}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconFriends} title={words.noChildren} action={action}>
      {action ? words.addChildrenHelp : words.noChildrenHelp}
    </EmptyState>
  );
}
