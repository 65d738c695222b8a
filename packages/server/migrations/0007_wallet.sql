-- Up Migration

-- ---------------------------------------------------------------- withdrawals

-- A seller's request to be paid out. The key is personal data: it goes with the account, as soon as
-- nothing is left to pay.
CREATE TABLE withdrawals (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES users (uid),
  -- Centavos.
  amount bigint NOT NULL CHECK (amount >= 100),
  pix_key_kind text NOT NULL CHECK (pix_key_kind IN ('cpf', 'cnpj', 'email', 'phone', 'random')),
  pix_key text,
  -- What the client calls this request, so that repeating it asks once.
  idempotency_key text,
  status text NOT NULL DEFAULT 'requested' CHECK (status IN ('requested', 'settled', 'refused')),
  reason text,
  decided_by uuid REFERENCES users (uid),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_at timestamptz,
  UNIQUE (owner_id, idempotency_key),
  CHECK (status <> 'requested' OR pix_key IS NOT NULL),
  CHECK ((status = 'requested') = (decided_at IS NULL)),
  CHECK ((status = 'requested') = (decided_by IS NULL)),
  CHECK ((status = 'refused') = (reason IS NOT NULL)),
  -- Nobody decides about their own money.
  CHECK (decided_by <> owner_id)
);
CREATE INDEX withdrawals_by_owner ON withdrawals (owner_id, created_at DESC, id DESC);
CREATE INDEX withdrawals_in_turn ON withdrawals (created_at, id);
CREATE INDEX withdrawals_by_status ON withdrawals (status, created_at, id);

-- ---------------------------------------------------------------- movements

ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_check;
ALTER TABLE ledger_transactions
  ADD COLUMN withdrawal_id uuid REFERENCES withdrawals (id),
  ADD UNIQUE (kind, withdrawal_id),
  ADD CONSTRAINT ledger_transactions_kind_check CHECK (
    CASE
      WHEN kind IN ('payment', 'completion', 'refund')
        THEN payment_id IS NOT NULL AND withdrawal_id IS NULL
      WHEN kind IN ('withdrawal', 'payout', 'withdrawal_refused')
        THEN withdrawal_id IS NOT NULL AND payment_id IS NULL
      ELSE false
    END
  );

-- An entry of the platform's account says whose sale it is from, so that every account has an owner
-- and no row is shared by all sellers. Entries carry the time of their transaction, so that a
-- person's history is read off one index.
ALTER TABLE ledger_entries DISABLE TRIGGER USER;
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check;
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_check;
ALTER TABLE ledger_entries ADD COLUMN created_at timestamptz;
UPDATE ledger_entries e
  SET created_at = t.created_at,
    owner_id = coalesce(e.owner_id, (SELECT p.seller_id FROM payments p WHERE p.id = t.payment_id))
  FROM ledger_transactions t WHERE t.id = e.transaction_id;
ALTER TABLE ledger_entries
  ALTER COLUMN created_at SET NOT NULL,
  ALTER COLUMN owner_id SET NOT NULL,
  ADD CONSTRAINT ledger_entries_account_check CHECK (
    account IN ('buyer', 'held', 'seller', 'platform', 'withdrawing', 'paid_out'));
ALTER TABLE ledger_entries ENABLE TRIGGER USER;

-- What a seller's history sums up: one line for each transaction, in order, without a visit to the table.
CREATE INDEX ledger_entries_history
  ON ledger_entries (owner_id, created_at DESC, transaction_id DESC) INCLUDE (amount)
  WHERE account IN ('held', 'seller');
DROP INDEX ledger_entries_by_owner;

CREATE FUNCTION ledger_entry_takes_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT created_at INTO NEW.created_at FROM ledger_transactions WHERE id = NEW.transaction_id;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_entries_take_time BEFORE INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION ledger_entry_takes_time();

-- A transaction without entries moves nothing, and says that it did.
CREATE FUNCTION ledger_transaction_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_entries WHERE transaction_id = NEW.id) THEN
    RAISE EXCEPTION 'ledger transaction % moves nothing', NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_transactions_move AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transaction_moves();

-- Emptying a table asks no row; one that holds nothing may be emptied.
CREATE FUNCTION ledger_stays() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %I)', TG_TABLE_NAME) INTO held;
  IF held THEN
    RAISE EXCEPTION 'the ledger is append-only';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_stay BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_stays();
CREATE TRIGGER ledger_transactions_stay BEFORE TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_stays();

-- ---------------------------------------------------------------- balances

-- Sums of the accounts that can never be below zero: whatever a program tries, it is not committed.
CREATE TABLE ledger_balances (
  owner_id uuid NOT NULL REFERENCES users (uid),
  account text NOT NULL CHECK (account IN ('held', 'seller', 'platform', 'withdrawing')),
  -- Centavos.
  balance bigint NOT NULL CHECK (balance >= 0),
  PRIMARY KEY (owner_id, account)
);
INSERT INTO ledger_balances (owner_id, account, balance)
  SELECT owner_id, account, sum(amount) FROM ledger_entries
  WHERE account IN ('held', 'seller', 'platform') GROUP BY owner_id, account;

-- The rows are locked one after the other in the same order by everyone, so that two transactions
-- never wait for each other.
CREATE FUNCTION ledger_keeps_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT owner_id, account, sum(amount) AS amount FROM added
    WHERE account IN ('held', 'seller', 'platform', 'withdrawing')
    GROUP BY owner_id, account ORDER BY owner_id, account COLLATE "C"
  LOOP
    UPDATE ledger_balances SET balance = balance + change.amount
      WHERE owner_id = change.owner_id AND account = change.account;
    IF NOT FOUND THEN
      INSERT INTO ledger_balances AS b (owner_id, account, balance)
        VALUES (change.owner_id, change.account, change.amount)
        ON CONFLICT (owner_id, account) DO UPDATE SET balance = b.balance + EXCLUDED.balance;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entries_keep_balances AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_keeps_balances();

CREATE FUNCTION ledger_balances_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION 'balances follow the ledger and change with it alone';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_balances_follow BEFORE INSERT OR UPDATE OR DELETE ON ledger_balances
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_balances_follow();
CREATE TRIGGER ledger_balances_stay BEFORE TRUNCATE ON ledger_balances
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_stays();

-- Down Migration
