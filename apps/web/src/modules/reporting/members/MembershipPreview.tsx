import { useQuery } from "@tanstack/react-query";
import { type QueryInput, type RequirementStatus, type ResponseOf, requirementStatusLabels } from "@touchline/contract";
import type { previewMembership } from "@touchline/contract/people/memberships";
import { LoadingState, Notice } from "@touchline/ui";
import classes from "./Acts.module.css";
import { previewQuery } from "./queries.ts";
import { words } from "./words.ts";

type Preview = ResponseOf<typeof previewMembership>;
type Previewed = Preview["requirements"][number];

const done = (status: RequirementStatus | null) => status === 3 || status === 6;

/** Previews the effect of a membership change on requirements. */
export function MembershipPreview({ change }: { change: QueryInput<typeof previewMembership> }) {
  const query = useQuery(previewQuery(change));
  if (query.error && !query.data) return <Notice tone="stop">{query.error.message}</Notice>;
  if (query.isPending) return <LoadingState label={words.checkingChanges} />;
  const { requirements, alreadyThere } = query.data;
  if (alreadyThere) return <Notice tone="needs">{words.alreadyMember}</Notice>;
  const of = (outcome: Previewed["outcome"]) => requirements.filter((one) => one.outcome === outcome);
  const kept = of("kept").length;
  return (
    <div className={classes.preview}>
      <Group title={words.newlyRequired} rows={of("added")} note={addedNote} />
      <Group title={words.noLongerRequired} rows={of("dropped")} note={droppedNote} />
      <p className={classes.quiet}>
        {[
          ...(requirements.length === 0 ? [words.nothingRequired] : []),
          ...(kept > 0 ? [words.requirementsKept({ count: kept })] : []),
          words.completedWorkIsKept,
        ].join(" ")}
      </p>
    </div>
  );
}

function Group({ title, rows, note }: { title: string; rows: readonly Previewed[]; note: (row: Previewed) => string }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 className={classes.state}>{title}</h3>
      <ul className={classes.plain}>
        {rows.map((row) => (
          <li key={row.contentId}>
            {row.name}
            {note(row) !== "" && <span className={classes.quiet}> · {note(row)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function addedNote({ mandatory, status }: Previewed): string {
  if (mandatory) return done(status) ? words.mandatoryDone : words.mandatory;
  return done(status) ? words.optionalDone : words.optional;
}

function droppedNote({ elsewhere, status }: Previewed): string {
  if (status === null) return elsewhere ? words.requiredElsewhere : "";
  const current = { status: requirementStatusLabels[status] };
  return elsewhere ? words.currentStatusElsewhere(current) : words.currentStatus(current);
}
