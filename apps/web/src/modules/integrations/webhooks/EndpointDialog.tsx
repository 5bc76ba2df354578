import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import {
  addWebhook,
  type getWebhook,
  type WebhookEventType,
  webhookEventTypes,
} from "@touchline/contract/integrations/webhooks";
import { Checkbox, TextInput, useNotify } from "@touchline/ui";
import { useId, useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { postWebhook, putWebhook, webhooksKey } from "./queries.ts";
import type { ShownSecret } from "./SecretDialog.tsx";
import classes from "./Webhooks.module.css";
import { eventWords, words } from "./words.ts";

type Endpoint = ResponseOf<typeof getWebhook>;

interface EndpointDialogProps {
  /** The one that is changed; null: a new one. */
  endpoint: Endpoint | null;
  onMade?: (made: ShownSecret) => void;
  onClose: () => void;
}

/** Asks for an endpoint's address and its events. */
export function EndpointDialog({ endpoint, onMade, onClose }: EndpointDialogProps) {
  const [url, setUrl] = useState(endpoint?.url ?? "https://");
  const [description, setDescription] = useState(endpoint?.description ?? "");
  const [events, setEvents] = useState<readonly WebhookEventType[]>(endpoint?.events ?? []);
  const errorId = useId();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const body = { url, description, events: [...events] } satisfies BodyInput<typeof addWebhook>;
  const sending = useMutation({
    mutationFn: async () => {
      if (endpoint) await putWebhook(endpoint.webhookEndpointId, { ...body, version: endpoint.version });
      else onMade?.(await postWebhook(body));
    },
    onSuccess: async () => {
      if (endpoint) {
        notify("done", words.saved);
        onClose();
      }
      await queryClient.invalidateQueries({ queryKey: webhooksKey });
    },
  });
  const toggle = (type: WebhookEventType, on: boolean) =>
    setEvents(on ? [...events, type] : events.filter((one) => one !== type));
  return (
    <FormDialog
      title={endpoint ? words.editEndpoint : words.addEndpoint}
      label={endpoint ? words.save : words.addEndpoint}
      refused={endpoint ? words.notSaved : words.notAdded}
      draft={body}
      problems={() => problemsOf(addWebhook.body, body)}
      sending={sending}
      onSend={() => sending.mutate()}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextInput
            type="url"
            label={words.url}
            description={words.urlHint}
            maxLength={500}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            error={errors.url}
          />
          <TextInput
            label={words.name}
            description={words.nameHint}
            maxLength={100}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
            error={errors.description}
          />
          <fieldset className={classes.events} aria-describedby={errors.events ? errorId : undefined}>
            <legend className={classes.legend}>{words.events}</legend>
            <p className={classes.hint}>{words.eventsHint}</p>
            {webhookEventTypes.map((type) => (
              <Checkbox
                key={type}
                label={eventWords[type]}
                description={type}
                checked={events.includes(type)}
                onChange={(event) => toggle(type, event.currentTarget.checked)}
              />
            ))}
            {errors.events && (
              <p id={errorId} className={classes.error}>
                {errors.events}
              </p>
            )}
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}
