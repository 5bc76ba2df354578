import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BillingInformation } from "@touchline/contract/billing/organization-billing";
import { organizationFiles } from "@touchline/rules";
import { Button, IconDownload, IconTrash, IconUpload, Notice, Panel, useNotify } from "@touchline/ui";
import { useRef } from "react";
import { dayText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Billing.module.css";
import { addCertificate, certificateAddress, informationQuery, removeCertificate } from "./queries.ts";
import { words } from "./words.ts";

const { accepted } = organizationFiles.TaxDocument;
const kindsText = new Intl.ListFormat("en", { type: "disjunction" }).format(accepted.map((one) => one.toUpperCase()));

/** The certificate by which an organization pays no sales tax. */
export function ExemptionPanel({ information }: { information: BillingInformation | null }) {
  const { organizationId } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const input = useRef<HTMLInputElement>(null);
  const readAgain = () => queryClient.invalidateQueries(informationQuery(organizationId));
  const adding = useMutation({
    mutationFn: (file: File) => addCertificate(organizationId, file),
    onSuccess: async () => {
      notify("done", words.certificateSaved);
      await readAgain();
    },
  });
  const removing = useMutation({
    mutationFn: () => removeCertificate(organizationId),
    onSuccess: async () => {
      notify("done", words.certificateRemoved);
      await readAgain();
    },
  });
  const opening = useMutation({
    mutationFn: () => certificateAddress(organizationId),
    onSuccess: ({ url }) => location.assign(url),
  });
  const error = adding.error ?? removing.error ?? opening.error;
  const has = information !== null && information.taxExemption !== "none";
  return (
    <Panel title={words.exemption}>
      <div className={classes.body}>
        <p className={classes.quiet}>
          {words.exemptionAbout} {words.certificateTypes({ types: kindsText })}
        </p>
        {information ? <Standing information={information} /> : <p>{words.exemptionInformationFirst}</p>}
        {error && <Notice tone="stop">{messageOf(error)}</Notice>}
        {information && (
          <div className={classes.acts}>
            <input
              ref={input}
              className={classes.hiddenFile}
              type="file"
              accept={accepted.map((one) => `.${one}`).join(",")}
              aria-label={words.certificate}
              tabIndex={-1}
              onChange={(event) => {
                const [chosen] = event.target.files ?? [];
                event.target.value = "";
                if (chosen) adding.mutate(chosen);
              }}
            />
            <Button
              variant="secondary"
              leftIcon={<IconUpload aria-hidden />}
              label={has ? words.replaceCertificate : words.uploadCertificate}
              loading={adding.isPending}
              onClick={() => input.current?.click()}
            />
            {has && (
              <>
                <Button
                  variant="tertiary"
                  leftIcon={<IconDownload aria-hidden />}
                  label={words.viewCertificate}
                  loading={opening.isPending}
                  onClick={() => opening.mutate()}
                />
                <Button
                  danger
                  variant="quaternary"
                  leftIcon={<IconTrash aria-hidden />}
                  label={words.removeCertificate}
                  loading={removing.isPending}
                  onClick={() => removing.mutate()}
                />
              </>
            )}
          </div>
        )}
      </div>
    </Panel>
  );
}

function Standing({ information }: { information: BillingInformation }) {
  const { taxExemption, taxExemptionReason } = information;
  if (taxExemption === "declined") {
    return (
      <Notice tone="stop" title={words.exemptionDeclined}>
        <p>{words.exemptionReason({ reason: taxExemptionReason ?? "" })}</p>
        <p>{words.exemptionDeclinedHint}</p>
      </Notice>
    );
  }
  return <p>{standingText(information)}</p>;
}

/** Describes the certificate's status in one or two sentences. */
function standingText({
  taxExemption,
  taxExempt,
  taxExemptThrough,
}: Pick<BillingInformation, "taxExemption" | "taxExempt" | "taxExemptThrough">): string {
  const day = taxExemptThrough && dayText(taxExemptThrough);
  switch (taxExemption) {
    case "none":
      return words.exemptionNone;
    case "pending":
      if (!taxExempt) return words.exemptionPending;
      return day ? words.exemptionRenewedThrough({ day }) : words.exemptionRenewed;
    case "exempt":
      return day ? words.exemptionAcceptedThrough({ day }) : words.exemptionAccepted;
    case "declined":
      return words.exemptionDeclined;
    case "ended":
      return words.exemptionEnded({ day: day ?? "" });
  }
}
