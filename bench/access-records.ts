import {
  ACCESS_RECORD_BATCH_SIZE,
  createAccessRecorder,
} from '../packages/server/src/modules/access-records/index.ts';
import { createDatabase } from '../packages/server/src/platform/database/pool.ts';
import { findFreePort } from '../packages/server/src/platform/network/free-port.ts';
import { systemClock } from '../packages/server/src/ports/clock.ts';
import { systemIds } from '../packages/server/src/ports/ids.ts';
import { systemTimers } from '../packages/server/src/ports/timers.ts';
import { signInAs } from '../packages/server/test/fixtures/data/people.ts';
import { quietLog } from '../packages/server/test/fixtures/server/quiet-log.ts';
import { readCpuSeconds } from './mixed/processor-time.ts';
import { hasPrintedUrl, startScript } from './processes.ts';
import type { ReportLine } from './report.ts';

const REQUEST_COUNT = 5_000;
const CONNECTION_COUNT = 10;
const RECORD_COUNT = 60_000;
/**
 * Number of measured batches with a single record; a node with little traffic stores such a batch every five seconds.
 */
const SINGLE_RECORD_BATCHES = 50;
/**
 * Targets for access records: storing one record takes at most this share of the processor time of a cheap write
 * request, and storing a batch with one record takes at most this share of the five seconds between two batches.
 */
const MAX_PROCESSOR_SHARE = 0.01;
/** A public key to encrypt the records to; its private key was deleted. */
const RECIPIENT_PUBLIC_KEY = 'age1h5dvf9c6xld3hgf0rsz47ps6gha57x5u57sqs2ecsrdwuhruxfyq4e7vs3';

/** Processor time in µs of a cheap write request without access records; null if the system does not report it. */
async function measureWriteRequest(env: Readonly<Record<string, string>>): Promise<number | null> {
  const program = await startScript('scripts/start.ts', await findFreePort(), hasPrintedUrl, env);
  try {
    const person = await signInAs(program.url, 'escreve@pessoas.example', 'Escreve');
    const path = `/api/notifications/mark-as-read/${person.uid}`;
    const sendWrites = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        const answer = await person.fetch(path, { method: 'POST' });
        if (!answer.ok) throw new Error(`a write was answered with ${answer.status}`);
      }
    };
    const sendAll = (count: number) =>
      Promise.all(
        Array.from({ length: CONNECTION_COUNT }, () => sendWrites(count / CONNECTION_COUNT)),
      );
    await sendAll(REQUEST_COUNT / 5);
    const pids = { program: program.pid, load: process.pid };
    const secondsBefore = readCpuSeconds(pids);
    await sendAll(REQUEST_COUNT);
    const secondsAfter = readCpuSeconds(pids);
    return secondsBefore && secondsAfter
      ? ((secondsAfter.program - secondsBefore.program) / REQUEST_COUNT) * 1e6
      : null;
  } finally {
    await program.stop();
  }
}

/**
 * Measures processor times in µs: `perRecord` for collecting and storing one record of a full batch, `perSingleBatch`
 * for a batch with a single record.
 */
async function measureRecordStorage(url: string) {
  const database = createDatabase(url, { max: 2, log: quietLog });
  const recorder = createAccessRecorder({
    database,
    clock: systemClock,
    ids: systemIds,
    timers: systemTimers,
    log: quietLog,
    accessRecordRecipients: [RECIPIENT_PUBLIC_KEY],
  });
  const uid = systemIds.uuid();
  const storeBatches = async (batches: number, size: number) => {
    const usageBefore = process.cpuUsage();
    for (let batch = 0; batch < batches; batch += 1) {
      for (let n = 0; n < size; n += 1)
        recorder.record({ uid, kind: 'write', client: { address: '203.0.113.9', port: 50_123 } });
      await recorder.store();
    }
    const { user, system } = process.cpuUsage(usageBefore);
    return user + system;
  };
  try {
    await storeBatches(SINGLE_RECORD_BATCHES, 1);
    const perSingleBatch = (await storeBatches(SINGLE_RECORD_BATCHES, 1)) / SINGLE_RECORD_BATCHES;
    return {
      perRecord:
        (await storeBatches(RECORD_COUNT / ACCESS_RECORD_BATCH_SIZE, ACCESS_RECORD_BATCH_SIZE)) /
        RECORD_COUNT,
      perSingleBatch,
    };
  } finally {
    await database.close();
  }
}

/** Measures the processor time of access records, compared with a cheap write request. */
export async function measureAccessRecords(
  url: string,
  env: Readonly<Record<string, string>>,
): Promise<ReportLine[]> {
  const writeRequestUs = await measureWriteRequest(env);
  const { perRecord, perSingleBatch } = await measureRecordStorage(url);
  const share = writeRequestUs === null ? null : perRecord / writeRequestUs;
  return [
    {
      name: 'access record ÷ a cheap request that writes, processor time under load',
      value:
        share === null
          ? `${perRecord.toFixed(1)} µs`
          : `${(share * 100).toFixed(2)} % (${perRecord.toFixed(1)} of ${writeRequestUs?.toFixed(0)} µs)`,
      targetText: 'below 1 %',
      isMet: share === null ? null : share < MAX_PROCESSOR_SHARE,
    },
    {
      name: 'batch of one access record, every 5 s at most',
      value: `${(perSingleBatch / 1000).toFixed(1)} ms`,
      targetText: 'below 1 % of 5 s',
      isMet: perSingleBatch / 5e6 < MAX_PROCESSOR_SHARE,
    },
  ];
}
