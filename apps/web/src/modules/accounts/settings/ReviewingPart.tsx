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
import { words } from "./words.ts";

const decisions = [
  { value: "RejectedReset", label: words.requestChanges },
  { value: "RejectedDisqualified", label: words.disqualify },
  { value: "Approved", label: words.approve },
];
const every = "every";
const types = [
  { value: every, label: words.allTypes },
  ...Object.entries(requirementTypeLabels).map(([value, label]) => ({ value, label })),
];

/** Review settings: whether a disqualification needs two reviewers, and saved replies. */
export function ReviewingPart() {
  const { data, error, refetch } = useQuery(reviewSettingsQuery);
  if (data) return <Reviewing saved={data} />;
  return error ? (
    <LoadFailed title={words.reviewSettingsNotLoaded} error={error} onRetry={() => void refetch()} />
  ) : (
    <LoadingState label={words.loadingReviews} lines={5} />
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
    notice: words.reviewsSaved,
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
      title={words.reviews}
      lead={words.repliesAbout}
      part={part}
      hindrance={unfinished ? words.replyUnfinished : undefined}
    >
      <Checkbox
        label={words.twoReviewers}
        description={words.twoReviewersHint}
        checked={value.secondReviewer}
        onChange={(event) => change({ ...value, secondReviewer: event.currentTarget.checked })}
      />
      <Checkbox
        label={words.reasonsOptional}
        description={words.reasonsOptionalHint}
        checked={value.reasonsOptional}
        onChange={(event) => change({ ...value, reasonsOptional: event.currentTarget.checked })}
      />
      <ul className={classes.kinds}>
        {value.templates.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reason has no other name that stays
          <li key={at} className={classes.reason}>
            <div className={classes.reasonHead}>
              <TextInput
                label={words.title}
                aria-label={words.replyTitle({ number: at + 1 })}
                maxLength={80}
                value={one.title}
                onChange={(event) => set(at, { title: event.currentTarget.value })}
                error={errors[`templates.${at}.title`]}
              />
              <IconButton
                label={words.removeReply({ number: at + 1 })}
                icon={<IconTrash aria-hidden />}
                onClick={() => change({ ...value, templates: value.templates.toSpliced(at, 1) })}
              />
            </div>
            <div className={classes.pair}>
              <Select
                label={words.decision}
                data={decisions}
                allowDeselect={false}
                value={one.decision}
                onChange={(chosen) => chosen && set(at, { decision: chosen as ReasonTemplate["decision"] })}
              />
              <Select
                label={words.type}
                data={types}
                allowDeselect={false}
                value={one.type === null ? every : String(one.type)}
                onChange={(chosen) =>
                  chosen && set(at, { type: chosen === every ? null : (Number(chosen) as ReasonTemplate["type"]) })
                }
              />
            </div>
            <Textarea
              label={words.text}
              aria-label={words.replyText({ number: at + 1 })}
              rows={2}
              maxLength={longestTemplate}
              value={one.en}
              onChange={(event) => set(at, { en: event.currentTarget.value })}
              error={errors[`templates.${at}.en`]}
            />
            <Textarea
              label={words.spanishText}
              aria-label={words.replySpanishText({ number: at + 1 })}
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
          {words.replyPlaceholders({ placeholders: reasonVariables.map((name) => `{${name}}`).join(", ") })}
        </p>
      )}
      <div>
        <Button
          small
          variant="secondary"
          label={words.addReply}
          disabled={value.templates.length >= mostTemplates}
          onClick={add}
        />
      </div>
    </SavedPart>
  );
}
