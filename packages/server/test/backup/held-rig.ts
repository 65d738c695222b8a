import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pictureURL, pictureWidths } from '@guilda/contract/pictures';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pictures } from '../../src/modules/pictures/pictures-table.ts';
import { eraseBesideBackups } from '../../src/platform/uploads/erase-beside-backups.ts';
import { pictureKey } from '../../src/platform/uploads/pictures.ts';
import { systemIds } from '../../src/ports/ids.ts';
import { openTestFiles } from '../disk-files.ts';
import { createOrdersRig } from '../orders-rig.ts';
import { openFolder } from './rig.ts';

/** Orders with their money, and pictures with their files, as the program holds them. */
export async function heldRig() {
  const [rig, home] = await Promise.all([createOrdersRig(), openFolder()]);
  const { files: store } = await openTestFiles(join(home.folder, 'files'));
  const files = eraseBesideBackups(store, rig.database);
  const [buyer, seller] = [await rig.person(), await rig.person()];
  const states = ['complete', 'refunded', 'in_progress', 'awaiting_payment'] as const;
  let made = 0;
  return {
    ...rig,
    folder: home.folder,
    files,
    seller,
    /** What the commands are told of it. */
    env: { DATABASE_URL: rig.databaseUrl, DATA_DIR: home.folder },
    /** One more order, in one state after the other. */
    trade: async () => {
      const status = states[made++ % states.length] ?? 'complete';
      return rig.order(status, { buyer, seller });
    },
    /** A picture of a person; answers its address. */
    picture: async () => {
      const id = systemIds.uuid();
      for (const width of pictureWidths.avatar) {
        const body = Readable.from([randomBytes(3_000)]);
        await files.put(pictureKey(id, width), body, { contentType: 'image/webp' });
      }
      await drizzle({ client: rig.pool })
        .insert(pictures)
        .values({ id, ownerId: seller.uid, kind: 'avatar' });
      return pictureURL(id, pictureWidths.avatar[0]);
    },
    close: async () => {
      await rig.close();
      await home.remove();
    },
  };
}
