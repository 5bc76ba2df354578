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
import type { GuardedChild } from "./queries.ts";
import { ageText, dueText, guardiansText, restText, untilText, words } from "./words.ts";

export type ChildAct = "invite" | "remove" | "leave" | "withdraw" | "correct";

interface ChildCardProps {
  child: GuardedChild;
  zone: string;
  onAct: (act: ChildAct) => void;
}

/** Shows a child's status and the reason for it, the next step, and its guardians. */
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
        <Menu label={words.moreActionsFor({ firstName })} groups={[{ items: itemsFor(child, edit, onAct) }]}>
          <IconDots aria-hidden="true" size={20} />
        </Menu>
      </header>
      <div className={classes.standing}>
        <OverallStatusBadge status={overallStatus} />
        <Why label={words.whyStatusOf({ name })} sentences={reasonSentences(child.reasons, zone)} />
      </div>
      {owed > 0 && (
        <div className={classes.progress}>
          <progress className={classes.bar} max={owed} value={done} aria-label={words.progressOf({ firstName })} />
          <span className={classes.quiet}>{words.requiredDone({ done, total: owed })}</span>
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
                  {words.labelAtLevel({ labelName: one.labelName, levelName: one.levelName })}
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
        <TextLink href={edit} aria-label={words.editDetailsOf({ name })}>
          {words.edit}
        </TextLink>
      </footer>
    </article>
  );
}

function itemsFor(child: GuardedChild, edit: string, onAct: (act: ChildAct) => void): MenuItem[] {
  const { firstName, guardians, removable } = child;
  return [
    { key: "edit", label: words.editDetails, href: edit },
    ...(mayInvite(child)
      ? [{ key: "invite", label: words.inviteSecondGuardian, onSelect: () => onAct("invite") }]
      : []),
    ...(guardians.length > 1
      ? [{ key: "leave", label: words.stopActingFor({ firstName }), danger: true, onSelect: () => onAct("leave") }]
      : []),
    ...(removable
      ? [{ key: "remove", label: words.removeChild({ firstName }), danger: true, onSelect: () => onAct("remove") }]
      : []),
  ];
}

function actionText({ draft, changesRequested, status }: NonNullable<GuardedChild["next"]>): string {
  if (draft) return words.continue;
  if (changesRequested) return words.submitAgain;
  const again = status === RequirementStatus.Expired || status === RequirementStatus.ExpiringSoon;
  return again ? words.renew : words.start;
}

function NextThing({ child, zone }: { child: GuardedChild; zone: string }) {
  const { next, firstName } = child;
  if (!next) return <p className={classes.rest}>{restText(child)}</p>;
  const act = actionText(next);
  const stands = [next.draft && words.startedNotFinished, dueText(next, zone)].filter(Boolean).join(" ");
  return (
    <div className={classes.next}>
      <p className={classes.eyebrow}>{next.mandatory ? words.nextStep : words.optionalStep}</p>
      <div className={classes.nextHead}>
        <h3 className={classes.nextName}>{next.name}</h3>
        <RequirementStatusBadge status={next.status} />
      </div>
      {next.changesRequested && <p className={classes.quiet}>{words.changesRequested}</p>}
      {stands !== "" && <p className={classes.quiet}>{stands}</p>}
      <Button
        href={`/requirements/${next.requirementId}?pla=${next.profileLevelAccessId}`}
        label={act}
        aria-label={words.nextStepAction({ action: act, requirement: next.name, firstName })}
        rightIcon={<IconArrowRight aria-hidden />}
      />
    </div>
  );
}

function SecondGuardian({ child, zone, onAct }: ChildCardProps) {
  const { invitation, firstName } = child;
  if (invitation?.undelivered) {
    const { email, undelivered } = invitation;
    const name = `${invitation.firstName} ${invitation.lastName}`;
    return (
      <span className={classes.refused}>
        <span>
          {words.invitationUndelivered({ name, email })} {undeliveredTexts[undelivered.reason]}
        </span>
        <span>
          <Button
            small
            variant="secondary"
            label={words.correctEmail}
            aria-label={words.correctEmailOf({ name })}
            onClick={() => onAct("correct")}
          />
          <Button
            small
            variant="quaternary"
            label={words.withdraw}
            aria-label={words.withdrawInvitationOf({ name: invitation.firstName, firstName })}
            onClick={() => onAct("withdraw")}
          />
        </span>
      </span>
    );
  }
  if (invitation) {
    return (
      <span className={classes.asked}>
        {words.invitationPending({
          name: `${invitation.firstName} ${invitation.lastName}`,
          until: untilText(invitation.expiresAt, zone),
        })}{" "}
        <Button
          small
          variant="quaternary"
          label={words.withdraw}
          aria-label={words.withdrawInvitationOf({ name: invitation.firstName, firstName })}
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
        label={words.inviteSecond}
        aria-label={words.inviteSecondGuardianFor({ firstName })}
        onClick={() => onAct("invite")}
      />
    </span>
  );
}

function ComingOfAge({ child, day, edit }: { child: GuardedChild; day: string; edit: string }) {
  const { firstName, email, hasLogin } = child;
  return (
    <Notice tone="waits" title={words.turns18On({ firstName, day: dayText(day) })}>
      {hasLogin && words.adultWithLogin({ firstName })}
      {!hasLogin && email !== null && words.adultWithEmail({ firstName, email })}
      {!hasLogin && email === null && (
        <>
          {words.adultWithoutEmail({ firstName })} <TextLink href={edit}>{words.addEmailAddress}</TextLink>
        </>
      )}
    </Notice>
  );
}
