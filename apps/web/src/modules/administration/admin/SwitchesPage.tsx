import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { type Feature, features, type listSwitches, setSwitch } from "@touchline/contract/administration/switches";
import {
  Badge,
  Button,
  IconAlertTriangle,
  IconCircleCheck,
  LoadingState,
  PageHeader,
  Panel,
  Select,
  TextInput,
  useNotify,
} from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../client.ts";
import { momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Administration.module.css";
import { oversightQuery, switchesQuery } from "./queries.ts";
import { featureLabels, words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
type Paused = ResponseOf<typeof listSwitches>[number];

/** Features that can be paused, for everyone or for one organization. */
export function SwitchesPage() {
  useTitle(words.switches);
  const { data, error, refetch } = useQuery(switchesQuery);
  const [pausing, setPausing] = useState<Feature | null>(null);
  if (error && !data)
    return <LoadFailed title={words.switchesNotLoaded} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader title={words.switches} path={[{ label: words.administration, href: "/admin" }]}>
        {words.switchesIntro}
      </PageHeader>
      {!data && <LoadingState label={words.loadingSwitches} />}
      {data &&
        features.map((feature) => (
          <FeaturePanel
            key={feature}
            feature={feature}
            paused={data.filter((one) => one.feature === feature)}
            onPause={() => setPausing(feature)}
          />
        ))}
      {pausing !== null && <PauseDialog feature={pausing} onClose={() => setPausing(null)} />}
    </>
  );
}

interface FeaturePanelProps {
  feature: Feature;
  paused: readonly Paused[];
  onPause: () => void;
}

function FeaturePanel({ feature, paused, onPause }: FeaturePanelProps) {
  const { name, hint } = featureLabels[feature];
  const queryClient = useQueryClient();
  const notify = useNotify();
  const resuming = useMutation({
    mutationFn: (organizationId: string | null) => call(setSwitch, { body: { feature, organizationId, reason: null } }),
    onSuccess: () => notify("done", words.resumedNow({ feature: name })),
    onError: (error) => notify("stop", messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: switchesQuery.queryKey }),
  });
  const isOff = paused.some((one) => one.organization === null);
  return (
    <Panel title={name}>
      <div className={classes.row}>
        <span className={classes.note}>{hint}</span>
        <Badge tone={isOff ? "stop" : "done"} icon={isOff ? IconAlertTriangle : IconCircleCheck}>
          {isOff ? words.paused : words.on}
        </Badge>
        {!isOff && (
          <Button
            small
            variant="secondary"
            label={words.pause}
            aria-label={words.pauseNamed({ feature: name })}
            onClick={onPause}
          />
        )}
      </div>
      <ul className={classes.list}>
        {paused.map(({ organization, reason, pausedAt }) => {
          const whom = organization?.name ?? words.everyone;
          return (
            <li key={organization?.organizationId ?? ""} className={classes.row}>
              <span>
                {whom}
                <span className={classes.under}>
                  {words.pausedSince({ moment: momentText(pausedAt, zone), reason })}
                </span>
              </span>
              <Button
                small
                label={words.resume}
                aria-label={words.resumeNamed({ feature: name, name: whom })}
                loading={resuming.isPending && resuming.variables === (organization?.organizationId ?? null)}
                onClick={() => resuming.mutate(organization?.organizationId ?? null)}
              />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function PauseDialog({ feature, onClose }: { feature: Feature; onClose: () => void }) {
  const { name } = featureLabels[feature];
  const [reason, setReason] = useState("");
  const [search, setSearch] = useState("");
  const [organizationId, setOrganizationId] = useState<string | null>(null);
  const { data } = useInfiniteQuery(oversightQuery({ search, problems: [], states: [], order: "name" }));
  const queryClient = useQueryClient();
  const notify = useNotify();
  const pausing = useMutation({
    mutationFn: () => call(setSwitch, { body: { feature, organizationId, reason: reason.trim() } }),
    onSuccess: async () => {
      notify("done", words.pausedNow({ feature: name }));
      await queryClient.invalidateQueries({ queryKey: switchesQuery.queryKey });
      onClose();
    },
  });
  return (
    <FormDialog
      danger
      title={words.pauseTitle({ feature: name })}
      label={words.pause}
      refused={words.notPaused}
      draft={{ reason, organizationId }}
      problems={(draft) => (draft.reason.trim() === "" ? { reason: words.reasonMissing } : null)}
      sending={pausing}
      onSend={() => pausing.mutate()}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Select
            label={words.whom}
            description={words.whomHint}
            placeholder={words.everyone}
            clearable
            searchable
            onSearchChange={setSearch}
            filter={({ options }) => options}
            data={(data?.pages[0]?.data ?? []).map((one) => ({ value: one.organizationId, label: one.name }))}
            value={organizationId}
            onChange={setOrganizationId}
          />
          <TextInput
            label={words.reason}
            description={words.pauseReasonHint}
            maxLength={300}
            value={reason}
            error={errors.reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  );
}
