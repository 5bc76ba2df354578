import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BodyInput } from "@touchline/contract";
import {
  addSsoConnection,
  type SsoConnection,
  type SsoProtocol,
  ssoJoining,
  ssoProtocols,
} from "@touchline/contract/integrations/single-sign-on";
import { Choices, Textarea, TextInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { type GrantDraft, GrantFields } from "./GrantFields.tsx";
import { postProvider, putProvider, ssoQuery } from "./queries.ts";
import { joiningWords, protocolWords, words } from "./words.ts";

interface ProviderDialogProps {
  /** The one that is changed; null: a new one. */
  connection: SsoConnection | null;
  onClose: () => void;
}

/** Asks for an identity provider, who can log in with it, and which roles they get. */
export function ProviderDialog({ connection, onClose }: ProviderDialogProps) {
  const [name, setName] = useState(connection?.name ?? "");
  const [issuer, setIssuer] = useState(connection?.issuer ?? "");
  const [protocol, setProtocol] = useState<SsoProtocol>(connection?.protocol ?? "oidc");
  const [signInUrl, setSignInUrl] = useState(connection?.signInUrl ?? "https://");
  const [certificates, setCertificates] = useState(connection?.certificates ?? "");
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
  const shared = {
    ...{ name, issuer, groupsClaim, joining },
    grants: grants.map(({ group, levelId, labelId }) => ({
      ...{ group: group.trim() === "" ? null : group.trim(), levelId: levelId ?? "", labelId: labelId ?? "" },
    })),
  };
  const body: BodyInput<typeof addSsoConnection> =
    protocol === "oidc"
      ? { ...shared, protocol, clientId, clientSecret }
      : { ...shared, protocol, signInUrl, certificates };
  const sending = useMutation({
    mutationFn: async () => {
      if (!connection) await postProvider(body);
      else {
        const { ssoConnectionId, version } = connection;
        const kept = body.protocol === "oidc" ? { ...body, clientSecret: clientSecret || null } : body;
        await putProvider(ssoConnectionId, { ...kept, version });
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
          {!connection && (
            <Choices
              label={words.protocol}
              choices={ssoProtocols.map((value) => ({ value, ...protocolWords[value] }))}
              value={protocol}
              onChange={setProtocol}
            />
          )}
          <TextInput
            label={words.issuers[protocol]}
            description={connection ? words.issuerFixed : words.issuerHints[protocol]}
            disabled={connection !== null}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
            value={issuer}
            onChange={(event) => setIssuer(event.target.value)}
            error={errors.issuer}
          />
          {protocol === "oidc" ? (
            <>
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
            </>
          ) : (
            <>
              <TextInput
                type="url"
                label={words.signInUrl}
                description={words.signInUrlHint}
                maxLength={500}
                value={signInUrl}
                onChange={(event) => setSignInUrl(event.target.value)}
                error={errors.signInUrl}
              />
              <Textarea
                label={words.certificates}
                description={words.certificatesHint}
                rows={4}
                spellCheck={false}
                value={certificates}
                onChange={(event) => setCertificates(event.target.value)}
                error={errors.certificates}
              />
            </>
          )}
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
