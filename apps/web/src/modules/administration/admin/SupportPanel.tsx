import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  askToView,
  beginSupportAccess,
  endSupportAccess,
  endSupportView,
  supportHours,
} from "@touchline/contract/administration/support";
import {
  Badge,
  Button,
  Choices,
  Facts,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHourglass,
  LoadingState,
  Notice,
  Panel,
  TextInput,
  useNotify,
} from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { call } from "../../../client.ts";
import { momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { beginViewAs } from "../../../session/view-as.ts";
import classes from "./Administration.module.css";
import { type Support, supportedPeopleQuery, supportQuery } from "./queries.ts";
import { viewStateLabels, words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface PanelProps {
  organizationId: string;
}

/** Runs an act of support access, and reads again who has it. */
function useSupportAct<Input>(organizationId: string, act: (input: Input) => Promise<unknown>, done?: string) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      if (done !== undefined) notify("done", done);
    },
    onError: (error) => notify("stop", messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: supportQuery(organizationId).queryKey }),
  });
}

/** Support access to one organization: begins and ends it, and asks people to view Touchline as they see it. */
export function SupportPanel({ organizationId }: PanelProps) {
  const { data, error, refetch } = useQuery(supportQuery(organizationId));
  if (error && !data) return <LoadFailed title={words.supportNotLoaded} error={error} onRetry={() => void refetch()} />;
  const own = data?.accesses.find((one) => one.own && one.inEffect);
  const earlier = data?.accesses.filter((one) => one !== own) ?? [];
  return (
    <Panel title={words.support}>
      <p className={classes.lead}>{words.supportIntro}</p>
      {!data && <LoadingState label={words.loadingSupport} />}
      {data && !own && <BeginForm organizationId={organizationId} />}
      {data && own && <InEffect organizationId={organizationId} access={own} views={data.views} />}
      {data && (
        <>
          <h3 className={classes.part}>{words.earlierSupport}</h3>
          {earlier.length === 0 ? (
            <p className={classes.note}>{words.noSupport}</p>
          ) : (
            <Facts
              facts={earlier.map((one) => ({
                label: one.own ? words.you : words.otherOperator,
                value: words.period({
                  from: momentText(one.startedAt, zone),
                  to: momentText(one.endedAt ?? one.endsAt, zone),
                  reason: one.reason,
                }),
              }))}
            />
          )}
        </>
      )}
    </Panel>
  );
}

function BeginForm({ organizationId }: PanelProps) {
  const [reason, setReason] = useState("");
  const [hours, setHours] = useState<(typeof supportHours)[number]>(1);
  const [missing, setMissing] = useState(false);
  const beginning = useSupportAct(organizationId, () =>
    call(beginSupportAccess, { params: { id: organizationId }, body: { reason: reason.trim(), hours } }),
  );
  const begin = (event: FormEvent) => {
    event.preventDefault();
    setMissing(reason.trim() === "");
    if (reason.trim() !== "") beginning.mutate(undefined);
  };
  return (
    <form className={classes.fields} onSubmit={begin}>
      <TextInput
        label={words.reason}
        description={words.reasonHint}
        maxLength={300}
        value={reason}
        error={missing ? words.reasonMissing : undefined}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setMissing(false);
        }}
      />
      <Choices
        label={words.duration}
        choices={supportHours.map((value) => ({ value: String(value), label: words.hours({ hours: value }) }))}
        value={String(hours)}
        onChange={(value) => setHours(supportHours.find((one) => String(one) === value) ?? 1)}
        compact
      />
      <div className={classes.acts}>
        <Button type="submit" label={words.beginSupport} loading={beginning.isPending} />
      </div>
    </form>
  );
}

interface InEffectProps extends PanelProps {
  access: Support["accesses"][number];
  views: Support["views"];
}

function InEffect({ organizationId, access, views }: InEffectProps) {
  const ending = useSupportAct(
    organizationId,
    () => call(endSupportAccess, { params: { id: organizationId, supportAccessId: access.supportAccessId } }),
    words.supportEnded,
  );
  return (
    <div className={classes.fields}>
      <Notice tone="waits" title={words.supportUntil({ moment: momentText(access.endsAt, zone) })}>
        {access.reason}
      </Notice>
      <div className={classes.acts}>
        <Button
          variant="secondary"
          label={words.endSupport}
          loading={ending.isPending}
          onClick={() => ending.mutate(undefined)}
        />
      </div>
      <FindPerson organizationId={organizationId} />
      {views.length > 0 && (
        <div>
          <h3 className={classes.part}>{words.requests}</h3>
          <ul className={classes.list}>
            {views.map((view) => (
              <ViewRow key={view.supportViewId} organizationId={organizationId} view={view} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const viewTones = { asked: "waits", allowed: "done", declined: "stop", ended: "none" } as const;
const viewIcons = { asked: IconHourglass, allowed: IconCircleCheck, declined: IconCircleX, ended: IconClock };

function ViewRow({ organizationId, view }: PanelProps & { view: Support["views"][number] }) {
  const { supportViewId, profileId, name, state, endsAt } = view;
  const ending = useSupportAct(organizationId, () =>
    call(endSupportView, { params: { id: organizationId, supportViewId } }),
  );
  return (
    <li className={classes.row}>
      <span>
        {name}
        {state === "allowed" && endsAt !== null && (
          <span className={classes.under}>{words.allowedUntil({ moment: momentText(endsAt, zone) })}</span>
        )}
      </span>
      <Badge tone={viewTones[state]} icon={viewIcons[state]}>
        {viewStateLabels[state]}
      </Badge>
      {state === "allowed" && endsAt !== null && (
        <Button
          small
          label={words.viewAs}
          aria-label={words.viewAsNamed({ name })}
          onClick={() => beginViewAs({ organizationId, supportViewId, profileId, name, endsAt })}
        />
      )}
      {(state === "allowed" || state === "asked") && (
        <Button
          small
          variant="secondary"
          label={words.endView}
          aria-label={words.endViewNamed({ name })}
          loading={ending.isPending}
          onClick={() => ending.mutate(undefined)}
        />
      )}
    </li>
  );
}

function FindPerson({ organizationId }: PanelProps) {
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const { data, error } = useQuery(supportedPeopleQuery(organizationId, search));
  const notify = useNotify();
  const asking = useSupportAct(organizationId, ({ profileId }: { profileId: string; name: string }) =>
    call(askToView, { params: { id: organizationId }, body: { profileId } }),
  );
  const find = (event: FormEvent) => {
    event.preventDefault();
    setSearch(typed.trim());
  };
  return (
    <form className={classes.fields} onSubmit={find}>
      <div className={classes.acts}>
        <TextInput
          label={words.findPerson}
          description={words.findPersonHint}
          maxLength={100}
          value={typed}
          error={error ? messageOf(error) : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="secondary" label={words.findPerson} />
      </div>
      {data?.length === 0 && <p className={classes.note}>{words.nobodyFound}</p>}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((person) => (
            <li key={person.profileId} className={classes.row}>
              <span>
                {person.name}
                <span className={classes.under}>{person.roles.join(", ")}</span>
              </span>
              <Button
                small
                variant="secondary"
                label={words.ask}
                aria-label={words.askNamed({ name: person.name })}
                loading={asking.isPending && asking.variables.profileId === person.profileId}
                onClick={() =>
                  asking.mutate(person, { onSuccess: () => notify("done", words.asked({ name: person.name })) })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
