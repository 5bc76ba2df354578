import type { ResponseOf } from "@touchline/contract";
import type { getWebhook } from "@touchline/contract/integrations/webhooks";
import { IconCircleCheck, IconCircleMinus, IconCircleX } from "@touchline/ui";

type Endpoint = ResponseOf<typeof getWebhook>;

/** The health of an endpoint: paused, failing with all recent deliveries, or healthy. */
export const healthOf = ({ state, failuresInRow }: Pick<Endpoint, "state" | "failuresInRow">) =>
  state === "paused" ? "paused" : failuresInRow > 0 ? "failing" : "active";

export const healthLooks = {
  active: { tone: "done", icon: IconCircleCheck },
  failing: { tone: "stop", icon: IconCircleX },
  paused: { tone: "none", icon: IconCircleMinus },
} as const;

/** The display name of an endpoint: its name or, without one, its host. */
export const nameOf = ({ description, url }: Pick<Endpoint, "description" | "url">) =>
  description || URL.parse(url)?.host || url;
