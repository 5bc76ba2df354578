import { useQuery } from "@tanstack/react-query";
import type { AdverseAct } from "@touchline/contract/screening/adverse-action";
import { Button, Facts, Notice, Panel, type Tone } from "@touchline/ui";
import { useState } from "react";
import { dayText } from "../../../dates.ts";
import { AdverseDocuments, AdverseSteps } from "../../../screening/AdverseRecord.tsx";
import { type Adverse, type AdverseActionTold, adverseQuery } from "../../../screening/queries.ts";
import { words as screeningWords } from "../../../screening/words.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { AdverseDialog } from "./AdverseDialogs.tsx";
import { PanelPlaceholder } from "./PanelPlaceholder.tsx";
import type { Review } from "./queries.ts";
import classes from "./Registry.module.css";
import { words } from "./words.ts";

const tones: Record<AdverseActionTold["state"], Tone> = {
  waiting: "waits",
  disputed: "waits",
  cleared: "done",
  final: "stop",
  stopped: "none",
};

const labels: Record<AdverseAct, string> = {
  start: words.sendPreAdverse,
  dispute: words.recordDispute,
  statement: "",
  closeDispute: words.closeDispute,
  assess: words.addAssessment,
  final: words.sendFinal,
  clear: words.clearCheck,
};

/**
 * The adverse action that must come before a disqualification because of a report: its state, the next step, and the possible
 * actions.
 */
export function AdversePanel({ review }: { review: Review }) {
  const { requirementId, profileLevelAccessId } = review;
  const query = useQuery(adverseQuery(requirementId, profileLevelAccessId));
  const { data } = query;
  if (!data) {
    return (
      <Panel title={words.adverseAction}>
        <PanelPlaceholder query={query} title={screeningWords.adverseNotLoaded} loadingLabel={words.loadingAdverse} />
      </Panel>
    );
  }
  const nothing = data.action === null && data.beginning === null && review.source !== "FlaggedBackgroundCheck";
  return nothing ? null : <Loaded review={review} adverse={data} />;
}

/** The actions in the order of their buttons. Those that never apply in the current state are left out. */
function actsShown({ acts, action, beginning }: Adverse) {
  const isOpen = action !== null && (action.state === "waiting" || action.state === "disputed");
  const order: AdverseAct[] = isOpen
    ? ["clear", action.state === "disputed" ? "closeDispute" : "dispute", "assess", "final"]
    : beginning !== null || action === null
      ? ["start"]
      : [];
  return order.flatMap((act) => acts.find((one) => one.act === act) ?? []);
}

function Loaded({ review, adverse }: { review: Review; adverse: Adverse }) {
  const zone = useActiveProfile().organization.timeZone;
  const [asks, setAsks] = useState<AdverseAct | null>(null);
  const { action } = adverse;
  const place = { requirementId: review.requirementId, profileLevelAccessId: review.profileLevelAccessId };
  const acts = actsShown(adverse);
  return (
    <Panel title={words.adverseAction}>
      <div className={classes.found}>
        {action ? (
          <>
            <Notice tone={tones[action.state]} title={action.text}>
              {action.next}
            </Notice>
            {action.proposed && <Notice tone="needs">{words.finalProposed}</Notice>}
            {action.byMail && <Notice tone="needs">{words.sendByMail}</Notice>}
            <Facts
              facts={[
                { label: words.waitingThrough, value: action.lastDay && dayText(action.lastDay) },
                { label: words.finalFrom, value: action.finalFrom && dayText(action.finalFrom) },
                { label: words.businessDays, value: String(action.waitingDays) },
                { label: words.consideredItems, value: action.items },
                {
                  label: words.agency,
                  value: [action.agency.name, action.agency.address, action.agency.phone].filter(Boolean).join(", "),
                },
              ]}
            />
            <AdverseDocuments place={place} zone={zone} action={action} />
          </>
        ) : (
          <p>{words.adverseAbout}</p>
        )}
        {acts.length > 0 && (
          <div className={classes.acts}>
            {acts.map(({ act, refusal }) => (
              <Button
                key={act}
                variant={act === "start" || act === "clear" ? "primary" : "secondary"}
                danger={act === "final"}
                label={act === "final" && action?.proposed ? words.confirmFinal : labels[act]}
                disabledReason={refusal ?? undefined}
                onClick={() => setAsks(act)}
              />
            ))}
          </div>
        )}
        {action && (
          <details className={classes.more}>
            <summary>{screeningWords.whatHappened}</summary>
            <AdverseSteps place={place} zone={zone} action={action} />
          </details>
        )}
      </div>
      {asks && <AdverseDialog act={asks} review={review} adverse={adverse} onClose={() => setAsks(null)} />}
    </Panel>
  );
}
