-- Up Migration

-- The service as it was sold, as far as the order itself does not copy it. Orders of the versions before have no row.
CREATE TABLE sold_services (
  payment_id uuid PRIMARY KEY REFERENCES payments (id),
  category text NOT NULL,
  description text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sold_services_by_age ON sold_services (created_at);

-- Down Migration
