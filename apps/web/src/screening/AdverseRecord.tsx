import { useMutation } from "@tanstack/react-query";
import { downloadAdverseDocument, downloadAdverseFile } from "@touchline/contract/screening/adverse-action";
import { Button, IconDownload, IconFile, IconHistory, Timeline, useNotify } from "@touchline/ui";
import { download } from "../client.ts";
import { momentText } from "../dates.ts";
import { messageOf } from "../ErrorScreens.tsx";
import { saveFile } from "../files/save-file.ts";
import classes from "./GivenConsents.module.css";
import type { AdverseActionTold } from "./queries.ts";
import { words } from "./words.ts";

export interface CheckPlace {
  requirementId: string;
  profileLevelAccessId: string;
}

interface AdverseRecordProps {
  place: CheckPlace;
  zone: string;
  action: AdverseActionTold;
}

/** The letters of an adverse action and the copy of the report, each to be downloaded. */
export function AdverseDocuments({ place, zone, action: { documents } }: AdverseRecordProps) {
  return (
    <ul className={classes.files} aria-label={words.letters}>
      {documents.map(({ documentId, kind, at, disposedAt }) => {
        const name = words.documentNames[kind];
        return (
          <li key={documentId} className={classes.file}>
            <IconFile aria-hidden="true" />
            <div className={classes.fileWords}>
              <p className={classes.fileName}>{name}</p>
              <p className={classes.quiet}>
                {disposedAt === null
                  ? words.madeOn({ when: momentText(at, zone) })
                  : words.disposedOn({ when: momentText(disposedAt, zone) })}
              </p>
            </div>
            {disposedAt === null && (
              <DownloadButton
                label={words.pdf}
                says={words.downloadNamed({ title: name })}
                fetchFile={() =>
                  download(downloadAdverseDocument, {
                    params: { id: place.requirementId },
                    query: { profileLevelAccessId: place.profileLevelAccessId, documentId },
                  })
                }
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface DownloadButtonProps {
  label: string;
  says: string;
  fetchFile: () => Promise<{ blob: Blob; name: string }>;
}

function DownloadButton({ label, says, fetchFile }: DownloadButtonProps) {
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: fetchFile,
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <Button
      small
      variant="secondary"
      label={label}
      aria-label={says}
      leftIcon={<IconDownload aria-hidden />}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    />
  );
}

/** What happened in an adverse action, the latest first. */
export function AdverseSteps({ place, zone, action: { steps } }: AdverseRecordProps) {
  return (
    <Timeline
      events={steps.map(({ stepId, at, text, said, files }) => ({
        key: stepId,
        tone: "none",
        icon: IconHistory,
        text: (
          <>
            {text}
            {said.map((one) => (
              <span key={`${one.label}${one.text}`} className={classes.said}>
                {one.label !== null && <strong>{one.label}: </strong>}
                {one.text}
              </span>
            ))}
            {files.map(({ fileId, name, disposedAt }) => (
              <span key={fileId} className={classes.said}>
                {disposedAt !== null && words.fileRemoved({ name, when: momentText(disposedAt, zone) })}
                {disposedAt === null && (
                  <DownloadButton
                    label={name}
                    says={words.downloadFile({ name })}
                    fetchFile={() =>
                      download(downloadAdverseFile, {
                        params: { id: place.requirementId },
                        query: { profileLevelAccessId: place.profileLevelAccessId, fileId },
                      })
                    }
                  />
                )}
              </span>
            ))}
          </>
        ),
        note: momentText(at, zone),
      }))}
    />
  );
}
