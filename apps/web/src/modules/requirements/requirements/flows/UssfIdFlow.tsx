import { useMutation, useQueryClient } from "@tanstack/react-query";
import { setUssfId } from "@touchline/contract/requirements/profile-details";
import { done } from "@touchline/rules/compliance/status";
import { Button, Notice, Panel, TextInput } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { call } from "../../../../client.ts";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { HeldLicenses } from "../../../../screening/HeldLicenses.tsx";
import type { FlowProps } from "../Flow.tsx";
import { refreshAfterSubmission } from "../queries.ts";
import classes from "../RequirementPage.module.css";
import { words } from "../words.ts";

const digitsOf = (text: string) => text.replaceAll(/[\s-]/g, "");

/** The USSF id, and the licenses that are found by it. */
export function UssfIdFlow({ requirement, zone }: FlowProps) {
  const { requirementId, profileLevelAccessId, actions } = requirement;
  const queryClient = useQueryClient();
  return (
    <>
      {actions.includes("viewLicences") && (
        <HeldLicenses
          {...{ requirementId, profileLevelAccessId, zone }}
          own={requirement.actions.includes("setUSSoccerId")}
          owed={!done(requirement.status)}
          onChange={() => void refreshAfterSubmission(queryClient)}
        />
      )}
      <EnterUssfId requirement={requirement} />
    </>
  );
}

function EnterUssfId({ requirement }: Pick<FlowProps, "requirement">) {
  const { profileId, profileLevelAccessId, actions } = requirement;
  const queryClient = useQueryClient();
  const [ussfId, setId] = useState("");
  const [tried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: () => call(setUssfId, { params: { id: profileId }, body: { profileLevelAccessId, ussfId } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["screening", "licenses"] });
      await refreshAfterSubmission(queryClient);
      document.querySelector("h1")?.focus();
    },
  });
  if (!actions.includes("setUSSoccerId")) return null;
  const known = actions.includes("viewLicences");
  const right = /^\d{16}$/.test(digitsOf(ussfId));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (right && !saving.isPending) saving.mutate();
  };
  return (
    <Panel title={known ? words.changeUssfId : words.enterUssfId}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label={words.ussfId}
          description={known ? words.newUssfIdHelp : words.ussfIdHelp}
          value={ussfId}
          maxLength={60}
          inputMode="numeric"
          autoComplete="off"
          disabled={saving.isPending}
          onChange={(event) => {
            saving.reset();
            setId(event.currentTarget.value);
          }}
          error={tried && !right ? words.ussfIdInvalid : undefined}
        />
        {saving.isSuccess && <Notice tone="done">{words.ussfIdSaved}</Notice>}
        {saving.error && <Notice tone="stop">{messageOf(saving.error)}</Notice>}
        <div className={classes.buttons}>
          <Button type="submit" label={words.save} loading={saving.isPending} />
        </div>
      </form>
    </Panel>
  );
}
