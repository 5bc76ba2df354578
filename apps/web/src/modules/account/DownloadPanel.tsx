import { useMutation } from "@tanstack/react-query";
import { downloadOwnData } from "@touchline/contract/account-settings";
import { Button, IconDownload, Notice, Panel, PasswordInput, useNotify } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { download } from "../../client.ts";
import { messageOf } from "../../errorScreens.tsx";
import { saveFile } from "../../files/saveFile.ts";
import { focusFirstError, refusedFields } from "../../formErrors.ts";
import classes from "./Account.module.css";

/** Everything that is kept about one. With the password: it is what nobody else should carry away. */
export function DownloadPanel() {
  const [currentPassword, setPassword] = useState("");
  const [found, setFound] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: () => download(downloadOwnData, { body: { currentPassword } }),
    onSuccess: (file) => {
      saveFile(file);
      setPassword("");
      notify("done", "Your data is in your downloads.");
    },
    onError: (error) => {
      const refused = refusedFields(error)?.currentPassword;
      if (!refused) return;
      setFound(refused);
      focusFirstError(form.current);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fetching.isPending) return;
    if (currentPassword === "") {
      setFound("Write your current password.");
      return focusFirstError(form.current);
    }
    fetching.mutate();
  };
  return (
    <Panel title="Download your data">
      <p className={classes.lead}>
        One ZIP archive with everything that is kept about you and the children you act for: memberships, requirements,
        what was submitted and decided, your files, mails, and where you are logged in.
      </p>
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        <PasswordInput
          label="Current password"
          name="current-password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setFound(null);
          }}
          error={found ?? undefined}
        />
        {fetching.error && !refusedFields(fetching.error) && <Notice tone="stop">{messageOf(fetching.error)}</Notice>}
        <Button
          type="submit"
          variant="secondary"
          label="Download my data"
          leftIcon={<IconDownload aria-hidden />}
          loading={fetching.isPending}
        />
      </form>
    </Panel>
  );
}
