import { RequirementStatus } from "@touchline/contract";
import { undeliveredTexts } from "@touchline/contract/messages/undelivered";
import {
  Button,
  IconArrowRight,
  IconDots,
  Menu,
  type MenuItem,
  Notice,
  OverallStatusBadge,
  overallTones,
  RequirementStatusBadge,
  TextLink,
} from "@touchline/ui";
import { useId } from "react";
import { dayText } from "../../../dates.ts";
import { PersonAvatar } from "../../../photos/PersonAvatar.tsx";
import { reasonSentences } from "../../../standing/reasons.ts";
import { Why } from "../../../standing/Why.tsx";
import classes from "./Family.module.css";
import { mayInvite } from "./FamilyPage.tsx";
import type { Child } from "./queries.ts";
import { ageText, dueText, guardiansText, restText, untilText } from "./words.ts";

export type Act = "invite" | "remove" | "leave" | "withdraw" | "correct";

interface ChildCardProps {
  child: Child;
  zone: string;
  onAct: (act: Act) => void;
}

/** One child: where it stands and why, the one thing to do next, who acts for it. */
export function ChildCard({ child, zone, onAct }: ChildCardProps) {
  const { profileId, firstName, lastName, overallStatus, memberships, owed, done } = child;
  const id = useId();
  const name = `${firstName} ${lastName}`;
  const edit = `/editProfile?profileId=${profileId}`;
  return (
    <article className={classes.card} aria-labelledby={id} data-tone={overallTones[overallStatus]}>
      <header className={classes.head}>
        <PersonAvatar person={child} size={44} />
        <div className={classes.who}>
          <h2 className={classes.name} id={id}>
            {name}
          </h2>
          <p className={classes.quiet}>{ageText(child)}</p>
        </div>
        <Menu label={`More for ${firstName}`} groups={[{ items: itemsFor(child, edit, onAct) }]}>
          <IconDots aria-hidden="true" size={20} />
        </Menu>
      </header>
      <div className={classes.standing}>
        <OverallStatusBadge status={overallStatus} />
        <Why of={`${name} is so`} sentences={reasonSentences(child.reasons, zone)} />
      </div>
      {owed > 0 && (
        <div className={classes.progress}>
          <progress className={classes.bar} max={owed} value={done} aria-label={`Progress of ${firstName}`} />
          <span className={classes.quiet}>
            {done} of {owed} done
          </span>
        </div>
      )}
      {child.adultSoon && child.adultOn !== null && <ComingOfAge child={child} day={child.adultOn} edit={edit} />}
      <NextThing child={child} zone={zone} />
      <dl className={classes.facts}>
        <dt>Role</dt>
        <dd>
          {memberships.length === 0
            ? "Not currently a member"
            : memberships.map((one) => (
                <span key={one.profileLevelAccessId} className={classes.place}>
                  {one.labelName} at {one.levelName}
                </span>
              ))}
        </dd>
        <dt>Guardians</dt>
        <dd>
          {guardiansText(child)}
          <SecondGuardian child={child} zone={zone} onAct={onAct} />
        </dd>
      </dl>
      <footer className={classes.foot}>
        <TextLink href={`/requirements?person=${profileId}`}>All requirements for {firstName}</TextLink>
        <TextLink href={edit}>
          Edit<span className={classes.hidden}> {name}</span>
        </TextLink>
      </footer>
    </article>
  );
}

function itemsFor(child: Child, edit: string, onAct: (act: Act) => void): MenuItem[] {
  const { firstName, guardians, removable } = child;
  return [
    { key: "edit", label: "Edit details", href: edit },
    ...(mayInvite(child)
      ? [{ key: "invite", label: "Invite a second guardian", onSelect: () => onAct("invite") }]
      : []),
    ...(guardians.length > 1
      ? [{ key: "leave", label: `Stop acting for ${firstName}`, danger: true, onSelect: () => onAct("leave") }]
      : []),
    ...(removable
      ? [{ key: "remove", label: `Remove ${firstName}`, danger: true, onSelect: () => onAct("remove") }]
      : []),
  ];
}

function NextThing({ child, zone }: { child: Child; zone: string }) {
  const { next, firstName } = child;
  if (!next) return <p className={classes.rest}>{restText(child)}</p>;
  const again = next.status === RequirementStatus.Expired || next.status === RequirementStatus.ExpiringSoon;
  const act = next.draft ? "Go on" : again ? "Renew" : "Start";
  return (
    <div className={classes.next}>
      <p className={classes.eyebrow}>{next.mandatory ? "Next step" : "Optional, if you like"}</p>
      <div className={classes.nextHead}>
        <h3 className={classes.nextName}>{next.name}</h3>
        <RequirementStatusBadge status={next.status} />
      </div>
      <p className={classes.quiet}>{`${next.draft ? "Started, not submitted. " : ""}${dueText(next, zone)}`}</p>
      <Button
        href={`/requirements/${next.requirementId}?pla=${next.profileLevelAccessId}`}
        label={act}
        aria-label={`${act}: ${next.name} for ${firstName}`}
        rightIcon={<IconArrowRight aria-hidden />}
      />
    </div>
  );
}

function SecondGuardian({ child, zone, onAct }: ChildCardProps) {
  const { invitation, firstName } = child;
  if (invitation?.undelivered) {
    const { firstName: invited, lastName, email, undelivered } = invitation;
    return (
      <span className={classes.refused}>
        <span>
          The invitation of {invited} {lastName} wasn’t delivered to <b>{email}</b>.{" "}
          {undeliveredTexts[undelivered.reason]}
        </span>
        <span>
          <Button
            small
            variant="secondary"
            label="Correct the email"
            aria-label={`Correct the email of ${invited} ${lastName}`}
            onClick={() => onAct("correct")}
          />
          <Button
            small
            variant="quaternary"
            label="Withdraw"
            aria-label={`Withdraw the invitation of ${invited} for ${firstName}`}
            onClick={() => onAct("withdraw")}
          />
        </span>
      </span>
    );
  }
  if (invitation) {
    return (
      <span className={classes.asked}>
        {invitation.firstName} {invitation.lastName} was asked, and may answer until{" "}
        {untilText(invitation.expiresAt, zone)}.{" "}
        <Button
          small
          variant="quaternary"
          label="Withdraw"
          aria-label={`Withdraw the invitation of ${invitation.firstName} for ${firstName}`}
          onClick={() => onAct("withdraw")}
        />
      </span>
    );
  }
  if (!mayInvite(child)) return null;
  return (
    <span className={classes.asked}>
      <Button
        small
        variant="quaternary"
        label="Invite a second"
        aria-label={`Invite a second guardian for ${firstName}`}
        onClick={() => onAct("invite")}
      />
    </span>
  );
}

function ComingOfAge({ child, day, edit }: { child: Child; day: string; edit: string }) {
  const { firstName, email, hasLogin } = child;
  return (
    <Notice tone="waits" title={`${firstName} turns 18 on ${dayText(day)}`}>
      From then on {firstName} looks after their own profile, and you no longer see it.{" "}
      {hasLogin ? (
        `${firstName} has a login already.`
      ) : email === null ? (
        <>
          <TextLink href={edit}>Add an email address</TextLink> of {firstName}’s own, so we can invite them on that day.
        </>
      ) : (
        `We invite them at ${email} on that day.`
      )}
    </Notice>
  );
}
