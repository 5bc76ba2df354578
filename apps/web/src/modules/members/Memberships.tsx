import { useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import type { getMember } from "@touchline/contract/profiles";
import { Button, OverallStatusBadge, Panel, TextLink } from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import { labelsQuery } from "../../levels/queries.ts";
import { type ListedLevel, mayDo } from "../../levels/tree.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import classes from "./MemberPage.module.css";

/** Most visits change nothing; the dialogs are fetched when they are opened. */
const ChangeRoleDialog = lazy(() =>
  import("./ChangeRoleDialog.tsx").then((file) => ({ default: file.ChangeRoleDialog })),
);
const RemoveMembershipDialog = lazy(() =>
  import("./RemoveMembershipDialog.tsx").then((file) => ({ default: file.RemoveMembershipDialog })),
);

export type Member = ResponseOf<typeof getMember>;
export type Membership = Member["memberships"][number];

/** Where a person takes part, and as what. Nobody changes a membership of their own. */
export function Memberships({ member, levels }: { member: Member; levels: readonly ListedLevel[] }) {
  const { profileId, levelRoles } = useActiveProfile();
  const labels = useQuery(labelsQuery).data ?? [];
  const [changing, setChanging] = useState<Membership | null>(null);
  const [removing, setRemoving] = useState<Membership | null>(null);
  const close = () => {
    setChanging(null);
    setRemoving(null);
  };
  const mayChange = (one: Membership) =>
    member.profileId !== profileId &&
    mayDo(levelRoles, levels, "memberships.change", one.levelId, { roles: [one.role] });
  return (
    <Panel title={member.memberships.length === 1 ? "Membership" : "Memberships"}>
      <ul className={classes.memberships}>
        {member.memberships.map((one) => (
          <li key={one.profileLevelAccessId} className={classes.membership}>
            <Place membership={one} here={member.membership.profileLevelAccessId} levels={levels} />
            <OverallStatusBadge status={one.overallStatus} />
            {mayChange(one) && (
              <div className={classes.acts}>
                <Button
                  small
                  variant="quaternary"
                  label="Change role"
                  aria-label={`Change role: ${one.labelName} at ${one.levelName}`}
                  onClick={() => setChanging(one)}
                />
                <Button
                  small
                  danger
                  variant="quaternary"
                  label="Remove"
                  aria-label={`Remove membership: ${one.labelName} at ${one.levelName}`}
                  onClick={() => setRemoving(one)}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {changing && (
          <ChangeRoleDialog
            member={member}
            membership={changing}
            labels={labels.filter(({ role, givenBy }) =>
              mayDo(levelRoles, levels, "memberships.change", changing.levelId, {
                roles: [role],
                givers: [givenBy],
              }),
            )}
            onClose={close}
          />
        )}
        {removing && <RemoveMembershipDialog member={member} membership={removing} onClose={close} />}
      </Suspense>
    </Panel>
  );
}

interface PlaceProps {
  membership: Membership;
  /** The membership on the screen. */
  here: string;
  levels: readonly ListedLevel[];
}

/** Memberships beyond one's levels are named, and lead nowhere. */
function Place({ membership: { profileLevelAccessId, labelName, levelName, levelId }, here, levels }: PlaceProps) {
  const words = `${labelName} at ${levelName}`;
  const elsewhere = profileLevelAccessId !== here && levels.some((level) => level.levelId === levelId);
  return (
    <span className={classes.place}>
      {elsewhere ? <TextLink href={`/members/${profileLevelAccessId}`}>{words}</TextLink> : words}
    </span>
  );
}
