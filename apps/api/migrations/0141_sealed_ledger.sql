-- The ledger and what somebody did about money are sealed into the chain with the other histories.
ALTER TABLE ledger_entry ADD COLUMN written_xid xid8 NOT NULL DEFAULT '0';
ALTER TABLE ledger_entry ALTER COLUMN written_xid SET DEFAULT pg_current_xact_id();
CREATE INDEX ledger_entry_by_writing ON ledger_entry (organization_id, written_xid, ledger_entry_id);
ALTER TABLE billing_event ADD COLUMN written_xid xid8 NOT NULL DEFAULT '0';
ALTER TABLE billing_event ALTER COLUMN written_xid SET DEFAULT pg_current_xact_id();
CREATE INDEX billing_event_by_writing ON billing_event (organization_id, written_xid, billing_event_id);

-- Whose business an entry is: what members pay to the organization, or what the organization pays for the product.
ALTER TABLE ledger_entry ADD COLUMN income text NOT NULL DEFAULT 'memberFees' CHECK (income IN ('memberFees', 'subscriptions'));

-- A payout in which more was given back than was taken draws from the bank account.
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_check1;
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_accounts CHECK ((kind, debit, credit) IN (
  ('charge', 'provider', 'memberFees'), ('charge', 'provider', 'subscriptions'),
  ('fee', 'providerFees', 'provider'),
  ('refund', 'memberFees', 'provider'), ('refund', 'subscriptions', 'provider'),
  ('dispute', 'disputes', 'provider'), ('disputeReversed', 'provider', 'disputes'),
  ('payout', 'bank', 'provider'), ('payout', 'provider', 'bank'),
  ('offline', 'cash', 'memberFees'), ('offlineRefund', 'memberFees', 'cash')));

-- The provider's books while they are compared: a payout has an entry for each organization whose money is in it.
ALTER TABLE provider_book_entry DROP CONSTRAINT provider_book_entry_pkey;
ALTER TABLE provider_book_entry ADD PRIMARY KEY (provider_entry_id, organization_id);
