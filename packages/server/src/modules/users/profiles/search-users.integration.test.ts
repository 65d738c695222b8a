import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildUser } from '../../../../test/fixtures/data/builders.ts';
import { offlinePresence } from '../../../../test/fixtures/fakes/fake-presence.ts';
import { quietLog } from '../../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/fixtures/server/test-database.ts';
import { visitor } from '../../../platform/actor.ts';
import { createDatabase, type Database } from '../../../platform/database/pool.ts';
import { searchUsers } from './read-profiles.ts';

let clonedDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  clonedDatabase = await createTestDatabase();
  database = createDatabase(clonedDatabase.pooledUrl, { log: quietLog });
});
afterEach(async () => {
  await database.pool.query('TRUNCATE users, name_words CASCADE');
});
afterAll(async () => {
  await database.close();
  await clonedDatabase.drop();
});

const addUser = (
  username: string,
  name: string | null = null,
  columns: Record<string, unknown> = {},
) => buildUser(database.pool, { username, display_name: name, ...columns });

const createDeps = () => ({
  database,
  clock: { now: () => new Date('2026-11-20T12:00:00Z') },
  presence: offlinePresence,
});

async function searchPage(searchText: string, limit = 20, cursor?: string) {
  const searchResult = await searchUsers(createDeps())(visitor, { q: searchText, limit, cursor });
  if (!searchResult.ok) throw new Error(searchResult.code);
  return searchResult.value;
}

const findNames = async (q: string) => (await searchPage(q)).users.map(({ username }) => username);

describe('people', () => {
  it('are found by username, prefix, name, with typos, and by the middle of the username', async () => {
    await addUser('mariana22');
    await addUser('caracol', 'Ana Mariana', { completed_sales: 9 });
    await addUser('mariana');
    await addUser('a.mariana', null, { completed_sales: 1 });
    await addUser('xmarianax', null, { completed_sales: 99 });
    const namesInOrder = ['mariana', 'mariana22', 'caracol', 'a.mariana', 'xmarianax'];
    expect(await findNames('Mariana')).toEqual(namesInOrder);
    expect(await findNames('@mariana')).toEqual(namesInOrder);
    expect((await findNames('mraiana')).toSorted()).toEqual(['a.mariana', 'caracol', 'mariana']);
    expect(await findNames('mraiana22')).toEqual(['mariana22']);
  });

  it('are read from the index alone when few match, and in the same order when many do', async () => {
    const querySpy = vi.spyOn(database.pool, 'query');
    const countScans = () =>
      querySpy.mock.calls.filter(([sql]) => JSON.stringify(sql).includes('LIMIT 2000')).length;
    await addUser('comum.a', null, { completed_sales: 1 });
    await addUser('comum.b', null, { completed_sales: 2 });
    expect(await findNames('comum')).toEqual(['comum.b', 'comum.a']);
    expect(await findNames('ninguem')).toEqual([]);
    expect(countScans()).toBe(0);
    await Promise.all(Array.from({ length: 500 }, (_, n) => addUser(`comum${n}`)));
    const { users } = await searchPage('comum', 2);
    expect(users.map(({ username }) => username)).toEqual(['comum.b', 'comum.a']);
    expect(countScans()).toBeGreaterThan(0);
    querySpy.mockRestore();
  });

  it('are read by one statement for all kinds of matches when few match', async () => {
    await addUser('mariana22');
    await addUser('caracol', 'Ana Mariana', { completed_sales: 9 });
    await addUser('xmarianax', null, { completed_sales: 99 });
    const querySpy = vi.spyOn(database.pool, 'query');
    expect(await findNames('mariana')).toEqual(['mariana22', 'caracol', 'xmarianax']);
    const searches = querySpy.mock.calls
      .map(([sql]) => JSON.stringify(sql))
      .filter((sqlText) => sqlText.includes('completed_sales::text AS key'));
    querySpy.mockRestore();
    expect(searches).toHaveLength(1);
  });

  it('are found by any words of their name, without accents, by prefix or with typos', async () => {
    await addUser('estrela1', 'João da Conceição');
    for (const q of ['conceicao', 'JOÃO conc', 'conceicao joao', 'joao conseição', 'joaoo da']) {
      expect(await findNames(q), q).toEqual(['estrela1']);
    }
    for (const q of ['maria', 'joao silva', '!!', "'; --", "\\' | !x", '\u0301']) {
      expect(await findNames(q), q).toEqual([]);
    }
  });

  it('are not found when closed or suspended, and shown in part when private', async () => {
    await addUser('presente', 'Zuleica');
    await addUser('reservada', 'Zuleica', { privacy: 'private', bio: 'segredo' });
    await addUser('suspensa', 'Zuleica', { suspended_at: new Date() });
    await addUser('apagada', 'Zuleica', { deleted_at: new Date() });
    const { users } = await searchPage('zuleica');
    const shownUsers = users.map(({ username, restricted, bio }) => ({
      username,
      restricted,
      bio,
    }));
    expect(shownUsers.toSorted((a, b) => (a.username < b.username ? -1 : 1))).toEqual([
      { username: 'presente', restricted: false, bio: null },
      { username: 'reservada', restricted: true, bio: null },
    ]);
    expect((await searchPage('')).users).toHaveLength(2);
  });

  it('leave no searchable word when the account is closed', async () => {
    const uid = await addUser('passageira', 'Zuleica Prado');
    await addUser('ficante1', 'Ana Prado');
    await database.pool.query(
      `UPDATE users SET username = 'removido_1', display_name = NULL, deleted_at = now() WHERE uid = $1`,
      [uid],
    );
    const { rows } = await database.pool.query('SELECT word FROM name_words ORDER BY word');
    expect(rows.map(({ word }) => word)).toEqual(['ana', 'ficante1', 'prado']);
  });

  it('reject foreign cursors', async () => {
    for (const name of ['paginaa', 'paginab', 'paginac']) await addUser(name);
    const { nextCursor: listCursor } = await searchPage('', 1);
    const { nextCursor: searchCursor } = await searchPage('pagina', 1);
    const search = (q: string, cursor: string | null) =>
      searchUsers(createDeps())(visitor, { q, limit: 1, cursor: cursor ?? '' });
    expect([(await search('', listCursor)).ok, (await search('pagina', searchCursor)).ok]).toEqual([
      true,
      true,
    ]);
    expect([(await search('', searchCursor)).ok, (await search('pagina', listCursor)).ok]).toEqual([
      false,
      false,
    ]);
  });
});

const userArbitrary = fc.record({
  username: fc.constantFrom('mariana', 'mari.ana', 'xmariana', 'outra_'),
  name: fc.constantFrom(null, 'Mariana', 'Mariana Ana', 'Maraina'),
  sales: fc.integer({ min: 0, max: 2 }),
});

describe('paging', () => {
  it('shows every match once while others join', async () => {
    let userNumber = 0;
    const addNextUser = ({
      username,
      name,
      sales,
    }: {
      username: string;
      name: string | null;
      sales: number;
    }) => {
      userNumber += 1;
      return addUser(`${username}${userNumber}`, name, { completed_sales: sales });
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('mariana', 'maraina', 'marianna', 'mari', 'ana', ''),
        fc.integer({ min: 1, max: 5 }),
        fc.array(userArbitrary, { minLength: 1, maxLength: 15 }),
        fc.array(userArbitrary, { maxLength: 6 }),
        async (q, limit, usersBefore, laterUsers) => {
          await database.pool.query('TRUNCATE users, name_words CASCADE');
          for (const user of usersBefore) await addNextUser(user);
          const allUids = (await searchPage(q, 50)).users.map(({ uid }) => uid);
          const listedUids: string[] = [];
          let cursor: string | null | undefined;
          while (cursor !== null) {
            const page = await searchPage(q, limit, cursor);
            listedUids.push(...page.users.map(({ uid }) => uid));
            cursor = page.nextCursor;
            const nextUser = laterUsers.pop();
            if (nextUser) await addNextUser(nextUser);
          }
          expect(new Set(listedUids).size).toBe(listedUids.length);
          expect(listedUids.filter((uid) => allUids.includes(uid))).toEqual(allUids);
        },
      ),
      { numRuns: 40 },
    );
  });
});
