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
import { ageText, dueText, guardiansText, restText, untilText, words } from "./words.ts";

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
        <Menu label={words.moreFor({ firstName })} groups={[{ items: itemsFor(child, edit, onAct) }]}>
          <IconDots aria-hidden="true" size={20} />
        </Menu>
      </header>
      <div className={classes.standing}>
        <OverallStatusBadge status={overallStatus} />
        <Why of={words.isSo({ name })} sentences={reasonSentences(child.reasons, zone)} />
      </div>
      {owed > 0 && (
        <div className={classes.progress}>
          <progress className={classes.bar} max={owed} value={done} aria-label={words.progressOf({ firstName })} />
          <span className={classes.quiet}>{words.ofDone({ done, owed })}</span>
        </div>
      )}
      {child.adultSoon && child.adultOn !== null && <ComingOfAge child={child} day={child.adultOn} edit={edit} />}
      <NextThing child={child} zone={zone} />
      <dl className={classes.facts}>
        <dt>{words.role}</dt>
        <dd>
          {memberships.length === 0
            ? words.notCurrentlyAMember
            : memberships.map((one) => (
                <span key={one.profileLevelAccessId} className={classes.place}>
                  {words.at({ labelName: one.labelName, levelName: one.levelName })}
                </span>
              ))}
        </dd>
        <dt>{words.guardians}</dt>
        <dd>
          {guardiansText(child)}
          <SecondGuardian child={child} zone={zone} onAct={onAct} />
        </dd>
      </dl>
      <footer className={classes.foot}>
        <TextLink href={`/requirements?person=${profileId}`}>{words.allRequirementsFor({ firstName })}</TextLink>
        <TextLink href={edit}>
          {words.edit}
          <span className={classes.hidden}> {name}</span>
        </TextLink>
      </footer>
    </article>
  );
}

function itemsFor(child: Child, edit: string, onAct: (act: Act) => void): MenuItem[] {
  const { firstName, guardians, removable } = child;
  return [
    { key: "edit", label: words.editDetails, href: edit },
    ...(mayInvite(child)
      ? [{ key: "invite", label: words.inviteASecondGuardian, onSelect: () => onAct("invite") }]
      : []),
    ...(guardians.length > 1
      ? [{ key: "leave", label: words.stopActingFor({ firstName }), danger: true, onSelect: () => onAct("leave") }]
      : []),
    ...(removable
      ? [{ key: "remove", label: words.remove({ firstName }), danger: true, onSelect: () => onAct("remove") }]
      : []),
  ];
}

function NextThing({ child, zone }: { child: Child; zone: string }) {
  const { next, firstName } = child;
  if (!next) return <p className={classes.rest}>{restText(child)}</p>;
  const again = next.status === RequirementStatus.Expired || next.status === RequirementStatus.ExpiringSoon;
  const act = next.draft ? words.goOn : again ? words.renew : words.start;
  return (
    <div className={classes.next}>
      <p className={classes.eyebrow}>{next.mandatory ? words.nextStep : words.optionalIfYouLike}</p>
      <div className={classes.nextHead}>
        <h3 className={classes.nextName}>{next.name}</h3>
        <RequirementStatusBadge status={next.status} />
      </div>
      <p className={classes.quiet}>{`${next.draft ? words.startedNotSubmitted : ""}${dueText(next, zone)}`}</p>
      <Button
        href={`/requirements/${next.requirementId}?pla=${next.profileLevelAccessId}`}
        label={act}
        aria-label={words.for({ act, name: next.name, firstName })}
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
          {words.theInvitationOfWasntDelivered({ invited, lastName })} <b>{email}</b>.{" "}
          {undeliveredTexts[undelivered.reason]}
        </span>
        <span>
          <Button
            small
            variant="secondary"
            label={words.correctTheEmail}
            aria-label={words.correctTheEmailOf({ invited, lastName })}
            onClick={() => onAct("correct")}
          />
          <Button
            small
            variant="quaternary"
            label={words.withdraw}
            aria-label={words.withdrawTheInvitationOfFor({ invited, firstName })}
            onClick={() => onAct("withdraw")}
          />
        </span>
      </span>
    );
  }
  if (invitation) {
    return (
      <span className={classes.asked}>
        {words.wasAskedAndMayAnswer({
          firstName: invitation.firstName,
          lastName: invitation.lastName,
          until: untilText(invitation.expiresAt, zone),
        })}{" "}
        <Button
          small
          variant="quaternary"
          label={words.withdraw}
          aria-label={words.withdrawTheInvitationOfFor2({ firstName: invitation.firstName, firstName2: firstName })}
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
        label={words.inviteASecond}
        aria-label={words.inviteASecondGuardianFor({ firstName })}
        onClick={() => onAct("invite")}
      />
    </span>
  );
}

function ComingOfAge({ child, day, edit }: { child: Child; day: string; edit: string }) {
  const { firstName, email, hasLogin } = child;
  return (
    <Notice tone="waits" title={words.turns18On({ firstName, day: dayText(day) })}>
      {words.fromThenOnLooksAfter({ firstName })}{" "}
      {hasLogin ? (
        words.hasALoginAlready({ firstName })
      ) : email === null ? (
        <>
          <TextLink href={edit}>{words.addAnEmailAddress}</TextLink> {words.ofSOwnSoWe({ firstName })}
        </>
      ) : (
        words.weInviteThemAtOn({ email })
      )}
    </Notice>
  );
}
