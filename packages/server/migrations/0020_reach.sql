-- Up Migration

ALTER TABLE push_subscriptions
  -- What jobs name it by: its address is nobody else's business.
  ADD COLUMN id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  -- The sign-in of that browser: notices end with it, wherever it is ended.
  ADD COLUMN session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE;
CREATE INDEX push_subscriptions_of_session ON push_subscriptions (session_id);

-- Which telling of a notification a browser was sent already.
CREATE TABLE push_deliveries (
  notification_id uuid NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
  subscription_id uuid NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  -- When the notification was told that this tells of: one that is told anew has a later time.
  told_at timestamptz NOT NULL,
  PRIMARY KEY (notification_id, subscription_id)
);
CREATE INDEX push_deliveries_of_subscription ON push_deliveries (subscription_id);

-- When a person was last mailed of messages they miss.
CREATE TABLE missed_mails (
  uid uuid PRIMARY KEY REFERENCES users (uid),
  mailed_at timestamptz NOT NULL
);

-- Whoever records a notification, its receiver is told outside the product by the same commit. The
-- few seconds are for whoever has it on screen already; nobody without a browser to reach or an
-- order to be mailed of costs a job.
CREATE FUNCTION tell_outside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.additional_info ? 'paymentId'
    OR EXISTS (SELECT FROM push_subscriptions WHERE uid = NEW.receiver_id)
  THEN
    PERFORM graphile_worker.add_job('reach.tell',
      json_build_object('notificationId', NEW.id),
      run_at => clock_timestamp() + interval '3 seconds',
      job_key => 'reach.tell:' || NEW.id,
      job_key_mode => 'preserve_run_at');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER notifications_made_outside AFTER INSERT ON notifications FOR EACH ROW
  EXECUTE FUNCTION tell_outside();
CREATE TRIGGER notifications_renewed_outside AFTER UPDATE OF created_at ON notifications FOR EACH ROW
  WHEN (NEW.read_at IS NULL) EXECUTE FUNCTION tell_outside();

-- Down Migration
