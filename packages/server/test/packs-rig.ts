import { randomUUID } from 'node:crypto';
import type { Archive, Pack } from '@guilda/contract/packs';
import { assignArchives, copyArchives } from '../src/modules/archives/index.ts';
import type { TestApp, TestPerson } from './harness.ts';
import { addPaidOrderRow, addServiceRow } from './rows.ts';

type Columns = Readonly<Record<string, unknown>>;

/** What sellers and buyers of packs do, over the program's own door where there is one. */
export function packsRig(app: TestApp) {
  const { database } = app.program;
  /** Sends one file, to wait for a service. */
  async function send(person: TestPerson, content: Buffer, name = 'foto.png'): Promise<Archive> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), name);
    const response = await person.fetch('/api/archives', { method: 'POST', body: form });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return ((await response.json()) as { archive: Archive }).archive;
  }
  /** Makes the pack of a service exactly these files. */
  async function assign(person: TestPerson, serviceId: string, ids: readonly string[]) {
    return database.transaction((tx) =>
      assignArchives(tx, { ownerId: person.uid, serviceId, ids }),
    );
  }
  /** A service with a pack of these files. */
  async function serviceWith(
    seller: TestPerson,
    ids: readonly string[],
    columns: Columns = {},
  ): Promise<string> {
    const serviceId = await addServiceRow(app.pool, seller.uid, { type: 'media', ...columns });
    const assigned = await assign(seller, serviceId, ids);
    if (!assigned.ok) throw new Error(assigned.code);
    return serviceId;
  }
  /** A paid order of the service's pack as it is now. */
  async function buy(
    buyer: TestPerson,
    seller: TestPerson,
    service: string,
    columns: Columns = {},
  ): Promise<string> {
    const order = { service, buyer: buyer.uid, seller: seller.uid };
    const paymentId = await addPaidOrderRow(app.pool, order, { type: 'media', ...columns });
    await database.transaction((tx) => copyArchives(tx, { serviceId: service, paymentId }));
    return paymentId;
  }
  return {
    send,
    assign,
    serviceWith,
    buy,
    newPerson: (name: string) => app.person(`${name}-${randomUUID().slice(0, 8)}`),
    bought: (buyer: TestPerson, paymentId: string, serviceId: string): Promise<Pack> =>
      buyer.api.packs.getBoughtPack({ params: { paymentId, serviceId } }),
    own: (seller: TestPerson, serviceId: string): Promise<Pack> =>
      seller.api.packs.getOwnPack({ params: { serviceId } }),
  };
}

export type PacksRig = ReturnType<typeof packsRig>;
