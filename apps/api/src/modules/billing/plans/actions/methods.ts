import type { Card } from "@touchline/contract/billing/money";
import type { OrganizationPaymentMethod } from "@touchline/contract/billing/organization-billing";
import { and, eq, isNull } from "drizzle-orm";
import { type Adapters, actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { billingAccount, cardSetup } from "../../../../schema/billing.ts";
import { nameAtProvider, recordBillingEvent } from "../../ledger/actions/record.ts";
import { followSubscription } from "../jobs.ts";
import { accountOf, authorizeBilling, cardProvider, presentSubscription, requiredAccount } from "../queries/account.ts";
import { customerDetails } from "./information.ts";
import { withProviderErrors } from "./provider-errors.ts";

type Method = Card & { addedAt: Date };
const providerOf = (adapters: Adapters) => cardProvider({ adapters });

// Listing

export async function beginListing(call: Call, organizationId: string) {
  authorizeBilling(call, organizationId);
  const account = await accountOf(call);
  return { customerId: account?.customerId ?? null };
}

export const actListing = async (
  { customerId }: { customerId: string | null },
  adapters: Adapters,
): Promise<readonly Method[]> =>
  customerId === null ? [] : withProviderErrors(() => providerOf(adapters).methodsOf(customerId));

/** Lists the cards, the default first. */
export async function methodsShown(call: Call, methods: readonly Method[]): Promise<OrganizationPaymentMethod[]> {
  const account = await accountOf(call);
  const month = call.now.getUTCFullYear() * 12 + call.now.getUTCMonth() + 1;
  return methods
    .map(({ addedAt, ...card }) => {
      const last = card.expiryYear * 12 + card.expiryMonth;
      return {
        ...card,
        isDefault: card.paymentMethodId === account?.defaultMethodId,
        expired: last < month,
        expiresSoon: last >= month && last <= month + 1,
        addedAt: addedAt.toISOString(),
      };
    })
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.addedAt.localeCompare(b.addedAt));
}

// Adding

export async function beginSetup(call: Call, organizationId: string) {
  authorizeBilling(call, organizationId);
  cardProvider(call);
  const account = await requiredAccount(call);
  return {
    organizationId,
    setupId: newId(),
    customerId: account.customerId,
    ...(await customerDetails(call, account)),
  };
}

export async function actSetup(
  { organizationId, setupId, customerId: known, details }: Awaited<ReturnType<typeof beginSetup>>,
  adapters: Adapters,
) {
  const provider = providerOf(adapters);
  return withProviderErrors(async () => {
    const isKnown = known !== null && (await provider.changeCustomer(known, details, null));
    const key = `${organizationId}/customer/${setupId}`;
    const customerId = isKnown ? known : await provider.createCustomer(details, { reference: organizationId, key });
    return { setupId, customerId, setup: await provider.beginSetup(customerId, setupId) };
  });
}

/** @param begunBy whoever adds the card: a profile of the organization, or the account of a platform operator. */
export async function finishSetup(
  call: Call,
  returnPath: string,
  { setupId, customerId, setup }: Awaited<ReturnType<typeof actSetup>>,
  begunBy: string | null = actingProfile(call),
) {
  if (begunBy === null) throw notFound("profile");
  const account = await requiredAccount(call);
  if (account.customerId !== customerId) {
    await call.db.update(billingAccount).set({ customerId, defaultMethodId: null }).where(ours(billingAccount, call));
    await nameAtProvider(call, [customerId], { kind: "customer", subjectId: null });
  }
  await call.db.insert(cardSetup).values({
    ...{ organizationId: call.organizationId, cardSetupId: setupId, setupIntentId: setup.setupIntentId },
    ...{ begunBy, begunAt: call.now },
  });
  const form = cardProvider(call).cardForm(`${call.adapters.site.url}${returnPath}`, setup);
  return { ...setup, form };
}

export type Adding = { setupIntentId: string; replaces?: string | undefined; makeDefault: boolean };

/** Finds an unfinished card setup that this organization started. @throws NotFound, Conflict */
export async function beginAdding(
  call: Call,
  organizationId: string,
  { setupIntentId, replaces, makeDefault }: Adding,
) {
  authorizeBilling(call, organizationId);
  const [setup] = await call.db
    .select()
    .from(cardSetup)
    .where(and(ours(cardSetup, call), eq(cardSetup.setupIntentId, setupIntentId)));
  if (!setup) throw notFound("paymentMethod");
  if (setup.usedAt !== null) throw conflict("This card was added already. Reload the page.", "cardSetupUnfinished");
  const account = await requiredAccount(call);
  if (account.customerId === null) throw notFound("paymentMethod");
  const becomesDefault = makeDefault || account.defaultMethodId === null || account.defaultMethodId === replaces;
  const present = await presentSubscription(call);
  return {
    ...{ setupIntentId, replaces, becomesDefault, customerId: account.customerId },
    ...charged(present),
  };
}

export async function actAdding(begun: Awaited<ReturnType<typeof beginAdding>>, adapters: Adapters) {
  const { setupIntentId, replaces, becomesDefault, customerId } = begun;
  const provider = providerOf(adapters);
  return withProviderErrors(async () => {
    const setup = await provider.readSetup(setupIntentId);
    if (setup.customerId !== customerId || !setup.isDone || setup.methodId === null) {
      throw conflict("The card wasn't added. Enter it again.", "cardSetupUnfinished");
    }
    const { methodId } = setup;
    const before = await provider.methodsOf(customerId);
    if (replaces !== undefined && !before.some((one) => one.paymentMethodId === replaces))
      throw notFound("paymentMethod");
    if (becomesDefault) await chargeTo(begun, methodId, adapters);
    if (replaces !== undefined && replaces !== methodId) await provider.removeMethod(replaces);
    return { setupIntentId, methodId, becomesDefault, late: begun.late, methods: await provider.methodsOf(customerId) };
  }, notFound("paymentMethod"));
}

export async function finishAdding(
  call: Call,
  { setupIntentId, methodId, becomesDefault, late, methods }: Awaited<ReturnType<typeof actAdding>>,
) {
  const used = await call.db
    .update(cardSetup)
    .set({ usedAt: call.now })
    .where(and(ours(cardSetup, call), eq(cardSetup.setupIntentId, setupIntentId), isNull(cardSetup.usedAt)))
    .returning({ id: cardSetup.cardSetupId });
  if (used.length === 0) throw conflict("This card was added already. Reload the page.", "cardSetupUnfinished");
  if (becomesDefault) await setDefault(call, methodId, methods, late);
  await recordBillingEvent(call, { subjectId: call.organizationId, event: "card", to: "added" });
  return methodsShown(call, methods);
}

type Charged = { providerSubscriptionId: string | null; late: string | null };

/** What is charged to the default card: the subscription, and whether an invoice of it couldn't be charged (`late`: its id). */
function charged(present: Awaited<ReturnType<typeof presentSubscription>>): Charged {
  const isLate = present?.state === "pastDue" || present?.state === "unpaid";
  return {
    providerSubscriptionId: present?.providerSubscriptionId ?? null,
    late: isLate ? present.subscriptionId : null,
  };
}

/** Makes a card the default at the provider, which also pays what an earlier card didn't. */
async function chargeTo(
  { customerId, providerSubscriptionId, late }: Charged & { customerId: string },
  methodId: string,
  adapters: Adapters,
): Promise<void> {
  const provider = providerOf(adapters);
  await provider.setDefaultMethod(customerId, methodId, providerSubscriptionId);
  if (late !== null) await provider.payOpenInvoices(customerId, methodId);
}

async function setDefault(
  call: Call,
  methodId: string,
  methods: readonly Method[],
  late: string | null,
): Promise<void> {
  // Whether the card paid what was late is looked up.
  if (late !== null) {
    await enqueue(call, followSubscription, { subscriptionId: late, by: "look" }, { singletonKey: late });
  }
  const card = methods.find((one) => one.paymentMethodId === methodId);
  await call.db
    .update(billingAccount)
    .set({
      defaultMethodId: methodId,
      cardExpiryMonth: card?.expiryMonth ?? null,
      cardExpiryYear: card?.expiryYear ?? null,
    })
    .where(ours(billingAccount, call));
}

// Changing

/** Finds a card of this organization. */
export async function beginChanging(call: Call, organizationId: string, methodId: string, act: "default" | "remove") {
  authorizeBilling(call, organizationId);
  const account = await accountOf(call);
  if (account?.customerId == null) throw notFound("paymentMethod");
  const present = await presentSubscription(call);
  if (act === "remove" && present && account.defaultMethodId === methodId) {
    throw conflict("Your subscription is charged to this card. Add another card that replaces it.", "isDefault");
  }
  return {
    ...{ methodId, act, customerId: account.customerId },
    ...charged(present),
  };
}

export async function actChanging(begun: Awaited<ReturnType<typeof beginChanging>>, adapters: Adapters) {
  const { methodId, act, customerId, late } = begun;
  const provider = providerOf(adapters);
  return withProviderErrors(async () => {
    const methods = await provider.methodsOf(customerId);
    // The card belongs to somebody else.
    if (!methods.some((one) => one.paymentMethodId === methodId)) throw notFound("paymentMethod");
    if (act === "default") {
      await chargeTo(begun, methodId, adapters);
      return { methodId, act, late, methods };
    }
    await provider.removeMethod(methodId);
    return { methodId, act, late, methods: methods.filter((one) => one.paymentMethodId !== methodId) };
  }, notFound("paymentMethod"));
}

export async function finishChanging(
  call: Call,
  { methodId, act, late, methods }: Awaited<ReturnType<typeof actChanging>>,
) {
  if (act === "default") await setDefault(call, methodId, methods, late);
  else {
    await call.db
      .update(billingAccount)
      .set({ defaultMethodId: null, cardExpiryMonth: null, cardExpiryYear: null })
      .where(and(ours(billingAccount, call), eq(billingAccount.defaultMethodId, methodId)));
  }
  await recordBillingEvent(call, {
    subjectId: call.organizationId,
    event: "card",
    to: act === "default" ? "default" : "removed",
  });
  return methodsShown(call, methods);
}
