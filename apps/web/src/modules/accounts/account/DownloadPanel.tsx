import { useMutation } from "@tanstack/react-query";
import { downloadOwnData } from "@touchline/contract/accounts/account-settings";
import { Button, IconDownload, Panel, useNotify } from "@touchline/ui";
import { useId, useState } from "react";
import { download } from "../../../client.ts";
import { saveFile } from "../../../files/save-file.ts";
import classes from "./Account.module.css";
import { ProofForm } from "./ProofForm.tsx";
import type { Proof } from "./second-factors.ts";

/** Everything that is kept about one. With a proof: it is what nobody else should carry away. */
export function DownloadPanel() {
  const formId = useId();
  const [times, setTimes] = useState(0);
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: (proof: Proof) => download(downloadOwnData, { body: { proof } }),
    onSuccess: (file) => {
      saveFile(file);
      setTimes(times + 1);
      notify("done", "Your data is in your downloads.");
    },
  });
  return (
    <Panel title="Download your data">
      <p className={classes.lead}>
        One ZIP archive with everything that is kept about you and the children you act for: memberships, requirements,
        what was submitted and decided, your files, mails, and where you are logged in.
      </p>
      <div className={classes.form}>
        <ProofForm
          // The password is not left standing there.
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
                label="Download my data"
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
