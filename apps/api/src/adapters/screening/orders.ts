import { checkrOrders } from "./checkr-orders.ts";
import type { OrderMakers } from "./open.ts";
import { sterlingOrders } from "./sterling-orders.ts";
import { yardstikOrders } from "./yardstik-orders.ts";

/** The orders part of every provider. */
export const orderMakers: OrderMakers = { yardstik: yardstikOrders, checkr: checkrOrders, sterling: sterlingOrders };
