import { randomBytes } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import {
  databaseAt,
  testDatabasePrefix,
  withClient,
} from '../../test/fixtures/server/template-database.ts';
import { readConfig } from '../config/index.ts';
import { refuseOtherEncodings } from './database-server.ts';

it.each([
  ['SQL_ASCII', /guarda texto em SQL_ASCII\. Crie outro banco: CREATE DATABASE … ENCODING UTF8/],
  ['UTF8', null],
])('refuses a database that does not store UTF-8 (%s)', async (encoding, refusal) => {
  const adminUrl = inject('databaseAdminUrl');
  const name = `${testDatabasePrefix()}${randomBytes(4).toString('hex')}`;
  await withClient(adminUrl, (admin) =>
    admin.query(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C'`,
    ),
  );
  const start = refuseOtherEncodings(readConfig({ DATABASE_URL: databaseAt(adminUrl, name) }));
  if (refusal === null) await expect(start).resolves.toBeUndefined();
  else await expect(start).rejects.toThrow(refusal);
  await withClient(adminUrl, (admin) => admin.query(`DROP DATABASE ${name}`));
});
