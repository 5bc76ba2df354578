import { useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import type { getMemberFamily } from "@touchline/contract/joining/families";
import { undeliveredTexts } from "@touchline/contract/messages/undelivered";
import { Button, Panel, TextLink } from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import { dayOfInstant } from "../../../dates.ts";
import classes from "./MemberPage.module.css";
import type { Member } from "./Memberships.tsx";
import { memberFamilyQuery } from "./queries.ts";
import { words } from "./words.ts";

const AddGuardianDialog = lazy(() =>
  import("./GuardianDialogs.tsx").then((file) => ({ default: file.AddGuardianDialog })),
);
const EndGuardianshipDialog = lazy(() =>
  import("./GuardianDialogs.tsx").then((file) => ({ default: file.EndGuardianshipDialog })),
);

const CorrectInvitationDialog = lazy(() =>
  import("../../joining/family/CorrectInvitationDialog.tsx").then((file) => ({
    default: file.CorrectInvitationDialog,
  })),
);

export type MemberFamily = ResponseOf<typeof getMemberFamily>;
type Invitation = MemberFamily["invitations"][number];
export type Relative = MemberFamily["guardians"][number];

interface FamilyPanelProps {
  member: Member;
  zone: string;
}

/** Lists a child's guardians, and the children that a person guards. Nothing for people without family here. */
export function FamilyPanel({ member, zone }: FamilyPanelProps) {
  const { data: family } = useQuery(memberFamilyQuery(member.membership.profileLevelAccessId));
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<Relative | null>(null);
  const [correcting, setCorrecting] = useState<Invitation | null>(null);
  if (!family) return null;
  const { guardians, children, minor, mayChange, invitations } = family;
  const mayAdd = minor && mayChange && guardians.filter((one) => one.endedAt === null).length < 2;
  if (guardians.length === 0 && children.length === 0 && !mayAdd) return null;
  return (
    <div className={classes.places}>
      <Panel
        title={words.family}
        actions={
          mayAdd && <Button small variant="secondary" label={words.addGuardian} onClick={() => setAdding(true)} />
        }
      >
        {guardians.length === 0 && children.length === 0 && <p>{words.noGuardians({ firstName: member.firstName })}</p>}
        <Relatives title={words.guardians} people={guardians} zone={zone} onEnd={mayChange ? setEnding : null} />
        <Invited invitations={invitations} zone={zone} onCorrect={setCorrecting} />
        <Relatives title={words.actsFor} people={children} zone={zone} onEnd={null} />
        <Suspense>
          {adding && <AddGuardianDialog member={member} family={family} onClose={() => setAdding(false)} />}
          {correcting && <CorrectInvitationDialog invitation={correcting} onClose={() => setCorrecting(null)} />}
          {ending && <EndGuardianshipDialog member={member} guardian={ending} onClose={() => setEnding(null)} />}
        </Suspense>
      </Panel>
    </div>
  );
}

interface InvitedProps {
  invitations: readonly Invitation[];
  zone: string;
  onCorrect: (invitation: Invitation) => void;
}

/** Second guardians who haven't answered their invitation, and whether its email was refused. */
function Invited({ invitations, zone, onCorrect }: InvitedProps) {
  if (invitations.length === 0) return null;
  return (
    <>
      <h3 className={classes.subtitle}>{words.invitedAsGuardian}</h3>
      <ul className={classes.memberships}>
        {invitations.map((one) => {
          const { guardianInvitationId, firstName, lastName, email, expiresAt, undelivered, mayCorrect } = one;
          const name = `${firstName} ${lastName}`;
          return (
            <li key={guardianInvitationId} className={classes.membership}>
              <span className={classes.place}>{name}</span>
              <span className={classes.address}>{email}</span>
              {undelivered === null ? (
                <span>{words.guardianNotAccepted({ date: dayOfInstant(expiresAt, zone) })}</span>
              ) : (
                <span className={classes.refused}>
                  {words.guardianNotReached({ reason: undeliveredTexts[undelivered.reason] })}
                </span>
              )}
              {mayCorrect && (
                <Button
                  small
                  variant="secondary"
                  label={words.correctEmail}
                  aria-label={words.correctEmailOf({ name })}
                  onClick={() => onCorrect(one)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

const ends: Record<NonNullable<Relative["endedHow"]>, (on: { date: string }) => string> = {
  ownWish: words.endedOwnWish,
  administrator: words.endedByAdministrator,
  cameOfAge: words.endedAt18,
  samePerson: words.endedByMerge,
  childRemoved: words.endedByRemoval,
};

interface RelativesProps {
  title: string;
  people: readonly Relative[];
  zone: string;
  onEnd: ((one: Relative) => void) | null;
}

function Relatives({ title, people, zone, onEnd }: RelativesProps) {
  if (people.length === 0) return null;
  return (
    <>
      <h3 className={classes.subtitle}>{title}</h3>
      <ul className={classes.memberships}>
        {people.map((one) => {
          const name = `${one.firstName} ${one.lastName}`;
          const reason = one.endedReason ?? one.addedReason;
          return (
            <li key={`${one.profileId} ${one.since}`} className={classes.membership}>
              <span className={classes.place}>
                {one.profileLevelAccessId ? (
                  <TextLink href={`/members/${one.profileLevelAccessId}`}>{name}</TextLink>
                ) : (
                  name
                )}
              </span>
              <span>
                {one.endedAt === null
                  ? words.guardianSince({ date: dayOfInstant(one.since, zone) })
                  : (one.endedHow ? ends[one.endedHow] : words.ended)({ date: dayOfInstant(one.endedAt, zone) })}
              </span>
              {reason !== null && <span className={classes.because}>{reason}</span>}
              {onEnd && one.endedAt === null && (
                <div className={classes.acts}>
                  <Button
                    small
                    danger
                    variant="quaternary"
                    label={words.end}
                    aria-label={words.endGuardianshipOf({ name })}
                    onClick={() => onEnd(one)}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
