import { useMutation, useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import type { PackageFacts } from "@touchline/contract/library/content";
import type { previewTrainingPackage } from "@touchline/contract/requirements/trainings";
import { mostPackageBytes } from "@touchline/rules";
import { Button, FileDrop, IconFile, Notice } from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { packageQuery, previewPackage } from "../queries.ts";
import { words } from "../words.ts";
import classes from "./Kinds.module.css";
import { framesText, PackagePreview } from "./PackagePreview.tsx";
import { PackageTestRun } from "./PackageTestRun.tsx";
import { usePackageUpload } from "./usePackageUpload.ts";

interface PackageFieldProps {
  fileId: string | null;
  onChange: (fileId: string | null) => void;
  error: string | undefined;
  /** Null for a content that isn't created yet. */
  contentId: string | null;
  contentIdForFile: () => Promise<string>;
}

const label = words.coursePackage;

/** Uploads a training package in parts, and shows what was read from it as soon as that is known. */
export function PackageField({ fileId, onChange, error, contentId, contentIdForFile }: PackageFieldProps) {
  const [place, setPlace] = useState<string | null>(null);
  const known = useQuery({
    ...packageQuery(place ?? "", fileId ?? ""),
    enabled: fileId !== null && place !== null,
  });
  // The stored package is requested once, under its own content.
  const ask = useRef(contentIdForFile);
  ask.current = contentIdForFile;
  useEffect(() => {
    if (fileId !== null) void ask.current().then(setPlace, () => undefined);
  }, [fileId]);
  /** A package uploaded just now is tested; a stored one was tested before. */
  const [fresh, setFresh] = useState<string | null>(null);
  const { uploads, choose, retry, remove, forget } = usePackageUpload({
    ...{ fileId, contentId, contentIdForFile },
    onRead: (read) => {
      setFresh(read);
      onChange(read);
    },
  });
  const [preview, setPreview] = useState<ResponseOf<typeof previewTrainingPackage> | null>(null);
  const previewing = useMutation({
    mutationFn: (of: { place: string; fileId: string; item: number }) => previewPackage(of.place, of.fileId, of.item),
    onSuccess: setPreview,
  });
  const parts = known.data?.items.length ?? 0;
  const played = previewing.variables?.item ?? 0;
  if (fileId !== null) {
    return (
      <div className={classes.package}>
        <div className={classes.file}>
          <IconFile aria-hidden="true" />
          <span className={classes.fileName}>{known.data?.name ?? words.fileUploaded({ label })}</span>
          <span className={classes.fileActions}>
            {place !== null && (
              <Button
                small
                variant="secondary"
                label={words.preview}
                loading={previewing.isPending}
                onClick={() => previewing.mutate({ place, fileId, item: 0 })}
              />
            )}
            <Button
              small
              variant="secondary"
              label={words.replace}
              onClick={() => {
                forget(fileId);
                onChange(null);
              }}
            />
          </span>
        </div>
        {known.data && (
          <p className={classes.about} role="status">
            {packageText(known.data)}
          </p>
        )}
        {known.data && place !== null && fresh === fileId && (
          <PackageTestRun
            key={fileId}
            contentId={place}
            fileId={fileId}
            parts={known.data.items}
            isFramed={known.data.findings.some(({ kind }) => kind === "frames")}
          />
        )}
        {known.data?.findings.map(({ kind, detail }) => (
          <Notice key={kind} tone="needs" title={findingTexts[kind].title}>
            {findingTexts[kind].text(detail)}
          </Notice>
        ))}
        {previewing.error && <Notice tone="needs">{messageOf(previewing.error)}</Notice>}
        {preview && place !== null && (
          <PackagePreview
            key={preview.sittingId}
            opened={preview}
            onNext={played + 1 < parts ? () => previewing.mutate({ place, fileId, item: played + 1 }) : null}
            onClose={() => setPreview(null)}
          />
        )}
      </div>
    );
  }
  const [sent] = uploads;
  const isBusy = sent?.state.kind === "uploading" || sent?.state.kind === "reading";
  return (
    <FileDrop
      label={label}
      description={words.coursePackageHint}
      limits={{ extensions: ["zip"], maxBytes: mostPackageBytes }}
      disabled={false}
      error={error}
      uploads={uploads}
      onFiles={([file]) => {
        if (file && !isBusy) choose(file);
      }}
      {...(retry ? { onRetry: retry } : {})}
      onRemove={remove}
    />
  );
}

/** Lists parts of a course that may not run, and what its author can do. */
const findingTexts: Record<
  PackageFacts["findings"][number]["kind"],
  { title: string; text: (detail: string) => string }
> = {
  frames: {
    title: words.framesTitle,
    text: () => `${framesText} ${words.framesAbout}`,
  },
  elsewhere: {
    title: words.otherSitesTitle,
    text: (detail) => words.otherSitesAbout({ sites: detail }),
  },
  otherCourses: {
    title: words.sharedResultsTitle,
    text: () => words.sharedResultsAbout,
  },
  plugin: {
    title: words.pluginTitle,
    text: (detail) => words.pluginAbout({ plugin: detail }),
  },
};

function packageText({ title, standard, edition, items, mastery }: PackageFacts): string {
  return [
    edition === "" ? words.courseFacts({ title, standard }) : words.courseFactsEdition({ title, standard, edition }),
    words.courseParts({ count: items.length }),
    ...(mastery === null ? [] : [words.coursePassingScore({ score: Math.round(mastery) })]),
  ].join(" · ");
}
