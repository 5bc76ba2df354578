import { RequirementStatus } from "@touchline/contract";
import type { IdentityProgress } from "@touchline/contract/verification/identity";
import { Button, Facts, IconTrash, Panel } from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import { momentText } from "../../../dates.ts";
import type { FlowProps } from "../requirements/Flow.tsx";
import page from "../requirements/RequirementPage.module.css";
import { PhotoList } from "./PhotoList.tsx";
import type { IdentityPage } from "./queries.ts";
import { wayTexts, words } from "./words.ts";

const EraseDialog = lazy(() => import("./EraseDialog.tsx").then((file) => ({ default: file.EraseDialog })));

/** What was submitted and who decides; deleting the photos. */
export function Waiting({
  requirement,
  zone,
  progress,
  page: { keptDays, erasable },
}: FlowProps & { page: IdentityPage; progress: IdentityProgress }) {
  const { route, submittedAt, images } = progress;
  const [asked, setAsked] = useState<boolean | null>(null);
  const waits =
    requirement.status === RequirementStatus.PendingReview ||
    requirement.status === RequirementStatus.WaitingOnProvider;
  return (
    <Panel title={words.waitingTitle}>
      <div className={page.form}>
        {waits && <p className={page.text}>{route === "inPerson" ? words.waitingInPerson : words.waitingHelp}</p>}
        <Facts
          facts={[
            { label: words.way1, value: wayTexts[route].label },
            { label: words.submittedAt, value: submittedAt && momentText(submittedAt, zone) },
          ]}
        />
        {images.length > 0 && <PhotoList progress={progress} />}
        {erasable && (
          <>
            <div className={page.buttons}>
              <Button
                danger
                variant="secondary"
                label={words.erase}
                leftIcon={<IconTrash aria-hidden />}
                onClick={() => setAsked(true)}
              />
            </div>
            <p className={page.quiet}>{words.kept({ days: keptDays })}</p>
          </>
        )}
      </div>
      {asked !== null && (
        <Suspense>
          <EraseDialog requirement={requirement} opened={asked} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </Panel>
  );
}
