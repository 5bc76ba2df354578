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
import { words } from "./words.ts";

const list = new Intl.ListFormat("en");
const listText = (names: readonly string[]) => list.format(names);

const readDialog = (search: RawSearch) => textIn(search.dialog) === "close-account";

/** Closes the account, after saying what is deleted and what is kept. */
export function ClosePanel() {
  const [asking, change] = useUrlState(readDialog);
  return (
    <Panel title={words.closeYourAccount}>
      <p className={classes.lead}>{words.closeAbout}</p>
      <Button
        variant="secondary"
        danger
        label={words.closeAccount}
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
      title={words.closeTitle}
      footer={
        <>
          <Button variant="secondary" label={words.keepMyAccount} onClick={onClose} />
          {possible && any && <Button type="submit" form={formId} danger label={words.closeMyAccount} loading={busy} />}
        </>
      }
    >
      {closing.isPending && <LoadingState label={words.loadingClosing} lines={3} />}
      {closing.isError && (
        <LoadFailed title={words.closingNotLoaded} error={closing.error} onRetry={() => void closing.refetch()} />
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

/** Nobody else is an administrator of the organization. */
function OnlyAdmin({ onlyAdminOf }: Pick<Closing, "onlyAdminOf">) {
  return (
    <>
      <Notice tone="needs" title={words.onlyAdminTitle}>
        {words.onlyAdmin({ organizations: listText(onlyAdminOf.map((one) => one.organizationName)) })}
      </Notice>
      {onlyAdminOf.map(
        ({ organizationName, couldBecome }) =>
          couldBecome.length > 0 && (
            <p key={organizationName}>{words.couldBecomeAdmin({ organizationName, names: couldBecome.join(", ") })}</p>
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
  const names = listText(childrenAlone.map((child) => child.name));
  return (
    <ProofForm id={id} busy={ending.isPending} error={ending.error} onProof={ending.mutate} ready={ready}>
      <div>
        <p className={classes.value}>{words.whatGoes}</p>
        <ul className={classes.points}>
          <li>{words.loginGoes}</li>
          {organizations.length > 0 && <li>{words.accessGoes({ organizations: listText(organizations) })}</li>}
        </ul>
      </div>
      {organizations.length > 0 && (
        <div>
          <p className={classes.value}>{words.whatStays}</p>
          <ul className={classes.points}>
            <li>{words.recordsStay}</li>
          </ul>
        </div>
      )}
      {childrenAlone.length > 0 && (
        <>
          <Notice tone="needs" title={words.childrenAlone({ names })}>
            {words.childrenAloneAbout}
          </Notice>
          <Checkbox
            label={words.leaveChildren({ names })}
            ref={box}
            checked={leavesChildren}
            onChange={(event) => setLeaves(event.currentTarget.checked)}
            error={tried && unsaid ? words.confirmLeaveChildren : undefined}
          />
        </>
      )}
    </ProofForm>
  );
}
