import { useQuery, useQueryClient } from "@tanstack/react-query";
import { requirementTypeLabels } from "@touchline/contract";
import {
  type ReasonTemplate,
  type ReviewSettings,
  saveReviewSettings,
} from "@touchline/contract/reviews/review-settings";
import { longestTemplate, mostTemplates, reasonVariables } from "@touchline/contract/reviews/reviewing";
import { Button, Checkbox, IconButton, IconTrash, LoadingState, Select, Textarea, TextInput } from "@touchline/ui";
import { call } from "../../../client.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { focusNow } from "../../../form-errors.ts";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { useSavedPart } from "../../../parts/useSavedPart.ts";
import { reviewSettingsQuery } from "../../reviews/review/Reasons.tsx";
import classes from "./Settings.module.css";

const decisions = [
  { value: "RejectedReset", label: "Request changes" },
  { value: "RejectedDisqualified", label: "Disqualify" },
  { value: "Approved", label: "Approve" },
];
const every = "every";
const types = [
  { value: every, label: "Every type" },
  ...Object.entries(requirementTypeLabels).map(([value, label]) => ({ value, label })),
];

/** How submissions are reviewed: whether a disqualification takes two, and the reasons that are written often. */
export function ReviewingPart() {
  const { data, error, refetch } = useQuery(reviewSettingsQuery);
  if (data) return <Reviewing saved={data} />;
  return error ? (
    <LoadFailed what="How submissions are reviewed" error={error} onRetry={() => void refetch()} />
  ) : (
    <LoadingState label="Loading how submissions are reviewed" lines={5} />
  );
}

function Reviewing({ saved }: { saved: ReviewSettings }) {
  const queryClient = useQueryClient();
  const { secondReviewer, reasonsOptional, templates, version } = saved;
  const part = useSavedPart({
    saved: { secondReviewer, reasonsOptional, templates },
    save: (draft) =>
      call(saveReviewSettings, {
        body: {
          ...draft,
          templates: draft.templates.map((one) => ({ ...one, es: one.es?.trim() ? one.es : null })),
          version,
        },
      }),
    onSaved: (settings) => queryClient.setQueryData(reviewSettingsQuery.queryKey, settings),
    said: "How submissions are reviewed was saved.",
  });
  const { value, change, errors, form } = part;
  const set = (at: number, next: Partial<ReasonTemplate>) =>
    change({ ...value, templates: value.templates.map((one, place) => (place === at ? { ...one, ...next } : one)) });
  const add = () => {
    const empty: ReasonTemplate = { title: "", type: null, decision: "RejectedReset", en: "", es: null };
    focusNow(
      () => change({ ...value, templates: [...value.templates, empty] }),
      () => form.current?.querySelector<HTMLElement>("li:last-of-type input"),
    );
  };
  const unfinished = value.templates.some((one) => one.title.trim() === "" || one.en.trim() === "");
  return (
    <SavedPart
      title="Reviewing"
      lead="Saved replies are offered beside the notes; reviewers choose one by its number and may change it."
      part={part}
      hindrance={unfinished ? "Give every reason a title and its words." : undefined}
    >
      <Checkbox
        label="A disqualification takes two reviewers"
        description="The first proposes it, another Director or Admin confirms or declines"
        checked={value.secondReviewer}
        onChange={(event) => change({ ...value, secondReviewer: event.currentTarget.checked })}
      />
      <Checkbox
        label="Reasons are optional"
        description="Reviewers can mark a requirement complete or incomplete without giving a reason"
        checked={value.reasonsOptional}
        onChange={(event) => change({ ...value, reasonsOptional: event.currentTarget.checked })}
      />
      <ul className={classes.kinds}>
        {value.templates.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reason has no other name that stays
          <li key={at} className={classes.reason}>
            <div className={classes.reasonHead}>
              <TextInput
                label="Title"
                aria-label={`Title of reason ${at + 1}`}
                maxLength={80}
                value={one.title}
                onChange={(event) => set(at, { title: event.currentTarget.value })}
                error={errors[`templates.${at}.title`]}
              />
              <IconButton
                label={`Remove reason ${at + 1}`}
                icon={<IconTrash aria-hidden />}
                onClick={() => change({ ...value, templates: value.templates.toSpliced(at, 1) })}
              />
            </div>
            <div className={classes.pair}>
              <Select
                label="For the decision"
                data={decisions}
                allowDeselect={false}
                value={one.decision}
                onChange={(chosen) => chosen && set(at, { decision: chosen as ReasonTemplate["decision"] })}
              />
              <Select
                label="For the type"
                data={types}
                allowDeselect={false}
                value={one.type === null ? every : String(one.type)}
                onChange={(chosen) =>
                  chosen && set(at, { type: chosen === every ? null : (Number(chosen) as ReasonTemplate["type"]) })
                }
              />
            </div>
            <Textarea
              label="Words"
              aria-label={`Words of reason ${at + 1}`}
              rows={2}
              maxLength={longestTemplate}
              value={one.en}
              onChange={(event) => set(at, { en: event.currentTarget.value })}
              error={errors[`templates.${at}.en`]}
            />
            <Textarea
              label="In Spanish (optional)"
              aria-label={`Words of reason ${at + 1} in Spanish`}
              lang="es"
              rows={2}
              maxLength={longestTemplate}
              value={one.es ?? ""}
              onChange={(event) => set(at, { es: event.currentTarget.value })}
              error={errors[`templates.${at}.es`]}
            />
          </li>
        ))}
      </ul>
      {value.templates.length > 0 && (
        <p className={classes.lead}>
          Filled in where it stands in braces: {reasonVariables.map((name) => `{${name}}`).join(", ")}.
        </p>
      )}
      <div>
        <Button
          small
          variant="secondary"
          label="Add a reason"
          disabled={value.templates.length >= mostTemplates}
          onClick={add}
        />
      </div>
    </SavedPart>
  );
}
