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

type AsOf = ResponseOf<typeof getAsOf>;
type Past = AsOf["memberships"][number];
type Row = Past["requirements"][number];

/** Where a person stood at the end of a past day, and what proves it. */
export function PastTab({ member, zone }: { member: PersonBehind; zone: string }) {
  const today = dayIn(new Date().toISOString(), zone);
  const [asked, change] = useUrlState(momentIn);
  const moment = asked || today;
  const { day, time } = partsOf(moment);
  const query = useQuery(asOfQuery(member.membership.profileLevelAccessId, moment));
  return (
    <div className={classes.stack}>
      <Panel title="View past date">
        <div className={classes.day}>
          <DateInput
            label="Day"
            description={time === "" ? "Where this person stood when it ended." : `Where this person stood at ${time}.`}
            max={today}
            value={day}
            onChange={(event) => change({ asOf: event.target.value || undefined })}
          />
        </div>
      </Panel>
      {query.error && <Notice tone="stop">{query.error.message}</Notice>}
      {query.isPending && <LoadingState label="Looking at that day" />}
      {query.data && <Standing asOf={query.data} zone={zone} today={today} timed={time !== ""} />}
    </div>
  );
}

function Standing({ asOf, zone, today, timed }: { asOf: AsOf; zone: string; today: string; timed: boolean }) {
  const { memberships, recordedFrom, day, firstName } = asOf;
  const when = timed
    ? `On ${momentText(asOf.at, zone)}`
    : day === today
      ? `Today, ${momentText(asOf.at, zone)}`
      : `At the end of ${dayText(day)}`;
  if (memberships.length === 0) {
    const before = recordedFrom !== null && dayIn(recordedFrom, zone) > day;
    return (
      <Panel title={when}>
        <EmptyState icon={IconClock} title={`${firstName} was no member that you may see`}>
          {before
            ? `The first record of ${firstName} is of ${dayOfInstant(recordedFrom, zone)}. Choose a later day.`
            : "Choose another day."}
        </EmptyState>
      </Panel>
    );
  }
  return memberships.map((past) => (
    <Panel
      key={past.profileLevelAccessId}
      title={`${past.labelName} at ${past.levelName}`}
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
          of={`for ${past.labelName} at ${past.levelName}, ${dayText(day)}`}
          plaId={past.profileLevelAccessId}
          at={asOf.at}
          zone={zone}
        />
      </div>
      <DataTable
        caption={`Requirements as ${past.labelName} at ${past.levelName}, ${dayText(day)}`}
        columns={columnsIn(zone)}
        rows={past.requirements}
        rowKey={(row) => row.requirementId}
        bare
        empty={
          <EmptyState icon={IconClock} title="No requirements">
            Nothing in the library was assigned to {past.labelName} at {past.levelName} then.
          </EmptyState>
        }
      />
    </Panel>
  ));
}

const columnsIn = (zone: string): [Column<Row, never>, ...Column<Row, never>[]] => [
  {
    key: "name",
    header: "Requirement",
    cell: (row) => (
      <>
        <span className={classes.requirement}>{row.name}</span>
        <span className={classes.kind}>
          {requirementTypeLabels[row.type]}, {row.mandatory ? "mandatory" : "optional"}
        </span>
      </>
    ),
  },
  {
    key: "status",
    header: "Status then",
    card: "beside",
    cell: (row) => <RequirementStatusBadge status={row.status} />,
  },
  { key: "due", header: "Due", align: "end", cell: (row) => row.dueAt && lastDayText(row.dueAt, zone) },
  { key: "proof", header: "Proof", cell: (row) => row.evidence && proofText(row.evidence, zone) },
];

/** What it counted by: "Completed on May 3, 2024, valid through May 2, 2025. Approved after review by Dana Reyes on May 4, 2024." */
function proofText(evidence: NonNullable<Row["evidence"]>, zone: string): string {
  const { completedAt, expiresAt, decidedAt } = evidence;
  const until = expiresAt === null ? "" : `, valid through ${lastDayText(expiresAt, zone)}`;
  const on = decidedAt === null ? "" : ` on ${dayOfInstant(decidedAt, zone)}`;
  return `Completed on ${dayOfInstant(completedAt, zone)}${until}. ${completionWayText(evidence)}${on}.`;
}
