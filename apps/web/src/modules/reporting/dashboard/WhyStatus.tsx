import { useQuery, useQueryClient } from "@tanstack/react-query";
import { overallStatusLabels } from "@touchline/contract";
import {
  IconChevronDown,
  LoadingState,
  OverallStatusBadge,
  Popover,
  RequirementStatusBadge,
  TextLink,
} from "@touchline/ui";
import { agoText } from "../../../dates.ts";
import { serverNow } from "../../../session/clock.ts";
import { reasonSentences } from "../../../standing/reasons.ts";
import { requirementsQuery } from "../../requirements/requirements/queries.ts";
import type { MemberRow } from "./queries.ts";
import classes from "./WhyStatus.module.css";
import { words } from "./words.ts";

interface WhyStatusProps {
  member: MemberRow;
  /** The organization's time zone. */
  zone: string;
}

/** Where a membership stands and, when the mouse rests on it or it is pressed, why. */
export function WhyStatus({ member, zone }: WhyStatusProps) {
  const client = useQueryClient();
  const { overallStatus, fullName, profileLevelAccessId } = member;
  const status = overallStatusLabels[overallStatus];
  return (
    <Popover
      trigger={
        <span className={classes.trigger}>
          <OverallStatusBadge status={overallStatus} />
          <IconChevronDown aria-hidden="true" size={16} />
        </span>
      }
      triggerLabel={words.whyTrigger({ status, name: fullName })}
      title={words.memberAt({ name: fullName, role: member.labelName, level: member.levelName })}
      onHover
      onIntent={() => void client.prefetchQuery(requirementsQuery(profileLevelAccessId))}
    >
      {() => <Reasons member={member} zone={zone} />}
    </Popover>
  );
}

/** More would hide the first ones; the person's page has them all. */
const mostShown = 6;

function Reasons({ member, zone }: WhyStatusProps) {
  const { data, error } = useQuery(requirementsQuery(member.profileLevelAccessId));
  const all = (
    <TextLink href={`/members/${member.profileLevelAccessId}`}>{words.viewMember({ name: member.fullName })}</TextLink>
  );
  if (error && !data) {
    return (
      <div className={classes.reasons}>
        <p role="alert">{words.reasonsFailed({ message: error.message })}</p>
        {all}
      </div>
    );
  }
  if (!data) return <LoadingState label={words.loadingReasons} lines={3} />;
  const sentences = reasonSentences(data.reasons, zone);
  return (
    <div className={classes.reasons}>
      <ul className={classes.sentences}>
        {sentences.slice(0, mostShown).map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
      {sentences.length > mostShown && (
        <p className={classes.quiet}>{words.moreReasons({ count: sentences.length - mostShown })}</p>
      )}
      {data.requirements.length > 0 && (
        <ul className={classes.owed} aria-label={words.requirements}>
          {data.requirements.slice(0, mostShown).map((one) => (
            <li key={one.requirementId}>
              <span>{one.name}</span>
              <RequirementStatusBadge status={one.status} />
            </li>
          ))}
        </ul>
      )}
      {data.overallStatus === member.overallStatus && (
        <p className={classes.quiet}>
          {words.statusChanged({
            ago: agoText(member.overallStatusSince, serverNow(), zone),
          })}
        </p>
      )}
      {all}
    </div>
  );
}
