-- Up Migration

-- When the newest backup of the whole PostgreSQL cluster was made, by pgBackRest: one row, none before the first. Its
-- unit (deploy/guilda-pgbackrest@.service) writes it, because the program cannot read pgBackRest's repository.
CREATE TABLE last_cluster_backup (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  finished_at timestamptz NOT NULL
);

-- Down Migration
