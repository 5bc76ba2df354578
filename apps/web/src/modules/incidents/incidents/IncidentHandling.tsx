import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import type { getIncident, handleIncident } from "@touchline/contract/incidents/incidents";
import { Checkbox, Panel, Select, TextLink, useNotify } from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import classes from "./Incidents.module.css";
import { handle } from "./queries.ts";
import { words } from "./words.ts";

type Record = ResponseOf<typeof getIncident>;

/** Saves one change of how an incident is handled, and reads the incident again. */
function useHandling({ incidentId, version }: Record) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (change: Omit<BodyInput<typeof handleIncident>, "version">) =>
      handle(incidentId, { ...change, version }),
    onSuccess: () => notify("done", words.handlingSaved),
    onError: (error) => notify("stop", messageOf(error)),
    onSettled: () =>
      Promise.all(["incident", "incidents"].map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  });
}

/** Lists the legal duties when abuse is suspected, with what has been done. */
export function DutiesPanel({ incident }: { incident: Record }) {
  const saving = useHandling(incident);
  const { reach, stateName, asOf, steps } = incident.duties;
  const done = steps.flatMap((step) => (step.done ? [step.key] : []));
  return (
    <Panel title={words.duties}>
      <p className={classes.lead}>
        {reach === "ifAbuse" && `${words.dutiesIfAbuse} `}
        {stateName === null ? words.dutiesFederal({ asOf }) : words.dutiesOfState({ state: stateName, asOf })}
      </p>
      <ul className={classes.list}>
        {steps.map(({ key, text, law, url, done: isDone }) => (
          <li key={key}>
            <Checkbox
              label={text}
              checked={isDone}
              disabled={!incident.mayChange || saving.isPending}
              onChange={(event) =>
                saving.mutate({
                  stepsDone: event.target.checked ? [...done, key] : done.filter((one) => one !== key),
                })
              }
            />
            {law !== null && url !== null && (
              <p className={classes.source}>
                <TextLink href={url}>{law}</TextLink>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Shows an incident's assignee, and whether a legal hold keeps its data. */
export function HandlingPanel({ incident, zone }: { incident: Record; zone: string }) {
  const saving = useHandling(incident);
  const { assignee, candidates, heldAt } = incident;
  const listed = assignee === null || candidates.some((one) => one.profileId === assignee.profileId);
  return (
    <Panel title={words.handling}>
      <div className={classes.handling}>
        <Select
          label={words.assignee}
          description={words.assigneeHelp}
          placeholder={words.nobody}
          clearable
          searchable
          data={[...candidates, ...(listed ? [] : [assignee])].map(({ profileId, name }) => ({
            value: profileId,
            label: name,
          }))}
          value={assignee?.profileId ?? null}
          disabled={saving.isPending}
          onChange={(assignedTo) => saving.mutate({ assignedTo })}
        />
        <Checkbox
          label={words.hold}
          description={
            heldAt === null
              ? words.holdHelp
              : `${words.heldSince({ moment: momentText(heldAt, zone) })} ${words.holdHelp}`
          }
          checked={heldAt !== null}
          disabled={saving.isPending}
          onChange={(event) => saving.mutate({ held: event.target.checked })}
        />
      </div>
    </Panel>
  );
}
