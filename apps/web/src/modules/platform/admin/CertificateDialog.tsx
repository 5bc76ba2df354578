import { useMutation, useQueryClient } from "@tanstack/react-query";
import { decideTaxCertificate, longestDecline, type TaxCertificate } from "@touchline/contract/billing/tax-exemptions";
import { Button, DateInput, Dialog, Notice, Textarea, useNotify } from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import classes from "./Admin.module.css";
import { taxCertificatesQuery } from "./queries.ts";
import { words } from "./words.ts";

interface CertificateDialogProps {
  certificate: TaxCertificate;
  outcome: "accepted" | "declined";
  onClose: () => void;
}

/** Asks for the last valid day of a certificate that is accepted, or why it is declined. */
export function CertificateDialog({ certificate, outcome, onClose }: CertificateDialogProps) {
  const { organizationId, certificateId, organizationName: name } = certificate;
  const accepts = outcome === "accepted";
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [lastDay, setLastDay] = useState("");
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const deciding = useMutation({
    mutationFn: () =>
      call(decideTaxCertificate, {
        params: { id: organizationId, certificateId },
        body: accepts ? { outcome: "accepted", lastDay: lastDay || null } : { outcome: "declined", reason },
      }),
    onSuccess: () => {
      notify("done", accepts ? words.certificateAccepted({ name }) : words.certificateDeclined({ name }));
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: taxCertificatesQuery.queryKey }),
  });
  const decide = () => {
    if (accepts || reason.trim() !== "") return deciding.mutate();
    setProblem(words.declineReasonNeeded);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={accepts ? words.acceptTitle : words.declineTitle}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            danger={!accepts}
            label={accepts ? words.accept : words.decline}
            loading={deciding.isPending}
            onClick={decide}
          />
        </>
      }
    >
      <div className={classes.certificateForm}>
        <p>{accepts ? words.acceptHint({ name }) : words.declineHint({ name })}</p>
        {accepts ? (
          <DateInput
            label={words.lastDay}
            description={words.lastDayHint}
            value={lastDay}
            onChange={(event) => setLastDay(event.target.value)}
          />
        ) : (
          <Textarea
            label={words.declineReason}
            description={words.declineReasonHint}
            maxLength={longestDecline}
            value={reason}
            error={problem ?? undefined}
            onChange={(event) => {
              setReason(event.target.value);
              setProblem(null);
            }}
          />
        )}
        {deciding.error && (
          <Notice tone="stop" title={words.decisionNotSaved}>
            {messageOf(deciding.error)}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}
