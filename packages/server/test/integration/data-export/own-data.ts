import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatAccessRecords } from '../../../src/modules/access-records/access-record.ts';
import { accessRecordCopyContext } from '../../../src/modules/access-records/data-export.ts';
import { openDataEncryption } from '../../../src/platform/data-encryption.ts';
import { deriveSecrets, readOrCreateMasterSecret } from '../../../src/platform/secrets.ts';
import { systemIds } from '../../../src/ports/ids.ts';
import { buildPackFile, buildPost, buildService } from '../../fixtures/data/builders.ts';
import type { TestPerson } from '../../fixtures/server/test-app.ts';
import { type MarkedColumns, type MarkedValues, pastTime } from './marked-values.ts';

/** Inserts data that concerns one person only. */
export async function insertOwnData(
  marked: MarkedValues,
  admin: TestPerson,
  me: TestPerson,
): Promise<void> {
  const { mark, markValue, insert, update } = marked;
  const { uid } = me;
  markValue(me.email, me);
  await savePayoutProfile(marked, me);
  await update(
    'users',
    { uid },
    {
      bio: mark('bio', me),
      effect_phrase: mark('phrase', me),
      discord_id: mark('discord', me),
      subject: mark('subject', me),
      privacy: 'private',
      hidden_reason: mark('user-hidden', me),
      age_verified_until: pastTime,
    },
  );
  await update('sessions', { uid }, { device: mark('device', me) });
  await insertOpenedAccessRecords(marked, me);
  await insert('age_checks', {
    uid,
    id: randomUUID(),
    provider: 'demo',
    provider_check_id: mark('check', me),
    url: mark('check-url'),
    return_path: '/',
    state: 'approved',
    method: mark('method', me),
    verified_until: pastTime,
    decided_at: pastTime,
  });
  await insert('notice_settings', { uid, topics: '{}', time_zone: mark('zone', me) });
  await insert('missed_mails', { uid, mailed_at: pastTime });
  const { rows } = await marked.app.pool.query('SELECT id FROM sessions WHERE uid = $1', [uid]);
  await insert('push_subscriptions', {
    endpoint: `https://${mark('push', me)}/${mark('push-key')}`,
    uid,
    p256dh: mark('p256dh'),
    auth: mark('auth'),
    session_id: rows[0].id,
  });
  await insert('discord_link_states', {
    state_hash: Buffer.from(mark('state')),
    uid,
    session_id: rows[0].id,
    expires_at: pastTime,
  });
  await insert('withdrawals', {
    id: randomUUID(),
    owner_id: uid,
    amount: 500,
    pix_key_kind: 'email',
    pix_key: mark('pix', me),
    idempotency_key: mark('withdrawal-key'),
    status: 'refused',
    reason: mark('refusal', me),
    decided_by: admin.uid,
    decided_at: pastTime,
  });
  await insert('data_exports', {
    id: markValue(randomUUID(), me),
    person_id: uid,
    state: 'failed',
    file_key: mark('export-key'),
  });
  await insert('notifications', {
    id: randomUUID(),
    receiver_id: uid,
    type: 'payment',
    content: mark('notified', me),
    additional_info: { paymentId: randomUUID() },
    dedupe_key: mark('dedupe'),
  });
  await publishOwnContent(marked, me);
  await insertCasesAndDecisions(marked, admin, me);
}

/** Saves the person's payout profile through the API, because only the program can encrypt it. */
async function savePayoutProfile({ markValue }: MarkedValues, person: TestPerson): Promise<void> {
  const body = {
    legalName: markValue(`Nome ${randomUUID().replaceAll(/[\d-]/g, 'x')}`, person),
    cpf: '123.456.789-09',
    birthDate: '1990-05-17',
  };
  const confirmation = await person.confirm('payout_profile');
  await person.api.wallet.putPayoutProfile({ body, confirmation });
}

/** Inserts access records that an operator has opened for the person, encrypted with the keys of the program. */
async function insertOpenedAccessRecords({ app, mark, insert }: MarkedValues, person: TestPerson) {
  const { uid } = person;
  const secrets = deriveSecrets(readOrCreateMasterSecret(app.dataDir));
  const dataEncryption = openDataEncryption([], secrets, systemIds);
  const address = mark('address', person);
  const lines = formatAccessRecords([
    { at: pastTime.toISOString(), uid, kind: 'write', address, port: 1 },
  ]);
  await insert('access_record_copies', {
    uid,
    sealed: dataEncryption.encrypt(lines, accessRecordCopyContext(uid)),
  });
}

/** Inserts services, posts, pictures and files of a person, both visible and deleted. */
async function publishOwnContent(
  { app, mark, markValue, insert, update }: MarkedValues,
  person: TestPerson,
) {
  const { pool } = app;
  const storeFile = async (key: string, content: string) => {
    const path = join(app.dataDir, 'files/objects', key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return Buffer.byteLength(content);
  };
  const markTitle = () => mark('service', person);
  const ownService = await buildService(pool, person.uid, {
    title: markTitle(),
    description: mark('about', person),
  });
  const hiddenServiceId = await buildService(pool, person.uid, {
    title: markTitle(),
    hidden_at: pastTime,
    hidden_reason: mark('service-hidden', person),
  });
  await buildService(pool, person.uid, { title: markTitle(), deleted_at: pastTime });
  const insertArchive = async (service: string | null, content: string, name: string) => {
    const id = await buildPackFile(pool, person.uid, { service_id: service, name });
    await update('archives', { id }, { size: await storeFile(`archives/${id}/file.png`, content) });
  };
  await insertArchive(ownService, mark('file', person), mark('file-name', person));
  await insertArchive(null, mark('waiting', person), mark('waiting-name', person));
  await insertArchive(hiddenServiceId, mark('hidden-file'), mark('hidden-name'));
  const insertPicture = async (content: string, columns: MarkedColumns = {}) => {
    const id = randomUUID();
    await insert('pictures', { id, owner_id: person.uid, kind: 'avatar', ...columns });
    await storeFile(`pictures/${id}/384.webp`, content);
    return id;
  };
  markValue(await insertPicture(mark('picture', person)), person);
  markValue(await insertPicture(mark('hidden-picture'), { hidden_at: pastTime }));
  await buildPost(pool, person.uid, {
    title: mark('post', person),
    description: mark('post-text', person),
  });
  await buildPost(pool, person.uid, {
    title: mark('post', person),
    hidden_at: pastTime,
    hidden_reason: mark('post-hidden', person),
  });
}

/** Inserts support requests and feedback of a person, and decisions of the team about the person. */
async function insertCasesAndDecisions(
  { mark, insert }: MarkedValues,
  admin: TestPerson,
  person: TestPerson,
) {
  const decisionId = randomUUID();
  await insert('decisions', {
    id: decisionId,
    person_id: person.uid,
    action: 'warn',
    subject_kind: 'user',
    subject_id: person.uid,
    excerpt: mark('excerpt', person),
    reason: mark('decision', person),
  });
  await insert('moderation_actions', {
    id: randomUUID(),
    actor_id: admin.uid,
    action: 'warn',
    subject_kind: 'user',
    subject_id: person.uid,
    reason: mark('log'),
  });
  const answeredFields = {
    author_id: person.uid,
    status: 'closed',
    decided_by: admin.uid,
    decided_at: pastTime,
  };
  const caseRows = [
    { kind: 'appeal', outcome: 'denied', decision_id: decisionId },
    { kind: 'feedback', outcome: 'useful' },
  ];
  for (const caseRow of caseRows) {
    const texts = {
      message: mark(caseRow.kind, person),
      answer: mark(`${caseRow.kind}-answer`, person),
    };
    await insert('cases', { id: randomUUID(), ...answeredFields, ...caseRow, ...texts });
  }
}
