-- Up Migration

-- What was published about a half-year that is over, rounded. It stays as it was published: a report
-- that was computed again later would show by its difference what was deleted meanwhile.
CREATE TABLE transparency_reports (
  -- Such as 2026-1, by the calendar of Brasília.
  half text PRIMARY KEY CHECK (half ~ '^20\d\d-[12]$'),
  report jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Down Migration
