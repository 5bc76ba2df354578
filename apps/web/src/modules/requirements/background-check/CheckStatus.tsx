import { useMutation } from "@tanstack/react-query";
import { getBackgroundCheckLink } from "@touchline/contract/screening/orders";
import { Button, Facts, Notice, Panel, type Tone } from "@touchline/ui";
import { call } from "../../../client.ts";
import { momentText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import type { FlowProps } from "../requirements/Flow.tsx";
import page from "../requirements/RequirementPage.module.css";
import classes from "./Check.module.css";
import type { CheckOrder } from "./queries.ts";
import { words } from "./words.ts";

const tones: Record<CheckOrder["state"], Tone> = {
  placing: "waits",
  invited: "needs",
  running: "waits",
  review: "waits",
  clear: "done",
  canceled: "needs",
  expired: "needs",
  refused: "needs",
};

const helps: Partial<Record<CheckOrder["state"], string>> = {
  running: words.runningHelp,
  review: words.reviewHelp,
};

/** The status of the latest check, and what happens next. */
export function CheckStatus({ requirement, zone, order, own }: FlowProps & { order: CheckOrder; own: boolean }) {
  const { requirementId: id, profileLevelAccessId } = requirement;
  const { state, text, providerName, product, orderedAt, invitedUntil, problem } = order;
  const opening = useMutation({
    mutationFn: () => call(getBackgroundCheckLink, { params: { id }, query: { profileLevelAccessId } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <Panel title={own ? words.statusTitle : words.statusTitleOther}>
      <Notice tone={tones[state]}>{text}</Notice>
      <div className={classes.after}>
        {own && state === "invited" && (
          <>
            <p>{words.continueHelp({ provider: providerName })}</p>
            <div className={page.buttons}>
              <Button
                label={words.continueAt({ provider: providerName })}
                loading={opening.isPending}
                onClick={() => opening.mutate()}
              />
            </div>
          </>
        )}
        {opening.error && (
          <Notice tone="stop" title={words.linkFailed}>
            {messageOf(opening.error)}
          </Notice>
        )}
        {problem && (
          <Notice tone="needs" title={problem.text}>
            {problem.whatToDo}
          </Notice>
        )}
        {own && helps[state] && <p>{helps[state]}</p>}
        <Facts
          facts={[
            { label: words.provider, value: providerName },
            { label: words.product, value: product || null },
            { label: words.ordered, value: momentText(orderedAt, zone) },
            {
              label: words.continueUntil,
              value: state === "invited" && invitedUntil ? momentText(invitedUntil, zone) : null,
            },
          ]}
        />
        {order.review && order.review.history.length > 0 && (
          <details className={classes.steps}>
            <summary>{words.steps}</summary>
            <Facts
              facts={order.review.history.map(({ at, text: step }) => ({ label: momentText(at, zone), value: step }))}
            />
          </details>
        )}
      </div>
    </Panel>
  );
}
