import { useMutation, useQuery } from "@tanstack/react-query";
import { closeAccount } from "@touchline/contract/accounts/account-settings";
import { Button, Checkbox, Dialog, LoadingState, Notice, Panel } from "@touchline/ui";
import { useId, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { sessionIsOver } from "../../../session/ending.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import classes from "./Account.module.css";
import { ProofForm } from "./ProofForm.tsx";
import { type Closing, closingQuery } from "./queries.ts";
import { type Proof, useWaysToProve } from "./second-factors.ts";

const readDialog = (search: RawSearch) => textIn(search.dialog) === "close-account";

/** The end of the login, after it was said what goes and what stays. */
export function ClosePanel() {
  const [asking, change] = useUrlState(readDialog);
  return (
    <Panel title="Close your account">
      <p className={classes.lead}>
        You cannot log in any more. What your organizations have to keep stays with them. This cannot be undone.
      </p>
      <Button
        variant="secondary"
        danger
        label="Close account"
        onClick={() => change({ dialog: "close-account" }, { back: true })}
      />
      {asking && <CloseDialog onClose={() => change({ dialog: undefined })} />}
    </Panel>
  );
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const closing = useQuery(closingQuery);
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const { any } = useWaysToProve();
  const possible = closing.data?.onlyAdminOf.length === 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnBackdrop={false}
      title="Close your account?"
      footer={
        <>
          <Button variant="secondary" label="Keep my account" onClick={onClose} />
          {possible && any && <Button type="submit" form={formId} danger label="Close my account" loading={busy} />}
        </>
      }
    >
      {closing.isPending && <LoadingState label="Looking at what that means" lines={3} />}
      {closing.isError && (
        <LoadFailed what="What that means" error={closing.error} onRetry={() => void closing.refetch()} />
      )}
      {closing.data &&
        (possible ? (
          <CloseForm id={formId} closing={closing.data} onBusy={setBusy} />
        ) : (
          <OnlyAdmin onlyAdminOf={closing.data.onlyAdminOf} />
        ))}
    </Dialog>
  );
}

/** Nobody else could look after the organization. */
function OnlyAdmin({ onlyAdminOf }: Pick<Closing, "onlyAdminOf">) {
  return (
    <>
      <Notice tone="needs" title="Make somebody else Admin first">
        You are the only Admin of {onlyAdminOf.map((one) => one.organizationName).join(" and ")}. Without you nobody
        could look after it.
      </Notice>
      {onlyAdminOf.map(
        ({ organizationName, couldBecome }) =>
          couldBecome.length > 0 && (
            <p key={organizationName}>
              In {organizationName}, for example: {couldBecome.join(", ")}.
            </p>
          ),
      )}
    </>
  );
}

function CloseForm({ id, closing, onBusy }: { id: string; closing: Closing; onBusy: (busy: boolean) => void }) {
  const [leavesChildren, setLeaves] = useState(false);
  const [tried, setTried] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const { organizations, childrenAlone } = closing;
  const ending = useMutation({
    mutationFn: (proof: Proof) => call(closeAccount, { body: { proof, leavesChildren } }),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: sessionIsOver,
  });
  const unsaid = childrenAlone.length > 0 && !leavesChildren;
  const ready = () => {
    setTried(true);
    if (unsaid) box.current?.focus();
    return !unsaid;
  };
  const names = childrenAlone.map((child) => child.name).join(", ");
  return (
    <ProofForm id={id} busy={ending.isPending} error={ending.error} onProof={ending.mutate} ready={ready}>
      <div>
        <p className={classes.value}>What goes</p>
        <ul className={classes.points}>
          <li>Your login, your password and your settings. You are logged out everywhere.</li>
          {organizations.length > 0 && <li>Your access to {organizations.join(", ")}.</li>}
        </ul>
      </div>
      {organizations.length > 0 && (
        <div>
          <p className={classes.value}>What stays</p>
          <ul className={classes.points}>
            <li>
              What your organizations know of you: memberships, what you submitted and what was decided. They have to
              keep that for a time, and can invite you again.
            </li>
          </ul>
        </div>
      )}
      {childrenAlone.length > 0 && (
        <>
          <Notice tone="needs" title={`Nobody could act for ${names} any more`}>
            Invite a second guardian first, or ask your organization to do it.
          </Notice>
          <Checkbox
            label={`Leave ${names} without a guardian`}
            ref={box}
            checked={leavesChildren}
            onChange={(event) => setLeaves(event.currentTarget.checked)}
            error={tried && unsaid ? "Say that you know this." : undefined}
          />
        </>
      )}
    </ProofForm>
  );
}
