import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import {
  type ExternalReviewer,
  getExternalReviewSettings,
  saveExternalReviewSettings,
} from "@touchline/contract/screening/external-review";
import { backgroundCheckProviderLabels } from "@touchline/rules/library/content-words";
import { Button, Choices, LoadingState, Notice, Panel, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { call } from "../../../client.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { refusedFields } from "../../../form-errors.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Screening.module.css";
import { words } from "./words.ts";

type Settings = ResponseOf<typeof getExternalReviewSettings>;
const organizations = "organization";
const names = [1, 2] as const satisfies readonly ExternalReviewer[];

/** Who reviews background checks instead of the organization, when results are overdue, and where members begin. */
export function ExternalPanel() {
  const { organizationId: id } = useActiveProfile();
  const queryKey = ["screening", "external", id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getExternalReviewSettings, { params: { id } }, { signal }),
  });
  return (
    <Panel title={words.externalReview}>
      <div className={classes.body}>
        <p className={classes.lead}>{words.externalAbout}</p>
        {error && !data && <LoadFailed title={words.externalNotLoaded} error={error} onRetry={() => void refetch()} />}
        {data ? (
          <Fields settings={data} queryKey={queryKey} />
        ) : (
          !error && <LoadingState label={words.loadingExternal} />
        )}
      </div>
    </Panel>
  );
}

function Fields({ settings, queryKey }: { settings: Settings; queryKey: readonly string[] }) {
  const { organizationId: id } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [reviewer, setReviewer] = useState(settings.reviewer === null ? organizations : String(settings.reviewer));
  const [days, setDays] = useState(String(settings.deadlineDays));
  const [jdp, setJdp] = useState(settings.portals.jdp ?? "");
  const [ncsi, setNcsi] = useState(settings.portals.ncsi ?? "");
  const saving = useMutation({
    mutationFn: (body: BodyInput<typeof saveExternalReviewSettings>) =>
      call(saveExternalReviewSettings, { params: { id }, body }),
    onSuccess: async () => {
      notify("done", words.externalSaved);
      await queryClient.invalidateQueries({ queryKey });
      // Whether reports are shown depends on it.
      void queryClient.invalidateQueries();
    },
  });
  const refused = saving.error ? refusedFields(saving.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    saving.mutate({
      reviewer: names.find((one) => String(one) === reviewer) ?? null,
      deadlineDays: Number(days),
      portals: { jdp: jdp.trim() || null, ncsi: ncsi.trim() || null },
    });
  };
  const field = (error: string | undefined, set: (value: string) => void) => ({
    error,
    disabled: !settings.editable || saving.isPending,
    onChange: (event: { currentTarget: { value: string } }) => {
      saving.reset();
      set(event.currentTarget.value);
    },
  });
  return (
    <form className={classes.body} onSubmit={submit} noValidate>
      <Choices
        label={words.whoReviews}
        value={reviewer}
        onChange={(value) => {
          saving.reset();
          if (settings.editable) setReviewer(value);
        }}
        choices={[
          { value: organizations, label: words.organizationReviews, note: words.organizationReviewsNote },
          ...names.map((one) => {
            const name = backgroundCheckProviderLabels[one];
            return {
              value: String(one),
              label: words.outsideReviews({ name }),
              note: words.outsideReviewsNote({ name }),
            };
          }),
        ]}
      />
      <TextInput
        label={words.deadlineDays}
        description={words.deadlineHint}
        inputMode="numeric"
        value={days}
        {...field(refused?.deadlineDays, setDays)}
      />
      <TextInput
        label={words.jdpPortal}
        description={words.portalHint}
        type="url"
        value={jdp}
        {...field(refused?.["portals.jdp"], setJdp)}
      />
      <TextInput
        label={words.ncsiPortal}
        description={words.portalHint}
        type="url"
        value={ncsi}
        {...field(refused?.["portals.ncsi"], setNcsi)}
      />
      {saving.error && !refused && (
        <Notice tone="stop" title={words.externalNotSaved}>
          {messageOf(saving.error)}
        </Notice>
      )}
      <div className={classes.acts}>
        {settings.editable ? (
          <Button type="submit" label={words.saveExternal} loading={saving.isPending} />
        ) : (
          <p className={classes.lead}>{words.changedBy}</p>
        )}
      </div>
    </form>
  );
}
