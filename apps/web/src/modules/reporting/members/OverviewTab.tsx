import { useQuery } from "@tanstack/react-query";
import { Facts, Panel } from "@touchline/ui";
import { lazy, type ReactNode, Suspense } from "react";
import { dayOfInstant, dayText } from "../../../dates.ts";
import { type ListedLevel, mayDo } from "../../../levels/tree.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { reasonSentences } from "../../../standing/reasons.ts";
import { WhyChain } from "../../../standing/WhyChain.tsx";
import { FamilyPanel } from "./FamilyPanel.tsx";
import classes from "./MemberPage.module.css";
import { MemberRequirements } from "./MemberRequirements.tsx";
import { type Member, Memberships } from "./Memberships.tsx";
import { undeliveredQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Most members are activated. */
const ResendActivation = lazy(() =>
  import("./ResendActivation.tsx").then((file) => ({ default: file.ResendActivation })),
);

/** Most members get their emails. */
const UndeliveredNotice = lazy(() =>
  import("./UndeliveredNotice.tsx").then((file) => ({ default: file.UndeliveredNotice })),
);

interface OverviewTabProps {
  member: Member;
  levels: readonly ListedLevel[];
  /** The person is oneself or a child one guards. */
  own: boolean;
  zone: string;
}

/** A person's status with its reasons, requirements, and memberships. */
export function OverviewTab({ member, levels, own, zone }: OverviewTabProps) {
  const { levelRoles } = useActiveProfile();
  const { membership, reasons } = member;
  const undelivered = useQuery(undeliveredQuery(membership.profileLevelAccessId)).data ?? null;
  const mayEdit = mayDo(levelRoles, levels, "profiles.edit", membership.levelId, {
    roles: member.memberships.map((one) => one.role),
  });
  const mayResend =
    membership.overallStatus === "NotActivated" && mayDo(levelRoles, levels, "members.add", membership.levelId);
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <div className={classes.why}>
          <WhyPanel sentences={reasonSentences(reasons, zone)}>
            <WhyChain
              label={words.reasonsFor({ role: membership.labelName, level: membership.levelName })}
              plaId={membership.profileLevelAccessId}
              zone={zone}
            />
          </WhyPanel>
          {mayResend ? (
            <Suspense>
              <ResendActivation
                profileLevelAccessId={membership.profileLevelAccessId}
                profileId={member.profileId}
                undelivered={undelivered}
                mayEdit={mayEdit}
                name={member.firstName}
                email={member.email}
                dateOfBirth={member.dateOfBirth}
                zone={zone}
              />
            </Suspense>
          ) : (
            undelivered && (
              <Suspense>
                <UndeliveredNotice
                  undelivered={undelivered}
                  profileId={member.profileId}
                  name={member.firstName}
                  zone={zone}
                  mayEdit={mayEdit}
                />
              </Suspense>
            )
          )}
        </div>
        <div className={classes.requirements}>
          <MemberRequirements member={member} own={own} zone={zone} />
          <Spared member={member} />
        </div>
      </div>
      <div className={classes.side}>
        <div className={classes.person}>
          <Panel title={words.person}>
            <Facts
              facts={[
                { label: words.email, value: member.email ?? words.none },
                { label: words.dateOfBirth, value: member.dateOfBirth ? dayText(member.dateOfBirth) : words.unknown },
                { label: words.statusSince, value: dayOfInstant(member.overallStatusSince, zone) },
              ]}
            />
          </Panel>
        </div>
        <div className={classes.places}>
          <Memberships member={member} levels={levels} />
        </div>
        <FamilyPanel member={member} zone={zone} />
      </div>
    </div>
  );
}

/** Further reasons are collapsed; the requirements below show the same by status. */
const mostReasons = 3;

function WhyPanel({
  sentences,
  children,
}: {
  sentences: readonly { key: string; text: string }[];
  children: ReactNode;
}) {
  const rest = sentences.slice(mostReasons);
  return (
    <Panel title={words.why}>
      <Reasons sentences={sentences.slice(0, mostReasons)} />
      {rest.length > 0 && (
        <details className={classes.more}>
          <summary>{words.moreReasons({ count: rest.length })}</summary>
          <Reasons sentences={rest} />
        </details>
      )}
      {children}
    </Panel>
  );
}

function Reasons({ sentences }: { sentences: readonly { key: string; text: string }[] }) {
  return (
    <ul className={classes.reasons}>
      {sentences.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  );
}

/** Lists assigned requirements that don't apply to the person, and optional ones; nothing if there are none. */
function Spared({ member: { exemptions, optionalUntil } }: { member: Member }) {
  if (exemptions.length + optionalUntil.length === 0) return null;
  return (
    <Panel title={words.exceptions}>
      <ul>
        {exemptions.map(({ contentId, name, reason, untilDay }) => (
          <li key={contentId}>
            <b>{name}</b>
            <span className={classes.kind}>
              {untilDay === null ? words.exempt : words.exemptThrough({ day: dayText(untilDay) })}
            </span>
            {reason !== null && <span className={classes.kind}>{reason}</span>}
          </li>
        ))}
        {optionalUntil.map(({ contentId, name, untilDay }) => (
          <li key={contentId}>
            <b>{name}</b>
            <span className={classes.kind}>{words.optionalThrough({ day: dayText(untilDay) })}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
