import { useMutation, useQueryClient } from "@tanstack/react-query";
import { setDateOfBirth } from "@touchline/contract/requirements/profile-details";
import { Button, DateInput, Notice, Panel } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { call } from "../../../../client.ts";
import { dayIn } from "../../../../dates.ts";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { serverNow } from "../../../../session/clock.ts";
import type { FlowProps } from "../Flow.tsx";
import { refreshAfterSubmission } from "../queries.ts";
import classes from "../RequirementPage.module.css";
import { words } from "../words.ts";

/** The date of birth, by which an organization searches; the rest it does itself. */
export function BirthDateFlow({ requirement, zone }: FlowProps) {
  const { profileId, profileLevelAccessId, actions } = requirement;
  const queryClient = useQueryClient();
  const [dateOfBirth, setDay] = useState("");
  const [tried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: () => call(setDateOfBirth, { params: { id: profileId }, body: { dateOfBirth, profileLevelAccessId } }),
    onSuccess: async () => {
      await refreshAfterSubmission(queryClient);
      document.querySelector("h1")?.focus();
    },
  });
  if (!actions.includes("setBirthDate")) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (dateOfBirth !== "" && !saving.isPending) saving.mutate();
  };
  return (
    <Panel title={words.birthDateTitle}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <DateInput
          label={words.dateOfBirth}
          description={words.birthDateHelp}
          value={dateOfBirth}
          max={dayIn(new Date(serverNow()).toISOString(), zone)}
          disabled={saving.isPending}
          onChange={(event) => setDay(event.currentTarget.value)}
          error={tried && dateOfBirth === "" ? words.dateMissing : undefined}
        />
        {saving.error && <Notice tone="stop">{messageOf(saving.error)}</Notice>}
        <div className={classes.buttons}>
          <Button type="submit" label={words.save} loading={saving.isPending} />
        </div>
      </form>
    </Panel>
  );
}
