-- Up Migration

-- Whether the product wrote the message in its sender's name, such as the greeting of an order that starts.
ALTER TABLE messages ADD COLUMN system boolean NOT NULL DEFAULT false;
-- The number of each one's last message of that kind; 0 without one.
ALTER TABLE conversations
  ADD COLUMN low_system integer NOT NULL DEFAULT 0,
  ADD COLUMN high_system integer NOT NULL DEFAULT 0;

-- Down Migration
