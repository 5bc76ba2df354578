import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getProfileDetails } from "@touchline/contract/requirements/profile-details";
import { runBackgroundCheck } from "@touchline/contract/screening/orders";
import { Button, LoadingState, Notice, Panel, TextLink } from "@touchline/ui";
import { PayFirst } from "../../../billing/PayFirst.tsx";
import { useFee } from "../../../billing/useFee.ts";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import type { FlowProps } from "../requirements/Flow.tsx";
import { useOnce } from "../requirements/flows/useOnce.ts";
import { refreshAfterSubmission } from "../requirements/queries.ts";
import page from "../requirements/RequirementPage.module.css";
import { feeText } from "../requirements/words.ts";
import classes from "./Check.module.css";
import { type Check, checkQuery } from "./queries.ts";
import { words } from "./words.ts";

interface OrderStepProps extends FlowProps {
  check: Check;
  step: number;
  steps: number;
}

/** Everything is signed: says who pays, and starts the check. */
export function OrderStep({ requirement, check, step, steps }: OrderStepProps) {
  const { requirementId: id, profileLevelAccessId } = requirement;
  const queryClient = useQueryClient();
  const once = useOnce();
  const { payer, price, refusal } = check;
  const fee = useFee(requirement);
  const starting = useMutation({
    mutationFn: () => call(runBackgroundCheck, { params: { id }, query: { profileLevelAccessId } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(checkQuery(id, profileLevelAccessId));
      await refreshAfterSubmission(queryClient);
      document.querySelector("h1")?.focus();
    },
  });
  if (fee === undefined) return <LoadingState label={words.loading} lines={3} />;
  return (
    <Panel title={words.orderTitle} badge={<span className={page.quiet}>{words.stepOf({ step, steps })}</span>}>
      <div className={classes.order}>
        <p>{(fee ? words.payHelp : words.orderHelp)({ provider: check.provider?.name ?? "" })}</p>
        <p>{fee ? feeText(fee) : payer === "Organization" && price > 0 ? words.organizationPays : words.free}</p>
        <p>{words.namesReady({ provider: check.provider?.name ?? "" })}</p>
        <Citizenship profileId={requirement.profileId} international={check.provider?.international ?? false} />
        {fee && <PayFirst fee={fee} refusalTitle={words.notPayable} />}
        {fee === null && refusal && (
          <Notice tone="needs" title={words.notStarted}>
            {refusal.text}
          </Notice>
        )}
        {starting.error && (
          <Notice tone="stop" title={words.notStarted}>
            {messageOf(starting.error)}
          </Notice>
        )}
        {fee === null && (
          <div className={page.buttons}>
            <Button
              label={words.run}
              loading={starting.isPending}
              disabled={refusal !== null}
              onClick={() => once(() => starting.mutateAsync())}
            />
          </div>
        )}
      </div>
    </Panel>
  );
}

const countryNames = new Intl.DisplayNames("en-US", { type: "region" });

/** Explains what citizenship of another country means for the check. */
function Citizenship({ profileId, international }: { profileId: string; international: boolean }) {
  const { data } = useQuery({
    queryKey: ["profileDetails", profileId],
    queryFn: ({ signal }) => call(getProfileDetails, { params: { id: profileId } }, { signal }),
  });
  if (!data) return null;
  const { citizenship, relation } = data;
  const codes = citizenship ? [citizenship.country, citizenship.otherCountry] : [];
  const others = codes.filter((code): code is string => code !== null && code !== "US");
  if (citizenship && others.length === 0) return null;
  const abroad = international ? words.checkedAbroad : words.citizenshipAbroad;
  const countries = new Intl.ListFormat("en-US").format(others.map((code) => countryNames.of(code) ?? code));
  return (
    <p>
      {citizenship ? abroad({ countries }) : words.citizenshipMissing}{" "}
      <TextLink href={relation === "self" ? "/profile" : `/profile/${profileId}`}>{words.editProfile}</TextLink>
    </p>
  );
}
