import { z } from 'zod';
import {
  booleanFlag,
  databaseUrlList,
  httpUrl,
  nonEmptyText,
  serviceToken,
  withSettingNotes,
} from './setting.ts';

/** Settings of the database, of Redis and of the files. */
export const storageSettings = {
  DATA_DIR: withSettingNotes(nonEmptyText.default('./data'), {
    group: 'storage',
    about: 'Uploads in flight; in demo mode database, files and secrets as well',
  }),
  SECRET_FILES: withSettingNotes(nonEmptyText.optional(), {
    group: 'storage',
    about:
      'What the paths of files with secrets begin with: with `/run/secrets/` each secret is also read from there by its name in small letters, such as `/run/secrets/smtp_url`; a file that is missing or empty counts as not given',
    without: 'variables, and files that `NAME_FILE` names',
  }),
  DATABASE_URL: withSettingNotes(z.url({ protocol: /^postgres(ql)?$/ }).optional(), {
    group: 'storage',
    about: 'A PostgreSQL (15 or newer) of yours',
    needed: true,
    secret: true,
    without: 'an embedded one in `DATA_DIR`',
  }),
  DATABASE_DIRECT_URL: withSettingNotes(z.url({ protocol: /^postgres(ql)?$/ }).optional(), {
    group: 'storage',
    about:
      'The same database without the pooler (PgBouncer) that `DATABASE_URL` leads to; database notifications, jobs, migrations, backups and commands use it',
    secret: true,
    without: '`DATABASE_URL` leads to the PostgreSQL itself',
  }),
  DATABASE_READ_URL: withSettingNotes(databaseUrlList.default([]), {
    group: 'storage',
    about:
      'Replicas of the database, by commas; lists, searches, profiles, figures and data exports are read there while one is at most 5 s behind and answers',
    secret: true,
    without: 'everything is read from `DATABASE_URL`',
  }),
  DATABASE_POOL_MAX: withSettingNotes(z.coerce.number().int().min(2).max(200).optional(), {
    group: 'storage',
    about: 'Connections of one process to the database',
    without: '`20`; with more than four `PROCESSES` their share of 80, at least 5',
  }),
  REDIS_URL: withSettingNotes(z.url({ protocol: /^rediss?$/ }).optional(), {
    group: 'storage',
    about:
      '`redis://` or `rediss://`; needed with more than one machine or unit, `PROCESSES` need none',
    secret: true,
  }),
  PG_BIN: withSettingNotes(nonEmptyText.optional(), {
    group: 'storage',
    about: 'Folder of PostgreSQL’s programs for the embedded database',
    without: 'those that came with it',
  }),
  FILES_DIR: withSettingNotes(nonEmptyText.optional(), {
    group: 'storage',
    about: 'Folder of uploaded files; production takes it or `S3_BUCKET`',
    without: '`DATA_DIR/files`',
  }),
  MIN_FREE_DISK_GB: withSettingNotes(z.coerce.number().min(0).max(1_000_000).optional(), {
    group: 'storage',
    about:
      'Free space of the disks of `FILES_DIR` and `DATA_DIR` below which nobody uploads (503) and all else goes on; fractions are fine, `0` looks at nothing',
    without: '2; 0.5 in demo mode',
  }),
  S3_BUCKET: withSettingNotes(nonEmptyText.optional(), {
    group: 'storage',
    about: 'Bucket of uploaded files in place of a folder',
  }),
  S3_REGION: withSettingNotes(nonEmptyText.default('us-east-1'), {
    group: 'storage',
    about: 'Region of the bucket',
  }),
  S3_ENDPOINT: withSettingNotes(httpUrl.optional(), {
    group: 'storage',
    about: 'A store that speaks S3 (MinIO, R2, …); its buckets are addressed by path',
    without: 'Amazon’s',
  }),
  S3_ACCESS_KEY_ID: withSettingNotes(serviceToken.optional(), {
    group: 'storage',
    about: 'Access key of the bucket; with `S3_SECRET_ACCESS_KEY` or not at all',
    secret: true,
    without: 'what the AWS SDK finds, such as a role',
  }),
  S3_SECRET_ACCESS_KEY: withSettingNotes(serviceToken.optional(), {
    group: 'storage',
    about: 'Secret key of the bucket that belongs to `S3_ACCESS_KEY_ID`',
    secret: true,
  }),
  S3_DIRECT_READS: withSettingNotes(booleanFlag.default(false), {
    group: 'storage',
    about:
      '`1`: files of packs are read from the store itself, by addresses it signed for a minute; browsers must reach `S3_ENDPOINT`, on a host of its own',
  }),
};
