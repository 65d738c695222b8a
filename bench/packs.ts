import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { buildPng } from '../packages/server/test/fixtures/data/pictures.ts';
import type { RunningProcess } from './processes.ts';
import type { ReportLine } from './report.ts';
import { fieldPart, sendForm, videoPart } from './upload.ts';

const KIB = 1024;
const MIB = KIB * KIB;
/** Size in MB of the files for measuring throughput. */
const FILE_MB = 100;
/** Size in MB of the file for measuring memory. */
const LARGE_FILE_MB = 1024;

/** Settings of the measured program that allow one person to upload files of `LARGE_FILE_MB`. */
export const packSettings = {
  MAX_ARCHIVE_MB: String(LARGE_FILE_MB + 1),
  STORAGE_PER_PERSON_GB: '100',
  STORAGE_WAITING_GB: '100',
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A JSON object whose values have the type `never`, so that they can be passed on as any type without a cast. */
interface JsonAnswer {
  readonly [name: string]: never;
}

async function fetchJson(url: string, init: RequestInit = {}): Promise<JsonAnswer> {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  return (await response.json()) as JsonAnswer;
}

const postJson = (url: string, body: unknown) =>
  fetchJson(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function signIn(url: string): Promise<string> {
  const { idToken } = await postJson(`${url}/dev/id-token`, {
    email: 'pacotes@bench.example',
    name: 'Pacotes',
  });
  const { tokens } = await postJson(`${url}/api/auth/google`, { idToken });
  // A value of type `never` has no properties, so it is cast before its property is read.
  return (tokens as unknown as { accessToken: string }).accessToken;
}

/** Resident memory of a process in bytes; null if the system does not report it. */
async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * KIB;
}

/** Largest increase of a process's memory while `work` runs, in bytes. */
async function memoryIncreaseDuring(
  pid: number,
  work: () => Promise<unknown>,
): Promise<number | null> {
  const bytesBefore = await residentBytes(pid);
  let peakBytes = bytesBefore ?? 0;
  let hasEnded = false;
  const watchLoop = (async () => {
    while (!hasEnded) {
      peakBytes = Math.max(peakBytes, (await residentBytes(pid)) ?? 0);
      await delay(20);
    }
  })();
  await work();
  hasEnded = true;
  await watchLoop;
  return bytesBefore === null ? null : peakBytes - bytesBefore;
}

/** Uploads and downloads pack files as one person, and measures the throughput. */
class PackUploader {
  readonly #program: RunningProcess;
  readonly #token: string;

  constructor(program: RunningProcess, token: string) {
    this.#program = program;
    this.#token = token;
  }

  /** Uploads one file; returns the throughput in MB/s. */
  async uploadFile(megabytes: number): Promise<number> {
    const { url } = this.#program;
    const parts = [videoPart('file', megabytes)];
    const { seconds } = await sendForm(`${url}/api/archives`, parts, this.#token);
    return megabytes / seconds;
  }

  /** Publishes a service whose pack has one file; returns the throughput in MB/s and the service's id. */
  async publishService(image: Buffer): Promise<{ perSecond: number; id: string }> {
    const fields = { title: 'Vídeos', description: 'Um vídeo.', price: '1', type: 'media' };
    const parts = [
      ...Object.entries({ ...fields, category: 'drawing' }).map((field) => fieldPart(...field)),
      fieldPart('photoURL', image, 'capa.png'),
      videoPart('archives', FILE_MB),
    ];
    const { url } = this.#program;
    const { seconds, answer } = await sendForm(`${url}/api/services/`, parts, this.#token);
    return { perSecond: FILE_MB / seconds, id: (answer as { service: { id: string } }).service.id };
  }

  /** Downloads a pack as zip; returns the throughput in MB/s. */
  async downloadZip(serviceId: string): Promise<number> {
    const { url } = this.#program;
    const headers = { authorization: `Bearer ${this.#token}` };
    const pack = await fetchJson(`${url}/api/packs/${serviceId}`, { headers });
    const startedAt = performance.now();
    const response = await fetch(url + pack['zipUrl']);
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    return bytes / MIB / ((performance.now() - startedAt) / 1000);
  }
}

/** Measures upload and download rates of the program, compared with a bare server that streams to disk. */
export async function measurePacks(
  program: RunningProcess,
  bareServer: RunningProcess,
  rounds: number,
) {
  const uploader = new PackUploader(program, await signIn(program.url));
  const image = await buildPng();
  const rates = { upload: [], bare: [], form: [], zip: [] } as Record<string, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    const { seconds } = await sendForm(`${bareServer.url}/upload`, [videoPart('file', FILE_MB)]);
    rates['bare']?.push(FILE_MB / seconds);
    // Files are not deleted between the measurements, because the disk would still be busy with the deletion.
    rates['upload']?.push(await uploader.uploadFile(FILE_MB));
    const { perSecond, id } = await uploader.publishService(image);
    rates['form']?.push(perSecond);
    rates['zip']?.push(await uploader.downloadZip(id));
  }
  // Memory is measured last, so that the normal growth of a new process is not counted.
  const memoryIncrease = await memoryIncreaseDuring(program.pid, () =>
    uploader.uploadFile(LARGE_FILE_MB),
  );
  const medianOf = (name: string) => median(rates[name] ?? []);
  return {
    upload: medianOf('upload'),
    bare: medianOf('bare'),
    form: medianOf('form'),
    zip: medianOf('zip'),
    memoryIncrease,
  };
}

export function packReportLines(
  measurements: Awaited<ReturnType<typeof measurePacks>>,
): ReportLine[] {
  const { upload, bare, form, zip, memoryIncrease } = measurements;
  const speedLine = (name: string, value: number): ReportLine => ({
    name,
    value: `${value.toFixed(0)} MB/s`,
    targetText: '',
    isMet: null,
  });
  return [
    {
      name: `upload of ${FILE_MB} MB ÷ a bare stream to disk`,
      value: (upload / bare).toFixed(2),
      targetText: 'at least 0.7',
      isMet: upload / bare >= 0.7,
    },
    speedLine('upload', upload),
    speedLine('bare stream to disk', bare),
    speedLine('upload together with the service', form),
    speedLine('zip of a pack', zip),
    {
      name: `memory more during an upload of ${LARGE_FILE_MB} MB`,
      value: memoryIncrease === null ? 'not measured' : `${(memoryIncrease / MIB).toFixed(0)} MB`,
      targetText: 'below 60 MB',
      isMet: memoryIncrease === null ? null : memoryIncrease < 60 * MIB,
    },
  ];
}
