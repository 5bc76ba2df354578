import { useMutation } from "@tanstack/react-query";
import { downloadOwnData } from "@touchline/contract/accounts/account-settings";
import { Button, IconDownload, Panel, useNotify } from "@touchline/ui";
import { useId, useState } from "react";
import { download } from "../../../client.ts";
import { saveFile } from "../../../files/save-file.ts";
import classes from "./Account.module.css";
import { ProofForm } from "./ProofForm.tsx";
import type { Proof } from "./second-factors.ts";
import { words } from "./words.ts";

/** Downloads all data about the person. A proof of identity is required, so that nobody else can do it. */
export function DownloadPanel() {
  const formId = useId();
  const [times, setTimes] = useState(0);
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: (proof: Proof) => download(downloadOwnData, { body: { proof } }),
    onSuccess: (file) => {
      saveFile(file);
      setTimes(times + 1);
      notify("done", words.downloaded);
    },
  });
  return (
    <Panel title={words.downloadYourData}>
      <p className={classes.lead}>{words.downloadAbout}</p>
      <div className={classes.form}>
        <ProofForm
          // The password is cleared from the field.
          key={times}
          id={formId}
          first="no"
          busy={fetching.isPending}
          error={fetching.error}
          onProof={fetching.mutate}
          acts={
            <div>
              <Button
                type="submit"
                variant="secondary"
                label={words.downloadMyData}
                leftIcon={<IconDownload aria-hidden />}
                loading={fetching.isPending}
              />
            </div>
          }
        />
      </div>
    </Panel>
  );
}
