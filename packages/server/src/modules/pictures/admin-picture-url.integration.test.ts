import { parsePictureURL, pictureURL } from '@guilda/contract/services/pictures';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../../../test/fixtures/data/builders.ts';
import { fakeClock } from '../../../test/fixtures/fakes/fake-clock.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import type { Person } from '../../platform/actor.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { systemIds } from '../../ports/ids.ts';
import {
  createAdminPictureUrls,
  createPictureAccess,
  createSignedPictureUrls,
  pictureUrlForAdmin,
} from './index.ts';

const clock = fakeClock();
const adminUrls = createAdminPictureUrls({ clock, secret: 'team' });
const adultPictureUrls = createSignedPictureUrls({ clock, secret: 'adults' });
let clonedDatabase: TestDatabase;
let database: Database;
let admin: Person;

beforeAll(async () => {
  clonedDatabase = await createTestDatabase();
  database = createDatabase(clonedDatabase.pooledUrl, { log: quietLog });
});
afterAll(async () => {
  await database.close();
  await clonedDatabase.drop();
});

const createPersonWithRole = async (role: 'admin' | 'user'): Promise<Person> => {
  const uid = await buildUser(database.pool, { role });
  return { kind: 'person', uid, role, sessionId: 's', adult: false, blocks: false };
};

beforeEach(async () => {
  admin = await createPersonWithRole('admin');
});

async function insertPicture(columns: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const id = systemIds.uuid();
  const row = { id, owner_id: admin.uid, kind: 'post', ...columns };
  const names = Object.keys(row);
  await database.pool.query(
    `INSERT INTO pictures (${names}) VALUES (${names.map((_, index) => `$${index + 1}`)})`,
    Object.values(row),
  );
  return pictureURL(id, 1280);
}

/** HTTP status with which the server answers a request for the picture at this URL. */
const getPicture = (
  url: string | null,
  access = { database, signedPictureUrls: adultPictureUrls, adminPictureUrls: adminUrls },
) => {
  const { id = '', accessRight } = parsePictureURL(url ?? '') ?? {};
  return createPictureAccess(access)(id, accessRight);
};
const urlForAdmin = (url: string, person = admin) => pictureUrlForAdmin(adminUrls)(person, url);

describe('a picture address for administrators', () => {
  it.each([
    ['hidden', { hidden_at: new Date() }],
    ['for adults', { adult: true }],
    ['both', { hidden_at: new Date(), adult: true }],
    ['neither', {}],
  ])('opens a picture that is %s, for minutes', async (_, columns) => {
    const url = await insertPicture(columns);
    const response = await getPicture(urlForAdmin(url));
    if (response === null || response === 'everyone')
      throw new Error('it is not open to one person');
    expect(response.privateSeconds).toBeGreaterThan(5 * 60 - 1);
    expect(response.privateSeconds).toBeLessThanOrEqual(10 * 60);
  });

  it('is worthless when expired or altered', async () => {
    const url = await insertPicture({ hidden_at: new Date() });
    const signedUrl = urlForAdmin(url) ?? '';
    expect(await getPicture(signedUrl.replace(/sig=.{4}/, 'sig=AAAA'))).toBeNull();
    expect(await getPicture(url)).toBeNull();
    const otherPictureId =
      parsePictureURL(await insertPicture({ hidden_at: new Date() }))?.id ?? '';
    const accessRight = parsePictureURL(signedUrl)?.accessRight;
    expect(await getPicture(pictureURL(otherPictureId, 1280, accessRight))).toBeNull();
    clock.advance(10 * 60 * 1000);
    expect(await getPicture(signedUrl)).toBeNull();
  });

  it('opens no deleted or unknown picture', async () => {
    expect(
      await getPicture(urlForAdmin(await insertPicture({ deleted_at: new Date() }))),
    ).toBeNull();
    expect(await getPicture(urlForAdmin(pictureURL(systemIds.uuid(), 1280)))).toBeNull();
  });

  it('is made for administrators only, and worthless without the role', async () => {
    const url = await insertPicture({ hidden_at: new Date() });
    expect(urlForAdmin(url, await createPersonWithRole('user'))).toBeNull();
    for (const change of [`role = 'user'`, 'suspended_at = now()', 'deleted_at = now()']) {
      const formerAdmin = await createPersonWithRole('admin');
      const signedUrl = urlForAdmin(url, formerAdmin);
      expect(await getPicture(signedUrl)).not.toBeNull();
      await database.pool.query(`UPDATE users SET ${change} WHERE uid = $1`, [formerAdmin.uid]);
      expect(await getPicture(signedUrl)).toBeNull();
    }
  });

  it('is not interchangeable with an address for adults', async () => {
    const url = await insertPicture({ hidden_at: new Date() });
    expect(await getPicture(adultPictureUrls.sign(url, admin.uid))).toBeNull();
    const depsWithoutAdminUrls = { database, signedPictureUrls: adultPictureUrls } as never;
    expect(await getPicture(urlForAdmin(url), depsWithoutAdminUrls)).toBeNull();
  });

  it('leaves foreign addresses unchanged', () => {
    expect(pictureUrlForAdmin(adminUrls)(admin, null)).toBeNull();
    expect(urlForAdmin('/art/categorias/valorant.svg')).toBe('/art/categorias/valorant.svg');
  });
});
