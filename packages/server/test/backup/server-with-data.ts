import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pictureURL, pictureWidths } from '@guilda/contract/services/pictures';
import { pictures } from '../../src/modules/pictures/pictures-table.ts';
import { drizzle } from '../../src/platform/database/query-builder.ts';
import { deferDeletesDuringBackup } from '../../src/platform/uploads/defer-deletes.ts';
import { pictureKey } from '../../src/platform/uploads/images/pictures.ts';
import { systemIds } from '../../src/ports/ids.ts';
import { createOrdersFixture } from '../fixtures/modules/money/orders-fixture.ts';
import { openTestFileStore } from '../fixtures/server/disk-file-store.ts';
import { openFolder } from './backup-fixture.ts';

/** A server with orders, their ledger entries, and pictures with files. */
export async function startServerWithData() {
  const [fixture, home] = await Promise.all([createOrdersFixture(), openFolder()]);
  const { files: fileStore } = await openTestFileStore(join(home.folder, 'files'));
  const files = deferDeletesDuringBackup(fileStore, fixture.database);
  const [buyer, seller] = [await fixture.person(), await fixture.person()];
  const orderStatuses = ['complete', 'refunded', 'in_progress', 'awaiting_payment'] as const;
  let orderCount = 0;
  return {
    ...fixture,
    folder: home.folder,
    files,
    seller,
    /** Settings of the server, for the backup commands. */
    env: { DATABASE_URL: fixture.databaseUrl, DATA_DIR: home.folder },
    /** Creates one more order; the orders take the `orderStatuses` in turn. */
    addOrder: async () => {
      const status = orderStatuses[orderCount++ % orderStatuses.length] ?? 'complete';
      return fixture.order(status, { buyer, seller });
    },
    /** Creates a picture of a person; returns its address. */
    addPicture: async () => {
      const id = systemIds.uuid();
      for (const width of pictureWidths.avatar) {
        const body = Readable.from([randomBytes(3_000)]);
        await files.put(pictureKey(id, width), body, { contentType: 'image/webp' });
      }
      await drizzle({ client: fixture.pool })
        .insert(pictures)
        .values({ id, ownerId: seller.uid, kind: 'avatar' });
      return pictureURL(id, pictureWidths.avatar[0]);
    },
    close: async () => {
      await fixture.close();
      await home.remove();
    },
  };
}
