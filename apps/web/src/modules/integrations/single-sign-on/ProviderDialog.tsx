import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BodyInput } from "@touchline/contract";
import { addSsoConnection, type SsoConnection, ssoJoining } from "@touchline/contract/integrations/single-sign-on";
import { Choices, TextInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { type GrantDraft, GrantFields } from "./GrantFields.tsx";
import { postProvider, putProvider, ssoQuery } from "./queries.ts";
import { joiningWords, words } from "./words.ts";

interface ProviderDialogProps {
  /** The one that is changed; null: a new one. */
  connection: SsoConnection | null;
  onClose: () => void;
}

/** Asks for an identity provider, who can log in with it, and which roles they get. */
export function ProviderDialog({ connection, onClose }: ProviderDialogProps) {
  const [name, setName] = useState(connection?.name ?? "");
  const [issuer, setIssuer] = useState(connection?.issuer ?? "https://");
  const [clientId, setClientId] = useState(connection?.clientId ?? "");
  const [clientSecret, setClientSecret] = useState("");
  const [groupsClaim, setGroupsClaim] = useState(connection?.groupsClaim ?? "groups");
  const [joining, setJoining] = useState(connection?.joining ?? "invited");
  const [grants, setGrants] = useState<GrantDraft[]>(
    (connection?.grants ?? []).map(({ group, levelId, labelId }, key) => ({
      ...{ key, group: group ?? "", levelId, labelId },
    })),
  );
  const queryClient = useQueryClient();
  const notify = useNotify();
  const body = {
    ...{ name, issuer, clientId, clientSecret, groupsClaim, joining },
    grants: grants.map(({ group, levelId, labelId }) => ({
      ...{ group: group.trim() === "" ? null : group.trim(), levelId: levelId ?? "", labelId: labelId ?? "" },
    })),
  } satisfies BodyInput<typeof addSsoConnection>;
  const sending = useMutation({
    mutationFn: async () => {
      if (!connection) await postProvider(body);
      else {
        const { ssoConnectionId, version } = connection;
        await putProvider(ssoConnectionId, { ...body, clientSecret: clientSecret === "" ? null : clientSecret, version });
      }
    },
    onSuccess: async () => {
      notify("done", connection ? words.saved : words.added({ name }));
      onClose();
      await queryClient.invalidateQueries(ssoQuery);
    },
  });
  return (
    <FormDialog
      wide
      title={connection ? words.editTitle({ name: connection.name }) : words.add}
      label={connection ? words.save : words.add}
      refused={connection ? words.notSaved : words.notAdded}
      draft={body}
      problems={() => problemsOf(addSsoConnection.body, body)}
      sending={sending}
      onSend={() => sending.mutate()}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextInput
            label={words.name}
            description={words.nameHint}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={errors.name}
          />
          <TextInput
            type="url"
            label={words.issuer}
            description={connection ? words.issuerFixed : words.issuerHint}
            disabled={connection !== null}
            maxLength={500}
            value={issuer}
            onChange={(event) => setIssuer(event.target.value)}
            error={errors.issuer}
          />
          <TextInput
            label={words.clientId}
            maxLength={200}
            autoComplete="off"
            value={clientId}
            onChange={(event) => setClientId(event.target.value)}
            error={errors.clientId}
          />
          <TextInput
            label={words.clientSecret}
            description={connection ? words.secretKept : words.secretHint}
            type="password"
            maxLength={1_000}
            autoComplete="off"
            value={clientSecret}
            onChange={(event) => setClientSecret(event.target.value)}
            error={errors.clientSecret}
          />
          <TextInput
            label={words.groupsClaim}
            description={words.groupsClaimHint}
            maxLength={200}
            value={groupsClaim}
            onChange={(event) => setGroupsClaim(event.target.value)}
            error={errors.groupsClaim}
          />
          <Choices
            label={words.whoJoins}
            choices={ssoJoining.map((value) => ({ value, ...joiningWords[value] }))}
            value={joining}
            onChange={setJoining}
          />
          <GrantFields grants={grants} onChange={setGrants} errors={errors} />
        </>
      )}
    </FormDialog>
  );
}
