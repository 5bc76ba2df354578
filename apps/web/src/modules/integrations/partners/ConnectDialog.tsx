import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import { connectPartner, type listPartners } from "@touchline/contract/integrations/partners";
import { Button, Checkbox, Select, Textarea, TextInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { partnersQuery, postPartner } from "./queries.ts";
import { words } from "./words.ts";

type Offered = ResponseOf<typeof listPartners>["offered"][number];

/** Asks for the partner and its credentials. */
export function ConnectDialog({ offered, onClose }: { offered: readonly Offered[]; onClose: () => void }) {
  const [source, setSource] = useState(offered[0]?.source ?? "LeagueApps");
  const [siteId, setSiteId] = useState("");
  const [clientId, setClientId] = useState("");
  const [secret, setSecret] = useState("");
  const [pushCleared, setPushCleared] = useState(false);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const chosen = offered.find((one) => one.source === source);
  const body = { source, siteId, clientId, secret, pushCleared } satisfies BodyInput<typeof connectPartner>;
  const sending = useMutation({
    mutationFn: () => postPartner(body),
    onSuccess: async () => {
      notify("done", words.connected({ name: chosen?.name ?? "" }));
      onClose();
      await queryClient.invalidateQueries(partnersQuery);
    },
  });
  const choose = (value: string | null) => {
    const one = offered.find((other) => other.source === value);
    if (one) setSource(one.source);
  };
  const fillIn = ({ example }: Offered) => {
    setSiteId(example?.siteId ?? "");
    setClientId(example?.clientId ?? "");
    setSecret(example?.secret ?? "");
  };
  const signIn = chosen?.signIn ?? "key";
  return (
    <FormDialog
      title={words.connect}
      label={words.connectLabel}
      refused={words.notConnected}
      draft={body}
      problems={() => problemsOf(connectPartner.body, body)}
      sending={sending}
      onSend={() => sending.mutate()}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Select
            label={words.source}
            description={chosen?.simulated ? words.simulated : undefined}
            allowDeselect={false}
            data={offered.map((one) => ({ value: one.source, label: one.name }))}
            value={source}
            onChange={choose}
          />
          {chosen?.example && (
            <div>
              <Button small variant="secondary" label={words.useSimulated} onClick={() => fillIn(chosen)} />
            </div>
          )}
          <TextInput
            label={words.siteId}
            maxLength={100}
            value={siteId}
            onChange={(event) => setSiteId(event.target.value)}
            error={errors.siteId}
          />
          <TextInput
            label={words.clientId}
            maxLength={200}
            autoComplete="off"
            value={clientId}
            onChange={(event) => setClientId(event.target.value)}
            error={errors.clientId}
          />
          <Textarea
            label={words.secret[signIn]}
            description={`${words.secretHint[signIn]} ${words.kept}`}
            rows={signIn === "key" ? 4 : 1}
            autoComplete="off"
            spellCheck={false}
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
            error={errors.secret}
          />
          <Checkbox
            label={words.pushCleared}
            description={words.pushClearedHint}
            checked={pushCleared}
            onChange={(event) => setPushCleared(event.currentTarget.checked)}
          />
        </>
      )}
    </FormDialog>
  );
}
