import { generateIdentity, identityToRecipient } from 'age-encryption';
import { expect, it } from 'vitest';
import { fakeClock } from '../../../test/fixtures/fakes/fake-clock.ts';
import { fakeTimers } from '../../../test/fixtures/fakes/fake-timers.ts';
import { systemIds } from '../../ports/ids.ts';
import { parseAccessRecords } from './access-record.ts';
import type { AccessRecordBatch } from './access-record-tables.ts';
import { createAccessRecorder } from './access-recorder.ts';
import { createTextDecrypter } from './encrypt-records.ts';

const ageIdentity = await generateIdentity();

/**
 * A recorder with a fake database, which keeps batches by id. `failures.unreachable` makes each insert fail;
 * `failures.answerLost` makes each insert fail after the batch was stored.
 */
async function startRecorder() {
  const timers = fakeTimers();
  const rows = new Map<string, AccessRecordBatch>();
  const failures = { unreachable: false, answerLost: false };
  const values = (batch: AccessRecordBatch) => ({
    onConflictDoNothing: async () => {
      if (failures.unreachable) throw new Error('the database is unreachable');
      rows.set(batch.id, batch);
      if (failures.answerLost) throw new Error('the answer was lost');
    },
  });
  const warnings: unknown[] = [];
  const recorder = createAccessRecorder({
    database: { db: { insert: () => ({ values }) } as never },
    accessRecordRecipients: [await identityToRecipient(ageIdentity)],
    clock: fakeClock(),
    ids: systemIds,
    timers,
    log: { warn: ({ lost }, message) => void warnings.push(lost === undefined ? message : lost) },
  });
  const decryptText = createTextDecrypter([ageIdentity]);
  return {
    recorder,
    timers,
    failures,
    rows,
    warnings,
    record: (from: number, count: number) => {
      for (let n = from; n < from + count; n += 1)
        recorder.record({ uid: `p${n}`, kind: 'write', client: { address: '::1', port: n } });
    },
    stored: async () => {
      const texts = await Promise.all([...rows.values()].map(({ sealed }) => decryptText(sealed)));
      return texts.flatMap(parseAccessRecords).map(({ uid }) => uid);
    },
  };
}

const buildPeople = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `p${from + n}`);

it('stores at most four thousand records in one batch, in order and each once', async () => {
  const { recorder, record, stored, rows, timers } = await startRecorder();
  record(0, 10_000);
  await recorder.store();
  expect(await stored()).toEqual(buildPeople(0, 10_000));
  expect(rows.size).toBe(3);
  expect(timers.countPending()).toBe(0);
});

it('keeps what could not be stored, and stores it once even when only the answer was lost', async () => {
  const { recorder, record, stored, failures, timers } = await startRecorder();
  record(0, 2);
  failures.answerLost = true;
  await expect(recorder.store()).rejects.toThrow('lost');
  record(2, 1);
  failures.answerLost = false;
  failures.unreachable = true;
  await expect(recorder.store()).rejects.toThrow('unreachable');
  expect(timers.countPending()).toBe(1);
  failures.unreachable = false;
  await recorder.store();
  expect(await stored()).toEqual(buildPeople(0, 3));
});

it('bounds its memory, and says how many records were lost', async () => {
  const { recorder, record, stored, failures, warnings } = await startRecorder();
  failures.unreachable = true;
  record(0, 30_000);
  await expect(recorder.store()).rejects.toThrow('unreachable');
  failures.unreachable = false;
  await recorder.store();
  // The batch that is being stored does not count towards the maximum of 20,000 records in memory.
  expect((await stored()).length).toBeLessThanOrEqual(21_000);
  expect(warnings.at(-1)).toBe(10_000);
});

it('writes addresses as they are, and nothing else that a proxy may send', async () => {
  const { recorder, rows } = await startRecorder();
  const recordAddress = (address: string) =>
    recorder.record({ uid: 'p', kind: 'write', client: { address, port: null } });
  for (const address of ['::ffff:203.0.113.9', '2001:DB8::1', 'unknown', '<script>'])
    recordAddress(address);
  await recorder.store();
  const [batch] = rows.values();
  const lines = await createTextDecrypter([ageIdentity])(batch?.sealed ?? Buffer.alloc(0));
  expect(parseAccessRecords(lines).map(({ address }) => address)).toEqual([
    '203.0.113.9',
    '2001:db8::1',
    'unknown',
    'unknown',
  ]);
});
