import { useQuery } from "@tanstack/react-query";
import { type ResponseOf, requirementTypeLabels } from "@touchline/contract";
import type { getAsOf } from "@touchline/contract/reporting/timeline";
import { completionWayText } from "@touchline/rules/setup/completion-way";
import {
  type Column,
  DataTable,
  DateInput,
  EmptyState,
  IconClock,
  LoadingState,
  Notice,
  OverallStatusBadge,
  Panel,
  RequirementStatusBadge,
} from "@touchline/ui";
import { dayIn, dayOfInstant, dayText, lastDayText, momentText } from "../../../dates.ts";
import { reasonSentences } from "../../../standing/reasons.ts";
import { WhyChain } from "../../../standing/WhyChain.tsx";
import { useUrlState } from "../../../url-state.ts";
import { momentIn, partsOf } from "../look-back/moment.ts";
import classes from "./MemberPage.module.css";
import type { PersonBehind } from "./Memberships.tsx";
import { asOfQuery } from "./queries.ts";
import { words } from "./words.ts";

type AsOf = ResponseOf<typeof getAsOf>;
type Past = AsOf["memberships"][number];
type Row = Past["requirements"][number];

/** A person's status at the end of a past day, with its evidence. */
export function PastTab({ member, zone }: { member: PersonBehind; zone: string }) {
  const today = dayIn(new Date().toISOString(), zone);
  const [search, change] = useUrlState(momentIn);
  const moment = search || today;
  const { day, time } = partsOf(moment);
  const query = useQuery(asOfQuery(member.membership.profileLevelAccessId, moment));
  return (
    <div className={classes.stack}>
      <Panel title={words.viewPastDate}>
        <div className={classes.day}>
          <DateInput
            label={words.day}
            description={time === "" ? words.endOfDayHint : words.timeHint({ time })}
            max={today}
            value={day}
            onChange={(event) => change({ asOf: event.target.value || undefined })}
          />
        </div>
      </Panel>
      {query.error && <Notice tone="stop">{query.error.message}</Notice>}
      {query.isPending && <LoadingState label={words.loadingPastStatus} />}
      {query.data && <Standing asOf={query.data} zone={zone} today={today} timed={time !== ""} />}
    </div>
  );
}

function Standing({ asOf, zone, today, timed }: { asOf: AsOf; zone: string; today: string; timed: boolean }) {
  const { memberships, recordedFrom, day, firstName } = asOf;
  const when = timed
    ? words.statusOn({ time: momentText(asOf.at, zone) })
    : day === today
      ? words.statusToday({ time: momentText(asOf.at, zone) })
      : words.statusAtEndOf({ day: dayText(day) });
  if (memberships.length === 0) {
    const before = recordedFrom !== null && dayIn(recordedFrom, zone) > day;
    return (
      <Panel title={when}>
        <EmptyState icon={IconClock} title={words.notMemberThen({ firstName })}>
          {before ? words.firstRecord({ firstName, date: dayOfInstant(recordedFrom, zone) }) : words.chooseAnotherDate}
        </EmptyState>
      </Panel>
    );
  }
  return memberships.map((past) => (
    <Panel
      key={past.profileLevelAccessId}
      title={words.roleAtLevel({ role: past.labelName, level: past.levelName })}
      badge={<OverallStatusBadge status={past.overallStatus} />}
    >
      <p className={classes.subtitle}>{when}</p>
      <ul className={classes.then}>
        {reasonSentences(past.reasons, zone).map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
      <div className={classes.chain}>
        <WhyChain
          label={words.reasonsForThen({ role: past.labelName, level: past.levelName, day: dayText(day) })}
          plaId={past.profileLevelAccessId}
          at={asOf.at}
          zone={zone}
        />
      </div>
      <DataTable
        caption={words.requirementsThen({ role: past.labelName, level: past.levelName, day: dayText(day) })}
        columns={columnsIn(zone)}
        rows={past.requirements}
        rowKey={(row) => row.requirementId}
        bare
        empty={
          <EmptyState icon={IconClock} title={words.noRequirements}>
            {words.noRequirementsThenHint({ role: past.labelName, level: past.levelName })}
          </EmptyState>
        }
      />
    </Panel>
  ));
}

const columnsIn = (zone: string): [Column<Row, never>, ...Column<Row, never>[]] => [
  {
    key: "name",
    header: words.requirement,
    cell: (row) => (
      <>
        <span className={classes.requirement}>{row.name}</span>
        <span className={classes.kind}>
          {(row.mandatory ? words.typeMandatory : words.typeOptional)({ type: requirementTypeLabels[row.type] })}
        </span>
      </>
    ),
  },
  {
    key: "status",
    header: words.statusThen,
    card: "beside",
    cell: (row) => <RequirementStatusBadge status={row.status} />,
  },
  { key: "due", header: words.due, align: "end", cell: (row) => row.dueAt && lastDayText(row.dueAt, zone) },
  { key: "proof", header: words.proof, cell: (row) => row.evidence && proofText(row.evidence, zone) },
];

/** The evidence: "Completed on May 3, 2024, valid through May 2, 2025. Approved after review by Dana Reyes on May 4, 2024." */
function proofText(evidence: NonNullable<Row["evidence"]>, zone: string): string {
  const { completedAt, expiresAt, decidedAt } = evidence;
  const day = dayOfInstant(completedAt, zone);
  const how = completionWayText(evidence);
  return [
    expiresAt === null
      ? words.proofCompleted({ day })
      : words.proofCompletedThrough({ day, lastDay: lastDayText(expiresAt, zone) }),
    decidedAt === null ? words.proofHow({ how }) : words.proofDecided({ how, day: dayOfInstant(decidedAt, zone) }),
  ].join(" ");
}
