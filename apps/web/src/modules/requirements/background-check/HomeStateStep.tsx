import { useMutation, useQueryClient } from "@tanstack/react-query";
import { states, statesKnownOf } from "@touchline/contract/regions";
import { getProfileDetails, updateProfile } from "@touchline/contract/requirements/profile-details";
import { recordConsent } from "@touchline/contract/screening/consents";
import { Button, Checkbox, Notice, Panel, TextInput } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { focusFirstError, refusedFields } from "../../../form-errors.ts";
import { LaterSelect } from "../../../parts/LaterSelect.tsx";
import { type Consents, consentsQuery } from "../../../screening/queries.ts";
import type { FlowProps } from "../requirements/Flow.tsx";
import { useOnce } from "../requirements/flows/useOnce.ts";
import page from "../requirements/RequirementPage.module.css";
import { words } from "./words.ts";

const countries = new Intl.DisplayNames("en-US", { type: "region" });
const stateChoices = statesKnownOf.map((country) => ({
  group: countries.of(country) ?? country,
  items: states
    .filter((state) => state.country === country)
    .map(({ stateId, name }) => ({ value: stateId, label: name })),
}));

interface HomeStateStepProps extends FlowProps {
  consents: Consents;
}

/** Asks where the person lives: the state goes into the profile, living elsewhere is signed. */
export function HomeStateStep({ requirement, consents }: HomeStateStepProps) {
  const { requirementId, profileLevelAccessId, profileId } = requirement;
  const { signs, forName } = consents;
  const abroad = consents.pages.find((one) => one.kind === "abroad");
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const once = useOnce();
  const [stateId, setStateId] = useState<string | null>(null);
  const [elsewhere, setElsewhere] = useState(false);
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: async () => {
      if (elsewhere && abroad) {
        await call(recordConsent, {
          params: { id: requirementId },
          body: { profileLevelAccessId, kind: abroad.kind, version: abroad.version, accepted: true, name: name.trim() },
        });
        return;
      }
      const { contactInformation } = await call(getProfileDetails, { params: { id: profileId } });
      await call(updateProfile, {
        params: { id: profileId },
        body: { contactInformation: { ...contactInformation, stateId } },
      });
      await queryClient.invalidateQueries({ queryKey: ["profileDetails", profileId] });
    },
    onSuccess: () => queryClient.invalidateQueries(consentsQuery(requirementId, profileLevelAccessId)),
    onError: () => focusFirstError(form.current),
  });
  const problems = {
    state: elsewhere || stateId !== null ? undefined : words.stateMissing,
    name: elsewhere && name.trim() === "" ? words.nameMissing : undefined,
  };
  const visibleErrors = tried ? problems : { state: undefined, name: undefined };
  const refused = saving.error ? (refusedFields(saving.error) ?? {}) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    setTried(true);
    if (problems.state || problems.name) focusFirstError(form.current);
    else once(() => saving.mutateAsync());
  };
  return (
    <Panel title={signs.as === "guardian" ? words.homeTitleFor({ name: forName }) : words.homeTitle}>
      <form ref={form} className={page.form} onSubmit={submit} noValidate>
        <p>{words.homeHelp}</p>
        {!elsewhere && (
          <LaterSelect
            label={words.homeState}
            shown={states.find((one) => one.stateId === stateId)?.name ?? ""}
            placeholder={words.chooseState}
            searchable
            data={stateChoices}
            value={stateId}
            onChange={setStateId}
            error={visibleErrors.state}
          />
        )}
        {abroad && (
          <Checkbox
            label={abroad.statement}
            checked={elsewhere}
            onChange={(event) => {
              saving.reset();
              setElsewhere(event.target.checked);
            }}
          />
        )}
        {elsewhere && (
          <TextInput
            label={words.yourFullName}
            description={words.nameHelp({ name: signs.name })}
            autoComplete="name"
            maxLength={200}
            value={name}
            onChange={(event) => {
              saving.reset();
              setName(event.currentTarget.value);
            }}
            error={visibleErrors.name ?? refused.name}
          />
        )}
        {saving.error && Object.keys(refused).length === 0 && <Notice tone="stop">{messageOf(saving.error)}</Notice>}
        <div className={page.buttons}>
          <Button type="submit" label={words.continue} loading={saving.isPending} />
        </div>
      </form>
    </Panel>
  );
}
