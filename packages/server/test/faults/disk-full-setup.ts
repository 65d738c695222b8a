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

async function fileNames(): Promise<string[]> {
  const entries = await readdir(filesFolder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((e) => join(e.parentPath, e.name));
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

async function rowsWithoutFile(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM pictures WHERE deleted_at IS NULL',
  );
  const names = (await fileNames()).join('\n');
  return rows.filter(({ id }) => !names.includes(id)).length;
}

// The disk is smaller than the free space that the program requires.
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
  const before = (await fileNames()).length;
  const giveBack = await fillDisk();
  const full = await Promise.all(
    Array.from({ length: UPLOAD_COUNT }, () => uploadPhoto(person, url, answers)),
  );
  const refused = full.filter((answer) => answer?.status === 503).length;
  const ready = await fetch(`${url}/readyz`);
  const list = await fetch(`${url}/api/services`);
  const without = await rowsWithoutFile(databaseClient);
  const remains = (await fileNames()).length - before;
  await giveBack();
  const after = await uploadPhoto(person, url, answers);
  const isGuaranteeKept =
    refused === UPLOAD_COUNT &&
    without === 0 &&
    remains === 0 &&
    list.ok &&
    after?.status === 201 &&
    answers.violations.length === 0;
  const figures = {
    'uploads while full': UPLOAD_COUNT,
    'answered 503 with Retry-After': refused,
    'rows without a file': without,
    'files left behind': remains,
    'readyz meanwhile': ready.status,
    'lists meanwhile': list.status,
    'an upload with room again': after?.status ?? 'no answer',
  };
  process.stdout.write(
    `${JSON.stringify({ isGuaranteeKept, figures, examples: answers.violations })}\n`,
  );
} finally {
  await databaseClient.end();
  await faultServer.close();
}
