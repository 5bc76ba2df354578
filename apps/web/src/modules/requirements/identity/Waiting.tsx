import { RequirementStatus } from "@touchline/contract";
import type { IdentityProgress } from "@touchline/contract/verification/identity";
import { Facts, Panel } from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import type { FlowProps } from "../requirements/Flow.tsx";
import page from "../requirements/RequirementPage.module.css";
import { ErasePart } from "./ErasePart.tsx";
import { PhotoList } from "./PhotoList.tsx";
import type { IdentityPage } from "./queries.ts";
import { wayTexts, words } from "./words.ts";

/** Says what was submitted and who decides; lets the member delete the photos. */
export function Waiting({
  requirement,
  zone,
  progress,
  page: identity,
}: FlowProps & { page: IdentityPage; progress: IdentityProgress }) {
  const { route, submittedAt, images } = progress;
  const { keptDays, erasable } = identity;
  const waits =
    requirement.status === RequirementStatus.PendingReview ||
    requirement.status === RequirementStatus.WaitingOnProvider;
  return (
    <Panel title={words.waitingTitle}>
      <div className={page.form}>
        {waits && <p className={page.text}>{route === "inPerson" ? words.waitingInPerson : words.waitingHelp}</p>}
        <Facts
          facts={[
            { label: words.method, value: wayTexts[route].label },
            { label: words.submittedAt, value: submittedAt && momentText(submittedAt, zone) },
          ]}
        />
        {images.length > 0 && <PhotoList progress={progress} />}
        <ErasePart requirement={requirement} page={identity} />
        {erasable && <p className={page.quiet}>{words.kept({ days: keptDays })}</p>}
      </div>
    </Panel>
  );
}
