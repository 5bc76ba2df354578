-- Webhooks of providers are kept in tables named for what they hold.
ALTER TABLE screening_news RENAME TO screening_webhook;
ALTER TABLE screening_webhook RENAME COLUMN screening_news_id TO screening_webhook_id;
ALTER TABLE screening_webhook RENAME CONSTRAINT screening_news_pkey TO screening_webhook_pkey;
ALTER INDEX screening_news_due RENAME TO screening_webhook_due;
ALTER INDEX screening_news_by_age RENAME TO screening_webhook_by_age;

ALTER TABLE payment_news RENAME TO payment_webhook;
ALTER TABLE payment_webhook RENAME COLUMN payment_news_id TO payment_webhook_id;
ALTER TABLE payment_webhook RENAME CONSTRAINT payment_news_pkey TO payment_webhook_pkey;
ALTER INDEX payment_news_due RENAME TO payment_webhook_due;
ALTER INDEX payment_news_by_age RENAME TO payment_webhook_by_age;
