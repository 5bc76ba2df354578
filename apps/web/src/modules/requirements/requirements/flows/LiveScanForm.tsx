import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  eyeColorLabels,
  eyeColors,
  hairColorLabels,
  hairColors,
  type LiveScanDetails,
  makeLiveScanForm,
  sexes,
  sexLabels,
} from "@touchline/contract/screening/live-scan";
import { Button, Facts, IconDownload, LoadingState, Notice, Panel, Select, TextInput, TextLink } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { CallFailed, download } from "../../../../client.ts";
import { dayText, momentText } from "../../../../dates.ts";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { saveFile } from "../../../../files/save-file.ts";
import { useActiveProfile } from "../../../../session/useActiveProfile.ts";
import type { FlowProps } from "../Flow.tsx";
import { refreshAfterSubmission } from "../queries.ts";
import classes from "../RequirementPage.module.css";
import { words } from "../words.ts";
import { type LiveScanProgress, liveScanQuery, liveScanUrlsQuery } from "./live-scan.ts";

type Name = keyof LiveScanDetails;
type Entries = Record<Name, string>;

/** The details for the request form, and the form as a PDF. */
export function LiveScanForm({ requirement, zone }: FlowProps) {
  const { requirementId, profileLevelAccessId } = requirement;
  const { data, error, refetch } = useQuery(liveScanQuery(requirementId, profileLevelAccessId));
  if (error && !data) {
    return (
      <Panel title={words.yourDetailsTitle}>
        <Notice
          tone="stop"
          action={<Button small variant="secondary" label={words.tryAgain} onClick={() => void refetch()} />}
        >
          {messageOf(error)}
        </Notice>
      </Panel>
    );
  }
  if (!data) return <LoadingState label={words.loading} />;
  if (data.profile === null) return null;
  const rejected = data.answers.at(-1)?.answer === "retake" && data.sentAt === null;
  return (
    <>
      {rejected && (
        <Notice tone="needs" title={words.fingerprintsRejected}>
          {words.fingerprintsRejectedHelp}
        </Notice>
      )}
      <DetailsForm requirement={requirement} zone={zone} progress={data} profile={data.profile} />
      <TakeIt />
    </>
  );
}

const required: readonly Name[] = [
  ...(["sex", "heightFeet", "heightInches", "weight", "eyeColor", "hairColor", "birthplace"] as const),
  ...(["street", "city", "state", "zip"] as const),
];
const numbers: readonly Name[] = ["heightFeet", "heightInches", "weight"];

function problemsOf(entries: Entries): Partial<Record<Name, string>> {
  return Object.fromEntries(
    required.flatMap((name) => {
      if (entries[name].trim() === "") return [[name, words.detailMissing]];
      if (numbers.includes(name) && !/^\d{1,3}$/.test(entries[name].trim())) return [[name, words.wholeNumber]];
      return [];
    }),
  );
}

interface DetailsFormProps extends FlowProps {
  progress: LiveScanProgress;
  profile: NonNullable<LiveScanProgress["profile"]>;
}

function DetailsForm({ requirement, zone, progress, profile }: DetailsFormProps) {
  const { requirementId, profileLevelAccessId } = requirement;
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const [entries, setEntries] = useState<Entries>({
    ...{ middleName: "", suffix: "", otherNames: "", sex: "", heightFeet: "", heightInches: "", weight: "" },
    ...{ eyeColor: "", hairColor: "", birthplace: "", zip: "" },
    ...{ street: profile.street, city: profile.city, state: profile.state },
  });
  const making = useMutation({
    mutationFn: () =>
      download(makeLiveScanForm, {
        params: { id: requirementId },
        body: {
          ...(entries as unknown as LiveScanDetails),
          ...(Object.fromEntries(numbers.map((name) => [name, Number(entries[name])])) as Pick<
            LiveScanDetails,
            "weight"
          >),
          profileLevelAccessId,
        },
      }),
    onSuccess: async (file) => {
      saveFile(file);
      await queryClient.invalidateQueries({ queryKey: ["liveScan"] });
      await refreshAfterSubmission(queryClient);
    },
  });
  const refused = making.error instanceof CallFailed ? (making.error.problem?.errors ?? []) : [];
  const serverProblems: Partial<Record<string, string>> = Object.fromEntries(
    refused.map(({ path, message }) => [path, message]),
  );
  const problems = problemsOf(entries);
  const errors = tried ? { ...serverProblems, ...problems } : serverProblems;
  const change = (name: Name, value: string) => {
    making.reset();
    setEntries((before) => ({ ...before, [name]: value }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (making.isPending) return;
    setTried(true);
    if (Object.keys(problems).length === 0) making.mutate();
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  const typed = (name: Name, label: string, more: { description?: string; most?: number; digits?: boolean } = {}) => (
    <TextInput
      label={label}
      description={more.description}
      value={entries[name]}
      maxLength={more.most ?? 100}
      {...(more.digits ? { inputMode: "numeric" as const } : {})}
      autoComplete="off"
      disabled={making.isPending}
      onChange={(event) => change(name, event.currentTarget.value)}
      error={errors[name]}
    />
  );
  const chosen = <Code extends string>(
    name: Name,
    label: string,
    codes: readonly Code[],
    labels: Record<Code, string>,
  ) => (
    <Select
      label={label}
      placeholder={words.chooseOne}
      data={codes.map((code) => ({ value: code, label: labels[code] }))}
      value={entries[name] || null}
      allowDeselect={false}
      disabled={making.isPending}
      onChange={(value) => change(name, value ?? "")}
      error={errors[name]}
    />
  );
  return (
    <Panel title={words.yourDetailsTitle}>
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        <p className={classes.quiet}>{words.detailsNotKept}</p>
        <Facts
          facts={[
            { label: words.fullName, value: `${profile.firstName} ${profile.lastName}` },
            {
              label: words.dateOfBirth,
              value: profile.dateOfBirth ? dayText(profile.dateOfBirth) : words.enterItInProfile,
            },
          ]}
        />
        <div className={classes.dates}>
          {typed("middleName", words.middleNameOptional, { most: 50 })}
          {typed("suffix", words.suffixOptional, { most: 10, description: words.suffixHelp })}
        </div>
        {typed("otherNames", words.otherNamesOptional, { description: words.otherNamesHelp })}
        <div className={classes.dates}>
          {chosen("sex", words.sex, sexes, sexLabels)}
          {typed("birthplace", words.birthplace, { most: 50, description: words.birthplaceHelp })}
        </div>
        <div className={classes.dates}>
          {typed("heightFeet", words.heightFeet, { most: 3, digits: true })}
          {typed("heightInches", words.heightInches, { most: 3, digits: true })}
          {typed("weight", words.weight, { most: 3, digits: true })}
        </div>
        <div className={classes.dates}>
          {chosen("eyeColor", words.eyeColor, eyeColors, eyeColorLabels)}
          {chosen("hairColor", words.hairColor, hairColors, hairColorLabels)}
        </div>
        {typed("street", words.streetAddress)}
        <div className={classes.dates}>
          {typed("city", words.city, { most: 60 })}
          {typed("state", words.state, { most: 40 })}
          {typed("zip", words.zip, { most: 10 })}
        </div>
        {making.error && refused.length === 0 && (
          <Notice tone="stop" title={words.formNotCreated}>
            {messageOf(making.error)}
          </Notice>
        )}
        {making.isSuccess && (
          <Notice tone="done" title={words.formDownloaded}>
            {words.printThree}
          </Notice>
        )}
        <div className={classes.buttons}>
          <Button
            type="submit"
            label={progress.formMadeAt ? words.downloadFormAgain : words.downloadRequestForm}
            leftIcon={<IconDownload aria-hidden />}
            loading={making.isPending}
          />
        </div>
        {progress.formMadeLastAt && (
          <p className={classes.quiet}>{words.formLastMade({ moment: momentText(progress.formMadeLastAt, zone) })}</p>
        )}
      </form>
    </Panel>
  );
}

/** Says where to take the form, and what to bring. */
function TakeIt() {
  const urls = useQuery(liveScanUrlsQuery(useActiveProfile().organizationId)).data ?? [];
  return (
    <Panel title={words.getFingerprintedTitle}>
      <p className={classes.lead}>{words.takeItHelp}</p>
      {urls.map(({ state, name, sitesUrl }) => (
        <p key={state}>
          <TextLink href={sitesUrl} target="_blank" rel="noreferrer">
            {words.findSite({ state: name })}
          </TextLink>
        </p>
      ))}
    </Panel>
  );
}
