import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Role } from "@touchline/contract";
import { getSecondFactorRoles, setSecondFactorRoles } from "@touchline/contract/accounts/second-factor";
import { Button, Checkbox, LoadingState, Notice, Panel, useNotify } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { call } from "../../../client.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { readClaims } from "../../../session/claims.ts";
import { readSecurity } from "../../../session/security.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Settings.module.css";
import { words } from "./words.ts";

/** Those of an organization's own people, from most to least. */
const choices: { role: Role; about: string }[] = [
  { role: "Admin", about: words.adminAbout },
  { role: "Director", about: words.directorAbout },
  { role: "Account Manager", about: words.accountManagerAbout },
  { role: "Manager", about: words.managerAbout },
  { role: "Individual", about: words.individualAbout },
];

const queryKey = ["secondFactorRoles"];

/** The organization's requirement of a second factor for people who see members' records. */
export function SecondFactorPart() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getSecondFactorRoles, undefined, { signal }),
  });
  if (data) return <Demand key={data.roles.join()} demanded={data.roles} />;
  return error ? (
    <LoadFailed title={words.settingNotLoaded} error={error} onRetry={() => void refetch()} />
  ) : (
    <LoadingState label={words.loadingSecondFactor} lines={5} />
  );
}

function Demand({ demanded }: { demanded: readonly Role[] }) {
  const [chosen, setChosen] = useState<readonly Role[]>(demanded);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const own = useActiveProfile().roles;
  const hasSecondFactor = readClaims(readSecurity().token ?? "")?.amr.includes("mfa") ?? false;
  const saving = useMutation({
    mutationFn: (roles: Role[]) => call(setSecondFactorRoles, { body: { roles } }),
    onSuccess: async () => {
      notify("done", words.savedEffectiveNow);
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  const changed = chosen.length !== demanded.length || chosen.some((role) => !demanded.includes(role));
  const meToo = !hasSecondFactor && chosen.some((role) => own.includes(role) && !demanded.includes(role));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed && !saving.isPending) saving.mutate([...chosen]);
  };
  const toggle = (role: Role, on: boolean) => setChosen(on ? [...chosen, role] : chosen.filter((one) => one !== role));
  return (
    <Panel title={words.secondFactor}>
      <form className={classes.form} onSubmit={submit}>
        <p>{words.secondFactorAbout}</p>
        <fieldset className={classes.roles}>
          <legend className={classes.legend}>{words.roles}</legend>
          {choices.map(({ role, about }) => (
            <Checkbox
              key={role}
              label={role}
              description={about}
              checked={chosen.includes(role)}
              onChange={(event) => toggle(role, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
        {meToo && (
          <Notice tone="needs" title={words.thisIncludesYou}>
            {words.includesYouAbout}
          </Notice>
        )}
        {saving.error && <Notice tone="stop">{messageOf(saving.error)}</Notice>}
        <div>
          <Button
            type="submit"
            label={words.save}
            loading={saving.isPending}
            disabledReason={changed ? undefined : words.nothingChanged}
          />
        </div>
      </form>
    </Panel>
  );
}
