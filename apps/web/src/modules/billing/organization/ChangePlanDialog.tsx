import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PlanInterval } from "@touchline/contract/billing/organization-billing";
import { Button, Dialog, LoadingState, Notice, useNotify } from "@touchline/ui";
import { useState } from "react";
import { leaveTo } from "../../../billing/leave.ts";
import { moneyText } from "../../../billing/money.ts";
import { CallFailed } from "../../../client.ts";
import { dayOfInstant } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Billing.module.css";
import { changeInterval, changeQuery, planQuery } from "./queries.ts";
import { words } from "./words.ts";

interface ChangePlanDialogProps {
  interval: PlanInterval;
  onClose: () => void;
}

/** Shows the cost of changing between monthly and yearly payment, line by line, before the change. */
export function ChangePlanDialog({ interval, onClose }: ChangePlanDialogProps) {
  const { organizationId, organization } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const preview = useQuery(changeQuery(organizationId, interval));
  const [isAnother, setAnother] = useState(false);
  const { data } = preview;
  const changing = useMutation({
    mutationFn: ({ prorationAt, dueNow }: { prorationAt: string; dueNow: number }) =>
      changeInterval(organizationId, { interval, prorationAt, dueNow }),
    onMutate: () => setAnother(false),
    onSuccess: async (changed) => {
      const url = changed.subscription?.nextAction?.url;
      if (url !== undefined) await leaveTo(url);
      queryClient.setQueryData(planQuery(organizationId).queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: ["organizationBilling", organizationId] });
      notify("done", words.changed[interval]);
      onClose();
    },
    onError: async (error) => {
      if (!(error instanceof CallFailed) || error.problem?.reason !== "priceChanged") return;
      await preview.refetch();
      setAnother(true);
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.changeTitle[interval]}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            label={
              data && data.dueNow > 0
                ? words.payAndChange({ amount: moneyText(data.dueNow, data.currency) })
                : words.change
            }
            loading={changing.isPending || preview.isFetching}
            disabled={!data}
            onClick={() => data && changing.mutate(data)}
          />
        </>
      }
    >
      <div className={classes.body}>
        <p>{words.changeHelp}</p>
        {preview.error && (
          <Notice tone="stop" title={words.changeNotLoaded}>
            {messageOf(preview.error)}
          </Notice>
        )}
        {!data && !preview.error && <LoadingState label={words.loadingChange} lines={3} />}
        {data && (
          <>
            <ul className={classes.lines}>
              {data.lines.map((line) => (
                <li key={`${line.description} ${line.amount}`} className={classes.line}>
                  <span>{line.description}</span>
                  <span className={classes.amount}>{moneyText(line.amount, data.currency)}</span>
                </li>
              ))}
            </ul>
            <p className={classes.total}>
              <span>{data.dueNow < 0 ? words.creditNow : words.dueNow}</span>
              <output>{moneyText(Math.abs(data.dueNow), data.currency)}</output>
            </p>
            <p className={classes.quiet}>
              {words.afterwards({
                amount: moneyText(data.nextChargeAmount, data.currency),
                day: dayOfInstant(data.nextChargeAt, organization.timeZone),
              })}
            </p>
          </>
        )}
        {isAnother ? (
          <Notice tone="needs" title={words.calculatedAgainTitle}>
            {words.calculatedAgain}
          </Notice>
        ) : (
          changing.error && (
            <Notice tone="stop" title={words.notChanged}>
              {messageOf(changing.error)}
            </Notice>
          )
        )}
      </div>
    </Dialog>
  );
}
