import { Readable } from "node:stream";
import { RequirementType } from "@touchline/contract";
import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import { ProviderError } from "../../../../adapters/provider-http.ts";
import type { AccountAccess, PlacedOrder } from "../../../../adapters/screening/port.ts";
import type { Adapters, Call } from "../../../../call.ts";
import { conflict, forbidden, notFound, Refusal } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { authorize, verdictOn } from "../../../../security/authorize.ts";
import { memberTarget } from "../../../people/index.ts";
import { auditView, requirementOn } from "../../../requirements/index.ts";
import { clientAccess } from "../../clients/queries/clients.ts";
import { latestOrder, orderInFull } from "../queries/order.ts";

type Input = { requirementId: string; profileLevelAccessId: string };
type Begun = { provider: BackgroundCheckProvider; access: AccountAccess; placed: PlacedOrder };

/** Finds the report that a reviewer asks for. @throws NotFound, Forbidden, Conflict where there is none yet */
export async function beginReport(call: Call, input: Input): Promise<Begun> {
  const { order } = await reportedOrder(call, input);
  const found = await orderInFull(call, order.attemptId);
  if (!found || order.providerOrderId === null) throw notFound("report");
  const { access } = await clientAccess(call, order.screeningClientId);
  const placed = { orderId: order.providerOrderId, reportId: order.providerReportId };
  return { provider: order.provider, access, placed };
}

/** Fetches the report from the provider. It isn't kept here. @throws Refusal where the provider doesn't give it */
export async function fetchReport({ provider, access, placed }: Begun, { screening }: Adapters): Promise<Buffer> {
  const adapter = screening.get(provider);
  if (!adapter) throw notFound("report");
  try {
    return await adapter.orders.report(access, placed);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new Refusal("unavailable", "The provider doesn't answer right now. Try again in a few minutes.", {
      reason: `provider.${error.fault}`,
    });
  }
}

/** Hands the report over and records that it was looked at. */
export async function answerReport(call: Call, input: Input, report: Buffer): Promise<FileAnswer> {
  const { target, on, order } = await reportedOrder(call, input);
  await auditView(call, { target, on }, "downloaded", [order.attemptId]);
  return {
    name: "background-check-report.pdf",
    mediaType: "application/pdf",
    bytes: report.length,
    stream: Readable.from([report]),
  };
}

async function reportedOrder(call: Call, input: Input) {
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorize(call, "requirements.review", { ...target, requirementType: RequirementType.BackgroundCheck });
  const sees = verdictOn(call, "confidential.see", { ...target, requirementType: RequirementType.BackgroundCheck });
  if (!sees.allowed || sees.outcomeOnly) {
    throw forbidden("This report is reviewed externally. You see only the outcome.", "outcomeOnly");
  }
  const on = await requirementOn(call, target, input.requirementId);
  const order = await latestOrder(call, input.requirementId);
  if (!order?.hasReport) throw conflict("The provider hasn't made a report yet.", "noReport");
  return { target, on, order };
}
