import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, EmptyState, IconTag, LoadingState, Notice, Panel, useNotify } from "@touchline/ui";
import { moneyText } from "../../../billing/money.ts";
import { dayOfInstant } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import classes from "./Fees.module.css";
import { adjustmentsQuery, type FeeAdjustment, revoke } from "./queries.ts";
import { words } from "./words.ts";

/** The discounts and waived fees of a member, each to be taken back. */
export function AdjustmentsPanel({ plaId, zone }: { plaId: string; zone: string }) {
  const { data, error, refetch } = useQuery(adjustmentsQuery(plaId));
  if (error && !data)
    return <LoadFailed title={words.adjustmentsNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.loadingAdjustments} lines={3} />;
  return (
    <Panel title={words.adjustments}>
      {data.length === 0 ? (
        <EmptyState icon={IconTag} title={words.noAdjustments}>
          {words.noAdjustmentsHelp}
        </EmptyState>
      ) : (
        <ul className={classes.lines}>
          {data.map((one) => (
            <AdjustmentLine key={one.adjustmentId} adjustment={one} zone={zone} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function AdjustmentLine({ adjustment, zone }: { adjustment: FeeAdjustment; zone: string }) {
  const { adjustmentId, requirementName, amount, currency, reason, grantedAt, grantedBy, revokedAt } = adjustment;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const revoking = useMutation({
    mutationFn: () => revoke(adjustmentId),
    onSuccess: async () => {
      notify("done", words.takenBack);
      await queryClient.invalidateQueries({ queryKey: ["memberFees"] });
    },
  });
  const day = dayOfInstant(grantedAt, zone);
  return (
    <li className={classes.adjustment}>
      <div className={classes.adjustmentWords}>
        <p className={classes.levelName}>
          {amount === null || currency === null
            ? words.feeWaived
            : words.discountOf({ amount: moneyText(amount, currency) })}
        </p>
        <p>{requirementName}</p>
        <p className={classes.quiet}>{words.reasonIs({ reason })}</p>
        <p className={classes.quiet}>
          {grantedBy ? words.grantedBy({ day, name: grantedBy.name }) : words.grantedOn({ day })}
        </p>
        {revokedAt !== null && (
          <p className={classes.quiet}>{words.revokedOn({ day: dayOfInstant(revokedAt, zone) })}</p>
        )}
        {revoking.error && (
          <Notice tone="stop" title={words.notTakenBack}>
            {messageOf(revoking.error)}
          </Notice>
        )}
      </div>
      {revokedAt === null && (
        <Button
          small
          danger
          variant="quaternary"
          label={words.takeBack}
          loading={revoking.isPending}
          onClick={() => revoking.mutate()}
        />
      )}
    </li>
  );
}
