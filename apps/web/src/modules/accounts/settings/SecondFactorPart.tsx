import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getSecondFactorRoles, setSecondFactorRoles } from "@touchline/contract/accounts/second-factor";
import type { Role } from "@touchline/contract/enums";
import { Button, Checkbox, LoadingState, Notice, Panel, useNotify } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { call } from "../../../client.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { readClaims } from "../../../session/claims.ts";
import { readSecurity } from "../../../session/security.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Settings.module.css";

/** Those of an organization's own people, from most to least. */
const choices: { role: Role; about: string }[] = [
  { role: "Admin", about: "Everything in the organization" },
  { role: "Director", about: "Files, reviews and people of their levels" },
  { role: "Account Manager", about: "People, levels and money" },
  { role: "Manager", about: "The people and reviews of their teams" },
  { role: "Individual", about: "Their own requirements, and their children's" },
];

const queryKey = ["secondFactorRoles"];

/** What an organization demands of those who see its people's records. */
export function SecondFactorPart() {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getSecondFactorRoles, undefined, { signal }),
  });
  if (data) return <Demand key={data.roles.join()} demanded={data.roles} />;
  return error ? (
    <LoadFailed what="What is demanded" error={error} onRetry={() => void refetch()} />
  ) : (
    <LoadingState label="Loading what is demanded" lines={5} />
  );
}

function Demand({ demanded }: { demanded: readonly Role[] }) {
  const [chosen, setChosen] = useState<readonly Role[]>(demanded);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const own = useActiveProfile().roles;
  const shown = readClaims(readSecurity().token ?? "")?.amr.includes("mfa") ?? false;
  const saving = useMutation({
    mutationFn: (roles: Role[]) => call(setSecondFactorRoles, { body: { roles } }),
    onSuccess: async () => {
      notify("done", "Saved. It holds from everybody's next click on.");
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  const changed = chosen.length !== demanded.length || chosen.some((role) => !demanded.includes(role));
  const meToo = !shown && chosen.some((role) => own.includes(role) && !demanded.includes(role));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changed && !saving.isPending) saving.mutate([...chosen]);
  };
  const toggle = (role: Role, on: boolean) => setChosen(on ? [...chosen, role] : chosen.filter((one) => one !== role));
  return (
    <Panel title="Who needs a second factor">
      <form className={classes.form} onSubmit={submit}>
        <p>
          Whoever has one of these roles logs in with a passkey, or with a code beside the password. Who has neither yet
          is led through setting one up.
        </p>
        <fieldset className={classes.roles}>
          <legend className={classes.legend}>Roles</legend>
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
          <Notice tone="needs" title="This includes you">
            You logged in with a password alone. Once you have saved, you are asked for a second factor yourself.
          </Notice>
        )}
        {saving.error && <Notice tone="stop">{messageOf(saving.error)}</Notice>}
        <div>
          <Button
            type="submit"
            label="Save"
            loading={saving.isPending}
            disabledReason={changed ? undefined : "Nothing was changed."}
          />
        </div>
      </form>
    </Panel>
  );
}
