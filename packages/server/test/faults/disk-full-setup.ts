import { open, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { signInAs, type TestPerson } from '../fixtures/data/people.ts';
import { buildPng } from '../fixtures/data/pictures.ts';
import { createAnswers } from './answers.ts';
import { openFaultServer } from './fault-server.ts';

/*
 * Fills the disk of the given folder, lets people upload, frees space again, and prints the result as one line of JSON.
 * `disk-full.ts` runs it with a folder that is a small disk.
 */

const diskFolder = process.argv[2] ?? '';
const filesFolder = join(diskFolder, 'files');
const UPLOAD_COUNT = 20;
/** Number of bytes left free: less than a picture needs. */
const FREE_BYTES = 8_192;

/** Fills the free space; returns a function that frees it again. */
async function fillDisk(): Promise<() => Promise<void>> {
  const path = join(diskFolder, 'ballast');
  const file = await open(path, 'w');
  const { bavail, bsize } = await statfs(diskFolder);
  await file.write(Buffer.alloc(Math.max(0, bavail * bsize - FREE_BYTES)));
  await file.close();
  return () => rm(path);
}

async function listFileNames(): Promise<string[]> {
  const entries = await readdir(filesFolder, { recursive: true, withFileTypes: true });
  return entries.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
}

async function uploadPhoto(
  person: TestPerson,
  url: string,
  answers: ReturnType<typeof createAnswers>,
) {
  const form = new FormData();
  form.set('title', 'Aula');
  form.set('description', 'Uma hora.');
  form.set('price', '10');
  form.set('type', 'call');
  form.set('category', 'osu');
  form.set('photoURL', new Blob([await buildPng()]), 'capa.png');
  const headers = { authorization: `Bearer ${person.tokens.accessToken}` };
  return answers.call(`${url}/api/services/`, { method: 'POST', headers, body: form });
}

async function countRowsWithoutFile(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM pictures WHERE deleted_at IS NULL',
  );
  const allNames = (await listFileNames()).join('\n');
  return rows.filter(({ id }) => !allNames.includes(id)).length;
}

// `MIN_FREE_DISK_GB` is 0, because by default the program requires more free space than this small disk has.
const faultServer = await openFaultServer({
  FILES_DIR: filesFolder,
  MIN_FREE_DISK_GB: '0',
  UPLOADS_PER_PERSON: '20',
});
const databaseClient = new pg.Client({ connectionString: faultServer.databaseUrl });
try {
  await databaseClient.connect();
  const { url } = faultServer.nodes[0];
  const person = await signInAs(url, 'vende@pessoas.example', 'Vendedora');
  const answers = createAnswers();
  await uploadPhoto(person, url, answers);
  const fileCountBefore = (await listFileNames()).length;
  const freeDisk = await fillDisk();
  const answersWhileFull = await Promise.all(
    Array.from({ length: UPLOAD_COUNT }, () => uploadPhoto(person, url, answers)),
  );
  const refusedCount = answersWhileFull.filter((answer) => answer?.status === 503).length;
  const readyResponse = await fetch(`${url}/readyz`);
  const listResponse = await fetch(`${url}/api/services`);
  const rowsWithoutFileCount = await countRowsWithoutFile(databaseClient);
  const leftFileCount = (await listFileNames()).length - fileCountBefore;
  await freeDisk();
  const answerAfterwards = await uploadPhoto(person, url, answers);
  const isGuaranteeKept =
    refusedCount === UPLOAD_COUNT &&
    rowsWithoutFileCount === 0 &&
    leftFileCount === 0 &&
    listResponse.ok &&
    answerAfterwards?.status === 201 &&
    answers.violations.length === 0;
  const figures = {
    'uploads while full': UPLOAD_COUNT,
    'answered 503 with Retry-After': refusedCount,
    'rows without a file': rowsWithoutFileCount,
    'files left behind': leftFileCount,
    'readyz meanwhile': readyResponse.status,
    'lists meanwhile': listResponse.status,
    'an upload with room again': answerAfterwards?.status ?? 'no answer',
  };
  process.stdout.write(
    `${JSON.stringify({ isGuaranteeKept, figures, examples: answers.violations })}\n`,
  );
} finally {
  await databaseClient.end();
  await faultServer.close();
}
