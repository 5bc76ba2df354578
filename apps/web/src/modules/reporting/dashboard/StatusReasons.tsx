import { useQuery } from "@tanstack/react-query";
import { LoadingState, RequirementStatusBadge, TextLink } from "@touchline/ui";
import { agoText } from "../../../dates.ts";
import { serverNow } from "../../../session/clock.ts";
import { reasonSentences } from "../../../standing/reasons.ts";
import { requirementsQuery as reasonsQuery } from "../../requirements/requirements/queries.ts";
import classes from "./WhyStatus.module.css";
import type { WhyStatusProps } from "./WhyStatus.tsx";
import { words } from "./words.ts";

export { reasonsQuery };

/** More would hide the first ones; the person's page has them all. */
const mostShown = 6;

/** Explains a membership's status: sentences first, then its requirements. */
export function StatusReasons({ member, zone }: WhyStatusProps) {
  const { data, error } = useQuery(reasonsQuery(member.profileLevelAccessId));
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
