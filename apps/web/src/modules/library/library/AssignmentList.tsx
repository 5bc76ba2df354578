import { useQuery } from "@tanstack/react-query";
import { Button, EmptyState, IconUsers } from "@touchline/ui";
import { useId } from "react";
import type { FieldErrors } from "../../../form-errors.ts";
import { mayDo } from "../../../levels/tree.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { AssignmentRow } from "./AssignmentRow.tsx";
import type { EditorLevels } from "./ContentEditor.tsx";
import { conditionsQuery } from "./conditions-query.ts";
import { type AssignmentDraft, type ContentDraft, usualAssignment } from "./draft.ts";
import { ExceptionList } from "./ExceptionList.tsx";
import classes from "./Library.module.css";
import { words } from "./words.ts";

interface AssignmentListProps extends EditorLevels {
  draft: ContentDraft;
  change: (next: Partial<ContentDraft>) => void;
  errors: FieldErrors;
}

/** The most assignments that the contract accepts. */
const mostAssignments = 200;

/** Lists the assignments, by level and roles. */
export function AssignmentList({ draft, change, errors, levels, labels }: AssignmentListProps) {
  const { levelRoles, profileId } = useActiveProfile();
  const questions = useQuery(conditionsQuery(profileId));
  const id = useId();
  const { assignments } = draft;
  const open = levels.filter((level) => mayDo(levelRoles, levels, "content.assign", level.levelId));
  const replace = (key: string, next: Partial<AssignmentDraft>) =>
    change({ assignments: assignments.map((one) => (one.key === key ? { ...one, ...next } : one)) });
  const add = () => {
    const levelId = open.some((level) => level.levelId === draft.levelId) ? draft.levelId : (open[0]?.levelId ?? "");
    const key = `${id} ${Date.now()}`;
    const name = levels.find((level) => level.levelId === levelId)?.name ?? "";
    change({ assignments: [...assignments, { ...usualAssignment, key, levelId, levelName: name }] });
  };
  const addButton = (
    <Button
      variant="secondary"
      label={assignments.length === 0 ? words.addAssignment : words.addAssignment}
      disabledReason={assignments.length >= mostAssignments ? words.tooManyAssignments : undefined}
      onClick={add}
    />
  );
  const exceptions = (
    <ExceptionList
      exceptions={draft.exceptions}
      onChange={(next) => change({ exceptions: next })}
      levels={open}
      labels={labels}
    />
  );
  if (assignments.length === 0) {
    return (
      <div className={classes.fields}>
        <EmptyState icon={IconUsers} title={words.notAssignedTitle} action={addButton}>
          {words.notAssignedAbout}
        </EmptyState>
        {/* They hold again as soon as it is assigned. */}
        {draft.exceptions.length > 0 && exceptions}
      </div>
    );
  }
  return (
    <div className={classes.fields}>
      {assignments.map((one, index) => (
        <AssignmentRow
          key={one.key}
          number={index + 1}
          assignment={one}
          levels={open}
          labels={labels}
          questions={questions.data ?? []}
          errorOf={(field) => errors[`contentAssignments.${index}.${field}`]}
          onChange={(next) => replace(one.key, next)}
          onRemove={() => change({ assignments: assignments.filter((other) => other.key !== one.key) })}
        />
      ))}
      {errors["contentAssignments.labelIds"] && (
        <p className={classes.error}>{errors["contentAssignments.labelIds"]}</p>
      )}
      <div>{addButton}</div>
      {exceptions}
    </div>
  );
}
