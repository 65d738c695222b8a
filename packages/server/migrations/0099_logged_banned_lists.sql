-- Up Migration

-- Imports of lists of banned pictures are logged like what the team does.
ALTER TABLE moderation_actions
  DROP CONSTRAINT moderation_actions_subject_kind_check,
  ADD CONSTRAINT moderation_actions_subject_kind_check CHECK (subject_kind IN (
    'user', 'service', 'post', 'comment', 'review', 'order', 'case', 'withdrawal', 'refund',
    'sellers_report', 'banned_list'));

-- Down Migration
