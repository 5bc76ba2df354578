import { ProviderError } from "../provider-http.ts";
import type { OrderMakers } from "./open.ts";
import type { ScreeningOrders } from "./port.ts";

const refused = (name: string) => Promise.reject(new ProviderError("refused", name));

/** Orders of a provider that takes none. */
const noOrders = (): ScreeningOrders => ({
  place: () => refused("place"),
  find: () => refused("find"),
  read: () => refused("read"),
  cancel: () => refused("cancel"),
  news: () => null,
});

/** The orders part of every provider. */
export const orderMakers: OrderMakers = { yardstik: noOrders, checkr: noOrders, sterling: noOrders };
