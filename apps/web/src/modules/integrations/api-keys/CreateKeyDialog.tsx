import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createApiKey } from "@touchline/contract/integrations/api-keys";
import { type ApiScope, apiScopes } from "@touchline/contract/integrations/scopes";
import { Checkbox, DateInput, TextInput } from "@touchline/ui";
import { useId, useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import classes from "./ApiKeys.module.css";
import { apiKeysQuery, makeKey, type NewApiKey } from "./queries.ts";
import type { ShownKey } from "./ShownKeyDialog.tsx";
import { scopeWords, words } from "./words.ts";

/** Asks for a new key's purpose, its scopes, and its last day. */
export function CreateKeyDialog({ onMade, onClose }: { onMade: (made: ShownKey) => void; onClose: () => void }) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly ApiScope[]>(["eligibility.read"]);
  const [lastDay, setLastDay] = useState("");
  const errorId = useId();
  const queryClient = useQueryClient();
  const making = useMutation({
    mutationFn: makeKey,
    onSuccess: async (made) => {
      onMade(made);
      await queryClient.invalidateQueries(apiKeysQuery);
    },
  });
  const body = { name, scopes: [...scopes], lastDay: lastDay || null } satisfies NewApiKey;
  const toggle = (scope: ApiScope, on: boolean) =>
    setScopes(on ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  return (
    <FormDialog
      title={words.createKey}
      label={words.createKey}
      refused={words.notCreated}
      draft={{ name, scopes, lastDay }}
      problems={() => {
        const found = problemsOf(createApiKey.body, body);
        return found && { ...found, ...(name.trim() === "" && { name: words.nameRequired }) };
      }}
      sending={making}
      onSend={() => making.mutate(body)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextInput
            label={words.name}
            description={words.nameHint}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={errors.name}
          />
          <fieldset className={classes.scopes} aria-describedby={errors.scopes ? errorId : undefined}>
            <legend className={classes.legend}>{words.permissions}</legend>
            <p className={classes.hint}>{words.permissionsHint}</p>
            {apiScopes.map((scope) => (
              <Checkbox
                key={scope}
                label={scopeWords[scope].name}
                description={scopeWords[scope].about}
                checked={scopes.includes(scope)}
                onChange={(event) => toggle(scope, event.currentTarget.checked)}
              />
            ))}
            {errors.scopes && (
              <p id={errorId} className={classes.error}>
                {errors.scopes}
              </p>
            )}
          </fieldset>
          <DateInput
            label={words.lastDay}
            description={words.lastDayHint}
            value={lastDay}
            onChange={(event) => setLastDay(event.target.value)}
            error={errors.lastDay}
          />
        </>
      )}
    </FormDialog>
  );
}
