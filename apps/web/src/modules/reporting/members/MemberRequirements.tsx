import { RequirementStatus, RequirementType, requirementTypeLabels } from "@touchline/contract";
import { severity } from "@touchline/rules/compliance/status";
import { type Column, DataTable, EmptyState, IconCircleCheck, Panel, RequirementStatusBadge } from "@touchline/ui";
import { dayOfInstant, lastDayText } from "../../../dates.ts";
import type { MemberRequirement } from "./acts.ts";
import classes from "./MemberPage.module.css";
import type { Member } from "./Memberships.tsx";
import { RequirementActs } from "./RequirementActs.tsx";
import { words } from "./words.ts";

/** The server's order; of equal ones, mandatory requirements first. */
const worstFirst = (a: MemberRequirement, b: MemberRequirement) =>
  severity[b.status] - severity[a.status] || Number(b.mandatory) - Number(a.mandatory);

/** The state or the applicant has it: reviewers look how far it is. */
const waitsOutside = ({ status }: MemberRequirement) =>
  status === RequirementStatus.WaitingOnProvider || status === RequirementStatus.WaitingOnApplicant;

interface MemberRequirementsProps {
  member: Member;
  /** The person is oneself or a child one guards. */
  own: boolean;
  zone: string;
}

/** A membership's requirements, the most urgent first. Each links to its actions. */
export function MemberRequirements({ member, own, zone }: MemberRequirementsProps) {
  const { profileLevelAccessId, labelName, levelName } = member.membership;
  const hrefOf = (row: MemberRequirement): string | undefined => {
    if (own) return `/requirements/${row.requirementId}?pla=${profileLevelAccessId}`;
    if (row.type === RequirementType.LiveScan && waitsOutside(row) && row.actions.includes("markComplete"))
      return `/requirements/${row.requirementId}?pla=${profileLevelAccessId}`;
    if (row.actions.includes("review")) return `/review/${row.requirementId}?pla=${profileLevelAccessId}`;
    return undefined;
  };
  const columns: [Column<MemberRequirement, never>, ...Column<MemberRequirement, never>[]] = [
    {
      key: "name",
      header: words.requirement,
      cell: (row) => (
        <>
          <span className={classes.requirement}>{row.name}</span>
          <span className={classes.kind}>
            {(row.demanded ? (row.mandatory ? words.typeMandatory : words.typeOptional) : words.typeNotRequired)({
              type: requirementTypeLabels[row.type],
            })}
          </span>
        </>
      ),
    },
    {
      key: "status",
      header: words.status,
      card: "beside",
      cell: (row) => (
        <>
          <RequirementStatusBadge status={row.status} />
          {row.changesRequested && <span className={classes.kind}>{words.changesWereRequested}</span>}
        </>
      ),
    },
    { key: "due", header: words.due, align: "end", cell: (row) => row.dueAt && lastDayText(row.dueAt, zone) },
    {
      key: "completed",
      header: words.completed,
      align: "end",
      cell: (row) => row.completedAt && dayOfInstant(row.completedAt, zone),
    },
    {
      key: "expires",
      header: words.validThrough,
      align: "end",
      cell: (row) =>
        (row.completedAt || row.shorterRenewal) && (
          <>
            {row.expiresAt ? lastDayText(row.expiresAt, zone) : words.noEnd}
            {row.endsAtEighteen && <span className={classes.kind}>{words.signedAgainAt18}</span>}
            {row.shorterRenewal && (
              <span className={classes.kind}>
                {words.shorterRenewal({ day: lastDayText(row.shorterRenewal.expiresAt, zone) })}
              </span>
            )}
          </>
        ),
    },
    {
      key: "acts",
      header: words.actions,
      align: "end",
      cell: (row) => <RequirementActs member={member} requirement={row} zone={zone} />,
    },
  ];
  return (
    <Panel title={words.requirements} flush={member.requirements.length > 0}>
      <DataTable
        caption={words.requirementsOf({ role: labelName, level: levelName })}
        columns={columns}
        rows={member.requirements.toSorted(worstFirst)}
        rowKey={(row) => row.requirementId}
        rowHref={hrefOf}
        bare
        empty={
          <EmptyState icon={IconCircleCheck} title={words.noRequirements}>
            {words.noRequirementsHint({ role: labelName, level: levelName })}
          </EmptyState>
        }
      />
    </Panel>
  );
}
