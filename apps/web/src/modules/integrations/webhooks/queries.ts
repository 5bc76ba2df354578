import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { BodyInput } from "@touchline/contract";
import {
  addWebhook,
  changeWebhook,
  type DeliveryState,
  getWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  replayDeadWebhooks,
  replayWebhookDelivery,
  rotateWebhookSecret,
  setWebhookState,
  testWebhook,
} from "@touchline/contract/integrations/webhooks";
import { call } from "../../../client.ts";

/** The key of all webhook data, which any change invalidates. */
export const webhooksKey = ["webhooks"] as const;
/** The interval for refetching health and deliveries while they are shown, in milliseconds. */
const pollEvery = 5_000;

export const webhooksQuery = queryOptions({
  queryKey: webhooksKey,
  queryFn: ({ signal }) => call(listWebhooks, {}, { signal }),
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksKey, id],
    queryFn: ({ signal }) => call(getWebhook, { params: { id } }, { signal }),
    refetchInterval: pollEvery,
  });

export const deliveriesQuery = (id: string, state: DeliveryState | null) =>
  infiniteQueryOptions({
    queryKey: [...webhooksKey, id, "deliveries", state],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call(
        listWebhookDeliveries,
        { params: { id }, query: { perPage: 25, ...(state && { state }), ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: ({ next }) => next,
    refetchInterval: pollEvery,
  });

export const deliveryQuery = (id: string, webhookEventId: string) =>
  queryOptions({
    queryKey: [...webhooksKey, id, "delivery", webhookEventId],
    queryFn: ({ signal }) => call(getWebhookDelivery, { params: { id, webhookEventId } }, { signal }),
  });

export const postWebhook = (body: BodyInput<typeof addWebhook>) => call(addWebhook, { body });
export const putWebhook = (id: string, body: BodyInput<typeof changeWebhook>) =>
  call(changeWebhook, { params: { id }, body });
export const deleteWebhook = (id: string) => call(removeWebhook, { params: { id } });
export const putState = (id: string, state: "active" | "paused") =>
  call(setWebhookState, { params: { id }, body: { state } });
export const postSecret = (id: string) => call(rotateWebhookSecret, { params: { id } });
export const postTest = (id: string) => call(testWebhook, { params: { id } });
export const postReplay = (id: string, webhookEventId: string) =>
  call(replayWebhookDelivery, { params: { id, webhookEventId } });
export const postReplayAll = (id: string) => call(replayDeadWebhooks, { params: { id } });
