-- Money: what members pay, what organizations pay, and the ledger. Amounts are in minor units of their currency.

-- One row for each charge that somebody wanted, kept for good: its id is the key by which the card provider knows the charge.
CREATE TABLE payment (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  payment_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('preparing', 'charging', 'actionRequired', 'succeeded', 'failed', 'canceled')),
  state_since timestamptz NOT NULL,
  method text NOT NULL CHECK (method IN ('card', 'cash', 'check', 'other')),
  amount integer NOT NULL CHECK (amount > 0),
  -- What was given back, or is on its way back.
  refunded integer NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND amount),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  paid_by uuid NOT NULL,
  -- Who wrote down money that came by hand, when it came, and the number of the check.
  recorded_by uuid,
  received_on date,
  reference text CHECK (length(reference) <= 200),
  created_at timestamptz NOT NULL,
  succeeded_at timestamptz,
  -- The provider's ids of the charge and of the card.
  intent_id text CHECK (length(intent_id) <= 255),
  method_id text CHECK (length(method_id) <= 255),
  -- Where the bank's page comes back to.
  return_path text CHECK (length(return_path) <= 500),
  -- Whether a call that may have charged the card was made already: then the provider is asked before anything is repeated.
  tried boolean NOT NULL DEFAULT false,
  card_brand text,
  card_last4 text CHECK (card_last4 ~ '^\d{4}$'),
  card_expiry_month smallint,
  card_expiry_year smallint,
  failure text,
  sealed_action_url bytea,
  -- When the provider is asked next; null: not any more.
  next_look_at timestamptz,
  looks integer NOT NULL DEFAULT 0,
  -- Changed with every write, so that an answer that was asked for before another one was written is not taken for news.
  revision integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, payment_id),
  FOREIGN KEY (organization_id, paid_by) REFERENCES profile (organization_id, profile_id),
  CHECK ((state = 'succeeded') = (succeeded_at IS NOT NULL)),
  CHECK (state = 'succeeded' OR refunded = 0),
  CHECK ((method = 'card') = (recorded_by IS NULL))
);
CREATE INDEX payment_due ON payment (next_look_at, organization_id) WHERE next_look_at IS NOT NULL;
CREATE INDEX payment_by_age ON payment (organization_id, created_at DESC, payment_id DESC);
CREATE INDEX payment_by_payer ON payment (organization_id, paid_by, created_at DESC, payment_id DESC);

CREATE TABLE payment_item (
  organization_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  profile_level_access_id uuid NOT NULL,
  profile_id uuid NOT NULL,
  name text NOT NULL,
  type smallint NOT NULL,
  amount integer NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN ('pending', 'unpaid', 'released', 'refunding', 'refunded')),
  -- The background check that was ordered with it.
  attempt_id uuid,
  released_at timestamptz,
  PRIMARY KEY (organization_id, payment_id, requirement_id),
  FOREIGN KEY (organization_id, payment_id) REFERENCES payment (organization_id, payment_id),
  FOREIGN KEY (organization_id, requirement_id) REFERENCES requirement (organization_id, requirement_id)
);
-- Whatever ten tabs ask for: a requirement is in one payment at a time.
CREATE UNIQUE INDEX payment_item_pending ON payment_item (organization_id, requirement_id) WHERE state = 'pending';
CREATE INDEX payment_item_by_requirement ON payment_item (organization_id, requirement_id);
CREATE INDEX payment_item_by_profile ON payment_item (organization_id, profile_id);
CREATE INDEX payment_item_by_attempt ON payment_item (organization_id, attempt_id) WHERE attempt_id IS NOT NULL;

CREATE TABLE payment_refund (
  organization_id uuid NOT NULL,
  -- The key by which the provider knows the refund.
  payment_refund_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  requirement_id uuid,
  amount integer NOT NULL CHECK (amount > 0),
  cause text NOT NULL CHECK (cause IN ('requested', 'notReleased', 'endedWithoutResult')),
  state text NOT NULL CHECK (state IN ('requested', 'succeeded', 'failed')),
  sealed_reason bytea,
  requested_by uuid,
  requested_at timestamptz NOT NULL,
  provider_refund_id text CHECK (length(provider_refund_id) <= 255),
  next_look_at timestamptz,
  looks integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, payment_refund_id),
  FOREIGN KEY (organization_id, payment_id) REFERENCES payment (organization_id, payment_id)
);
-- What ended by itself is refunded once.
CREATE UNIQUE INDEX payment_refund_of_item ON payment_refund (organization_id, payment_id, requirement_id)
  WHERE cause <> 'requested' AND state <> 'failed';
CREATE INDEX payment_refund_by_payment ON payment_refund (organization_id, payment_id);
CREATE INDEX payment_refund_due ON payment_refund (next_look_at, organization_id) WHERE next_look_at IS NOT NULL;

-- What is taken off a price for somebody; amount null: all of it.
CREATE TABLE fee_adjustment (
  organization_id uuid NOT NULL,
  fee_adjustment_id uuid NOT NULL,
  requirement_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('waiver', 'discount')),
  amount integer CHECK (amount > 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  sealed_reason bytea NOT NULL,
  granted_by uuid NOT NULL,
  granted_at timestamptz NOT NULL,
  revoked_by uuid,
  revoked_at timestamptz,
  PRIMARY KEY (organization_id, fee_adjustment_id),
  FOREIGN KEY (organization_id, requirement_id) REFERENCES requirement (organization_id, requirement_id),
  CHECK ((kind = 'discount') = (amount IS NOT NULL) AND (amount IS NULL) = (currency IS NULL)),
  CHECK ((revoked_by IS NULL) = (revoked_at IS NULL))
);
CREATE INDEX fee_adjustment_by_requirement ON fee_adjustment (organization_id, requirement_id);

-- The ledger. A row moves an amount from one account to another, so it balances by itself; rows are added and never changed.
CREATE TABLE ledger_entry (
  organization_id uuid NOT NULL,
  ledger_entry_id uuid NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('charge', 'fee', 'refund', 'dispute', 'disputeReversed', 'payout', 'offline', 'offlineRefund')),
  debit text NOT NULL,
  credit text NOT NULL,
  amount integer NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  payment_id uuid,
  -- What it is about at the provider: the entry in its books, and the charge, refund, dispute or payout.
  provider_entry_id text CHECK (length(provider_entry_id) <= 255),
  provider_reference text CHECK (length(provider_reference) <= 255),
  -- What happened, so that it is written once.
  source_key text NOT NULL CHECK (length(source_key) <= 300),
  PRIMARY KEY (organization_id, ledger_entry_id),
  UNIQUE (organization_id, source_key),
  FOREIGN KEY (organization_id, payment_id) REFERENCES payment (organization_id, payment_id),
  CHECK (debit <> credit),
  -- Which accounts each kind moves money between.
  CHECK ((kind, debit, credit) IN (
    ('charge', 'provider', 'memberFees'), ('charge', 'provider', 'subscriptions'),
    ('fee', 'providerFees', 'provider'),
    ('refund', 'memberFees', 'provider'), ('refund', 'subscriptions', 'provider'),
    ('dispute', 'disputes', 'provider'), ('disputeReversed', 'provider', 'disputes'),
    ('payout', 'bank', 'provider'),
    ('offline', 'cash', 'memberFees'), ('offlineRefund', 'memberFees', 'cash')))
);
CREATE INDEX ledger_entry_by_payment ON ledger_entry (organization_id, payment_id);
CREATE INDEX ledger_entry_by_provider ON ledger_entry (organization_id, provider_entry_id) WHERE provider_entry_id IS NOT NULL;
CREATE INDEX ledger_entry_by_age ON ledger_entry (organization_id, at);

-- Who pays for an organization.
CREATE TABLE billing_account (
  organization_id uuid PRIMARY KEY REFERENCES organization (organization_id),
  -- Name, email, address and tax number.
  sealed_details bytea NOT NULL,
  -- Whether an operator has looked at the certificate that no tax is to be charged.
  tax_exempt boolean NOT NULL DEFAULT false,
  -- The provider's id of the customer; null until it was told.
  customer_id text CHECK (length(customer_id) <= 255),
  -- The card that is charged; its expiry, for the reminder.
  default_method_id text CHECK (length(default_method_id) <= 255),
  card_expiry_month smallint,
  card_expiry_year smallint,
  updated_at timestamptz NOT NULL,
  -- Changed details that the provider was not told yet.
  told_at timestamptz
);

-- A card that is being added: what was begun here can be finished here, once.
CREATE TABLE card_setup (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  card_setup_id uuid NOT NULL,
  setup_intent_id text NOT NULL CHECK (length(setup_intent_id) <= 255),
  begun_by uuid NOT NULL,
  begun_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (organization_id, card_setup_id),
  UNIQUE (organization_id, setup_intent_id)
);

CREATE TABLE subscription (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  -- The key by which the provider knows it.
  subscription_id uuid NOT NULL,
  provider_subscription_id text CHECK (length(provider_subscription_id) <= 255),
  state text NOT NULL CHECK (state IN ('preparing', 'incomplete', 'active', 'pastDue', 'unpaid', 'canceled')),
  billing_interval text NOT NULL CHECK (billing_interval IN ('month', 'year')),
  unit_amount integer NOT NULL CHECK (unit_amount >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  price_id text,
  period_start timestamptz,
  period_end timestamptz,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  past_due_since timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  sealed_action_url bytea,
  started_by uuid,
  created_at timestamptz NOT NULL,
  next_look_at timestamptz,
  looks integer NOT NULL DEFAULT 0,
  revision integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, subscription_id)
);
CREATE UNIQUE INDEX subscription_present ON subscription (organization_id) WHERE state <> 'canceled';
CREATE INDEX subscription_due ON subscription (next_look_at, organization_id) WHERE next_look_at IS NOT NULL;

-- What somebody did about money, for good.
CREATE TABLE billing_event (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  billing_event_id uuid NOT NULL,
  at timestamptz NOT NULL,
  -- The payment, the refund, the adjustment or the subscription.
  subject_id uuid NOT NULL,
  event text NOT NULL CHECK (length(event) <= 60),
  from_state text,
  to_state text,
  by_profile uuid,
  acting_as text NOT NULL,
  PRIMARY KEY (organization_id, billing_event_id)
);
CREATE INDEX billing_event_by_subject ON billing_event (organization_id, subject_id, at);

-- The latest comparison of an organization's ledger with the provider's books, and what differs.
CREATE TABLE reconciliation (
  organization_id uuid PRIMARY KEY REFERENCES organization (organization_id),
  compared_at timestamptz NOT NULL,
  compared integer NOT NULL
);
CREATE TABLE ledger_difference (
  organization_id uuid NOT NULL REFERENCES organization (organization_id),
  provider_entry_id text NOT NULL CHECK (length(provider_entry_id) <= 255),
  kind text NOT NULL CHECK (kind IN ('missingHere', 'missingThere', 'amountDiffers')),
  amount_here integer,
  amount_there integer,
  currency text NOT NULL,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, provider_entry_id)
);

DO $$
DECLARE
  walled text;
BEGIN
  FOREACH walled IN ARRAY ARRAY['payment', 'payment_item', 'payment_refund', 'fee_adjustment', 'ledger_entry', 'billing_account',
    'card_setup', 'subscription', 'billing_event', 'reconciliation', 'ledger_difference'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = NULLIF(current_setting(''app.organization_id'', true), '''')::uuid)',
      walled
    );
  END LOOP;
END
$$;
GRANT SELECT, INSERT, UPDATE ON payment, payment_item, payment_refund, fee_adjustment, billing_account, card_setup, subscription,
  reconciliation TO :app;
GRANT SELECT, INSERT ON ledger_entry, billing_event TO :app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ledger_difference TO :app;

-- Finds the organization that a webhook or an entry in the provider's books is about. Shared: ids alone.
CREATE TABLE payment_directory (
  -- The provider's id of the charge, the customer or the subscription.
  external_id text PRIMARY KEY CHECK (length(external_id) <= 255),
  organization_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('payment', 'subscription', 'customer')),
  -- The payment or the subscription.
  subject_id uuid
);
GRANT SELECT, INSERT ON payment_directory TO :app;

-- Webhooks of the card provider, with a signature that was checked. Shared: whose they are is found out afterwards. What they
-- say is asked of the provider, so the body is not kept.
CREATE TABLE payment_news (
  payment_news_id uuid PRIMARY KEY,
  -- The provider's id of it: what is sent twice is kept once.
  news_key text NOT NULL UNIQUE CHECK (length(news_key) <= 255),
  type text NOT NULL CHECK (length(type) <= 100),
  external_ids text[] NOT NULL,
  happened_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  next_try_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  outcome text CHECK (outcome IN ('followed', 'other', 'unknown'))
);
CREATE INDEX payment_news_due ON payment_news (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX payment_news_by_age ON payment_news (received_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON payment_news TO :app;

-- The provider's books while they are compared. Shared: ids and amounts.
CREATE TABLE provider_book_entry (
  provider_entry_id text PRIMARY KEY CHECK (length(provider_entry_id) <= 255),
  organization_id uuid NOT NULL,
  amount integer NOT NULL,
  fee integer NOT NULL,
  currency text NOT NULL
);
CREATE INDEX provider_book_entry_by_organization ON provider_book_entry (organization_id, provider_entry_id);
GRANT SELECT, INSERT, DELETE ON provider_book_entry TO :app;

-- Where the card provider is to be asked how something stands; ids alone.
CREATE POLICY owner_notices ON payment FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY owner_notices ON payment_refund FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY owner_notices ON subscription FOR SELECT TO CURRENT_USER USING (true);
CREATE FUNCTION organizations_awaiting_payments(at timestamptz, after uuid, most integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT organization_id FROM (
    SELECT DISTINCT organization_id FROM payment WHERE next_look_at <= at AND organization_id > after
    UNION SELECT DISTINCT organization_id FROM payment_refund WHERE next_look_at <= at AND organization_id > after
    UNION SELECT DISTINCT organization_id FROM subscription WHERE next_look_at <= at AND organization_id > after
  ) AS due
  ORDER BY organization_id LIMIT least(most, 1000)
$$;
REVOKE ALL ON FUNCTION organizations_awaiting_payments(timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION organizations_awaiting_payments(timestamptz, uuid, integer) TO :app;
