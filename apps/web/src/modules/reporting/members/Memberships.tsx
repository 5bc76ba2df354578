import { useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import type { getMember } from "@touchline/contract/people/profiles";
import type { PermissionTarget } from "@touchline/rules/security/permissions";
import { Button, OverallStatusBadge, Panel, TextLink } from "@touchline/ui";
import { lazy, Suspense, useMemo, useState } from "react";
import { labelsQuery } from "../../../levels/queries.ts";
import { type ListedLevel, levelsWhere, mayDo } from "../../../levels/tree.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./MemberPage.module.css";
import { words } from "./words.ts";

/** Most visits change nothing; the dialogs are fetched when they are opened. */
const AddMembershipDialog = lazy(() =>
  import("./AddMembershipDialog.tsx").then((file) => ({ default: file.AddMembershipDialog })),
);
const ChangeRoleDialog = lazy(() =>
  import("./ChangeRoleDialog.tsx").then((file) => ({ default: file.ChangeRoleDialog })),
);
const MoveMembershipDialog = lazy(() =>
  import("./MoveMembershipDialog.tsx").then((file) => ({ default: file.MoveMembershipDialog })),
);
const RemoveMembershipDialog = lazy(() =>
  import("./RemoveMembershipDialog.tsx").then((file) => ({ default: file.RemoveMembershipDialog })),
);

export type Member = ResponseOf<typeof getMember>;
export type Membership = Member["memberships"][number];
/** The fields that sections about the past need; people who have left have only these. */
export type PersonBehind = Pick<Member, "firstName" | "lastName"> & {
  membership: Pick<Membership, "profileLevelAccessId">;
};

type Change = "relabel" | "move" | "remove";
const changes: readonly {
  key: Change;
  label: string;
  /** Includes the membership, for screen readers. */
  name: (of: { role: string; level: string }) => string;
  danger?: true;
}[] = [
  { key: "relabel", label: words.changeRole, name: words.changeRoleOf },
  { key: "move", label: words.move, name: words.moveOf },
  { key: "remove", label: words.remove, name: words.removeOf, danger: true },
];

/** Lists a person's memberships. Nobody can change their own, or give themselves one. */
export function Memberships({ member, levels }: { member: Member; levels: readonly ListedLevel[] }) {
  const { profileId, levelRoles } = useActiveProfile();
  const labels = useQuery(labelsQuery).data ?? [];
  const [open, setOpen] = useState<"add" | { change: Change; membership: Membership } | null>(null);
  const self = member.profileId === profileId;
  const may = (
    action: "memberships.change" | "members.add" | "labels.give",
    levelId: string,
    target: Pick<PermissionTarget, "roles" | "givers">,
  ) => !self && mayDo(levelRoles, levels, action, levelId, target);
  const labelsAt = (levelId: string) =>
    labels.filter(({ role, givenBy }) =>
      may(role === "Individual" ? "members.add" : "labels.give", levelId, { roles: [role], givers: [givenBy] }),
    );
  const places = useMemo(
    () => (self ? [] : levelsWhere(levelRoles, levels, "members.add", { roles: ["Individual"] })),
    [self, levelRoles, levels],
  );
  const close = () => setOpen(null);
  return (
    <Panel
      title={words.memberships}
      actions={
        places.length > 0 && (
          <Button small variant="secondary" label={words.addMembership} onClick={() => setOpen("add")} />
        )
      }
    >
      <ul className={classes.memberships}>
        {member.memberships.map((one) => (
          <li key={one.profileLevelAccessId} className={classes.membership}>
            <Place membership={one} here={member.membership.profileLevelAccessId} levels={levels} />
            <OverallStatusBadge status={one.overallStatus} />
            {may("memberships.change", one.levelId, { roles: [one.role] }) && (
              <div className={classes.acts}>
                {changes.map(({ key, label, name, danger = false }) => (
                  <Button
                    key={key}
                    small
                    danger={danger}
                    variant="quaternary"
                    label={label}
                    aria-label={name({ role: one.labelName, level: one.levelName })}
                    onClick={() => setOpen({ change: key, membership: one })}
                  />
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {open === "add" && (
          <AddMembershipDialog
            member={member}
            levels={places}
            labelsAt={labelsAt}
            mayUndo={(levelId) => may("memberships.change", levelId, {})}
            onClose={close}
          />
        )}
        {open !== null && open !== "add" && open.change === "relabel" && (
          <ChangeRoleDialog
            member={member}
            membership={open.membership}
            labels={labels.filter(({ role, givenBy }) =>
              may("memberships.change", open.membership.levelId, { roles: [role], givers: [givenBy] }),
            )}
            onClose={close}
          />
        )}
        {open !== null && open !== "add" && open.change === "move" && (
          <MoveMembershipDialog
            member={member}
            membership={open.membership}
            levels={levelsWhere(levelRoles, levels, "memberships.change", { roles: [open.membership.role] })}
            onClose={close}
          />
        )}
        {open !== null && open !== "add" && open.change === "remove" && (
          <RemoveMembershipDialog member={member} membership={open.membership} onClose={close} />
        )}
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
  const texts = words.roleAtLevel({ role: labelName, level: levelName });
  const elsewhere = profileLevelAccessId !== here && levels.some((level) => level.levelId === levelId);
  return (
    <span className={classes.place}>
      {elsewhere ? <TextLink href={`/members/${profileLevelAccessId}`}>{texts}</TextLink> : texts}
    </span>
  );
}
