import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '@guilda/contract/catalog';
import type { TestApp, TestPerson } from './harness.ts';
import { noise } from './pictures.ts';

/** Fields of a service's form; absent ones are left out, several of a name are repeated. */
export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Parts {
  readonly image?: Uint8Array;
  readonly archives?: readonly (Uint8Array | string)[];
}

const whole: Fields = {
  title: 'Aula de mira',
  description: 'Uma hora de treino.',
  price: '49.90',
  type: 'call',
  category: 'valorant',
};

/** The form of spec §7. */
export function serviceForm(fields: Fields, { image, archives = [] }: Parts): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) if (each !== undefined) form.append(name, each);
  }
  if (image) form.append('photoURL', new Blob([new Uint8Array(image)]), 'capa.png');
  for (const [index, file] of archives.entries()) {
    const content = typeof file === 'string' ? file : new Uint8Array(file);
    form.append('archives', new Blob([content]), `arquivo-${index}.bin`);
  }
  return form;
}

/** A small photograph: no two of them are alike. */
export const photo = (): Promise<Buffer> => noise(80, 60).png().toBuffer();

/** What sellers do with services, over the program's own door. */
export function serviceRig(app: TestApp) {
  const serviceOf = async (response: Response): Promise<Service> => {
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return ((await response.json()) as { service: Service }).service;
  };
  const post = (seller: TestPerson, fields: Fields, parts: Parts = {}) =>
    seller.fetch('/api/services/', {
      method: 'POST',
      body: serviceForm({ ...whole, ...fields }, parts),
    });
  const patch = (who: TestPerson, id: string, fields: Fields, parts?: Parts) =>
    who.fetch(`/api/services/${id}`, {
      method: 'PATCH',
      ...(parts
        ? { body: serviceForm(fields, parts) }
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) }),
    });
  return {
    serviceOf,
    post,
    patch,
    publish: async (seller: TestPerson, fields: Fields = {}, parts: Parts = {}) =>
      serviceOf(await post(seller, fields, { image: await photo(), ...parts })),
    remove: (who: TestPerson, id: string) => who.fetch(`/api/services/${id}`, { method: 'DELETE' }),
    /** A file sent beforehand; answers its id. */
    sendArchive: async (who: TestPerson, file: Uint8Array): Promise<string> => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(file)]), 'antes.png');
      const answer = await who.fetch('/api/archives', { method: 'POST', body: form });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { archive: { id: string } }).archive.id;
    },
    buy: (buyer: TestPerson, serviceId: string, key: string = crypto.randomUUID()) =>
      buyer.fetch('/api/payments/checkout', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ serviceId }),
      }),
    /** A person whose age was checked, with photo and bio. */
    checkAge: (who: TestPerson) =>
      app.pool.query(
        `UPDATE users SET age_verified_until = now() + interval '1 year', bio = 'Olá',
           photo_url = '/perfil.webp' WHERE uid = $1`,
        [who.uid],
      ),
    /** Files of the storage, by their keys. */
    storedFiles: async (): Promise<string[]> => {
      const objects = join(app.dataDir, 'files', 'objects');
      const entries = await readdir(objects, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(objects.length + 1))
        .toSorted();
    },
    /** Rows of services, pictures and files of packs, those let go but held by orders left out. */
    rows: async () => {
      const { rows } = await app.pool.query(`SELECT
        (SELECT count(*)::int FROM services WHERE deleted_at IS NULL) AS services,
        (SELECT count(*)::int FROM pictures WHERE deleted_at IS NULL) AS pictures,
        (SELECT count(*)::int FROM archives WHERE removed_at IS NULL) AS archives`);
      return rows[0] as { services: number; pictures: number; archives: number };
    },
  };
}
