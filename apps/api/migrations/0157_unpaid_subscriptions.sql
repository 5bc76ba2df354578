-- A subscription that was canceled before it was ever paid had no period, so it isn't shown as one that has ended. One that was
-- paid has been active, or a charge of it is known.
DO $$
DECLARE
  tenant uuid;
BEGIN
  FOR tenant IN SELECT DISTINCT organization_id FROM subscription WHERE state = 'canceled' AND period_end IS NOT NULL LOOP
    PERFORM set_config('app.organization_id', tenant::text, true);
    UPDATE subscription SET period_end = NULL
    WHERE organization_id = tenant AND state = 'canceled' AND period_end IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM billing_event
        WHERE billing_event.organization_id = tenant AND billing_event.subject_id = subscription.subscription_id
          AND billing_event.event = 'subscription' AND billing_event.to_state IN ('active', 'pastDue', 'unpaid'))
      AND NOT EXISTS (
        SELECT FROM payment_directory
        WHERE payment_directory.organization_id = tenant AND payment_directory.kind = 'subscription'
          AND payment_directory.subject_id = subscription.subscription_id
          AND payment_directory.external_id IS DISTINCT FROM subscription.provider_subscription_id);
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END
$$;
