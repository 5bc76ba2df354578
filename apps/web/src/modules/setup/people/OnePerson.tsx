import { useQuery } from "@tanstack/react-query";
import { Button, LoadingState, Panel } from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { labelsQuery, navigationQuery } from "../../../levels/queries.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Duplicates.module.css";
import { type PersonChoices, usePersonForm } from "./usePersonForm.tsx";
import { words } from "./words.ts";

/** Adds one person by name at the reader's level or below. */
export function OnePerson() {
  const profile = useActiveProfile();
  const levels = useQuery(navigationQuery(profile.hierarchyLevelId));
  const labels = useQuery(labelsQuery);
  const failed = levels.error ?? labels.error;
  if (failed) {
    const retry = () => void Promise.all([levels.refetch(), labels.refetch()]);
    return <LoadFailed title={words.levelsNotLoaded} error={failed} onRetry={retry} />;
  }
  if (!levels.data || !labels.data) return <LoadingState label={words.loadingLevels} />;
  return (
    <Form
      levels={levels.data}
      labels={labels.data}
      levelRoles={profile.levelRoles}
      levelId={profile.currentLevelId ?? profile.hierarchyLevelId}
    />
  );
}

function Form(choices: PersonChoices) {
  const form = usePersonForm(choices, () => undefined);
  return (
    <Panel title={words.onePerson}>
      <div className={classes.stack}>
        {form.fields}
        <div className={classes.acts}>
          <Button type="submit" form={form.formId} label={words.addPerson} loading={form.adding !== null} />
        </div>
      </div>
    </Panel>
  );
}
