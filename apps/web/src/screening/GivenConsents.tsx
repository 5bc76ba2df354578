import { useMutation, useQueryClient } from "@tanstack/react-query";
import { downloadConsent, type GivenConsent, withdrawConsent } from "@touchline/contract/screening/consents";
import { Button, Dialog, IconDownload, IconFile, Notice, Panel, useNotify } from "@touchline/ui";
import { useState } from "react";
import { call, download } from "../client.ts";
import { momentText } from "../dates.ts";
import { messageOf } from "../ErrorScreens.tsx";
import { saveFile } from "../files/save-file.ts";
import classes from "./GivenConsents.module.css";
import type { Consents } from "./queries.ts";
import { words } from "./words.ts";

interface GivenConsentsProps {
  requirement: { requirementId: string; profileLevelAccessId: string };
  zone: string;
  consents: Pick<Consents, "given" | "withdrawable">;
}

/** What was signed before a background check, by whom and when, each as a PDF. */
export function GivenConsents({ requirement, zone, consents: { given, withdrawable } }: GivenConsentsProps) {
  const [withdraws, setWithdraws] = useState(false);
  return (
    <Panel title={words.givenTitle}>
      {given.length === 0 ? (
        <p className={classes.quiet}>{words.nothingGiven}</p>
      ) : (
        <ul className={classes.files}>
          {given.map((one) => (
            <li key={one.screeningConsentId} className={classes.file}>
              <IconFile aria-hidden="true" />
              <div className={classes.fileWords}>
                <p className={classes.fileName}>{one.title}</p>
                <p className={classes.quiet}>{detailsOf(one, zone)}</p>
              </div>
              <PdfButton requirement={requirement} consent={one} />
            </li>
          ))}
        </ul>
      )}
      {withdrawable && (
        <div className={classes.withdraw}>
          <Button small danger variant="secondary" label={words.withdraw} onClick={() => setWithdraws(true)} />
        </div>
      )}
      <WithdrawDialog requirement={requirement} opened={withdraws} onClose={() => setWithdraws(false)} />
    </Panel>
  );
}

function detailsOf({ as, signerName, signedAt, wantsCopy, withdrawnAt, counts, version }: GivenConsent, zone: string) {
  const signed = { name: signerName, when: momentText(signedAt, zone) };
  return [
    as === "guardian" ? words.signedByGuardian(signed) : words.signedBy(signed),
    wantsCopy === null ? null : wantsCopy ? words.wantsCopy : words.wantsNoCopy,
    withdrawnAt === null ? null : words.withdrawnOn({ when: momentText(withdrawnAt, zone) }),
    withdrawnAt === null && !counts ? words.usedUp : null,
    words.version({ version: version.slice(0, 8) }),
  ]
    .filter((one) => one !== null)
    .join(" · ");
}

type Place = { requirement: GivenConsentsProps["requirement"] };

function PdfButton({
  requirement: { requirementId, profileLevelAccessId },
  consent,
}: Place & { consent: GivenConsent }) {
  const notify = useNotify();
  const { screeningConsentId, title } = consent;
  const fetching = useMutation({
    mutationFn: () =>
      download(downloadConsent, {
        params: { id: requirementId },
        query: { profileLevelAccessId, screeningConsentId },
      }),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <Button
      small
      variant="secondary"
      label={words.pdf}
      aria-label={words.downloadNamed({ title })}
      leftIcon={<IconDownload aria-hidden />}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    />
  );
}

function WithdrawDialog({
  requirement: { requirementId, profileLevelAccessId },
  opened,
  onClose,
}: Place & { opened: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const withdrawing = useMutation({
    mutationFn: () => call(withdrawConsent, { params: { id: requirementId }, body: { profileLevelAccessId } }),
    onSuccess: async () => {
      notify("done", words.withdrawn);
      onClose();
      await queryClient.invalidateQueries({ queryKey: ["consents"] });
      void queryClient.invalidateQueries({ queryKey: ["owedFees"] });
      await queryClient.invalidateQueries({ queryKey: ["backgroundCheck"] });
    },
  });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={words.withdrawTitle}
      footer={
        <>
          <Button variant="secondary" label={words.keep} onClick={onClose} />
          <Button danger label={words.withdraw} loading={withdrawing.isPending} onClick={() => withdrawing.mutate()} />
        </>
      }
    >
      <p>{words.withdrawHelp}</p>
      {withdrawing.error && <Notice tone="stop">{messageOf(withdrawing.error)}</Notice>}
    </Dialog>
  );
}
