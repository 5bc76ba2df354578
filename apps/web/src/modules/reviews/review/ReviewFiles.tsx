import { EmptyState, IconFile, Panel, Tabs } from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import { ArchiveButton } from "../../../files/ArchiveButton.tsx";
import { FileViewer } from "../../../files/FileViewer.tsx";
import forms from "../../../forms/Forms.module.css";
import type { Review } from "./queries.ts";
import { words } from "./words.ts";

const SubmittedAnswers = lazy(() =>
  import("../../../forms/SubmittedAnswers.tsx").then((file) => ({ default: file.SubmittedAnswers })),
);

/** The submitted files: a single one, or several as tabs. */
export function ReviewFiles({ review }: { review: Review }) {
  const { requirementId, profileLevelAccessId } = review;
  const { files, filledIn, attemptId } = review.attempt;
  const [chosen, setChosen] = useState(files[0]?.fileId ?? "");
  const file = files.find((one) => one.fileId === chosen) ?? files[0];
  if (!file) {
    return (
      <Panel title={words.document}>
        <EmptyState icon={IconFile} title={words.noFilesSubmitted}>
          {review.permittedDecisions.length > 0 && words.noFilesHelp}
        </EmptyState>
      </Panel>
    );
  }
  const viewer = (
    <FileViewer requirementId={requirementId} profileLevelAccessId={profileLevelAccessId} file={file} pageKeys />
  );
  const panel = (
    <Panel
      title={files.length === 1 ? words.document : words.documents({ count: files.length })}
      actions={<ArchiveButton place={{ requirementId, profileLevelAccessId }} files={files} variant="quaternary" />}
    >
      {files.length === 1 ? (
        viewer
      ) : (
        <Tabs
          label={words.files}
          tabs={files.map((one) => ({ key: one.fileId, label: one.name }))}
          current={file.fileId}
          onChange={setChosen}
        >
          {viewer}
        </Tabs>
      )}
    </Panel>
  );
  if (!filledIn) return panel;
  return (
    <div className={forms.stack}>
      <Suspense>
        <SubmittedAnswers
          requirementId={requirementId}
          profileLevelAccessId={profileLevelAccessId}
          attemptId={attemptId}
        />
      </Suspense>
      {panel}
    </div>
  );
}
