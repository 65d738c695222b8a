import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReadZipEntry, readZipEntries } from '../../fixtures/checks/zip-entries.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../fixtures/server/test-app.ts';
import { personalColumns } from './personal-columns.ts';
import { createPersonalData, type PersonalData } from './personal-data.ts';

let app: TestApp;
let personalData: PersonalData;
let exportsByPerson: Map<TestPerson, readonly ReadZipEntry[]>;

const readExport = async (person: TestPerson) => {
  const response = await person.fetch('/api/users/me/export');
  expect(response.status).toBe(200);
  return readZipEntries(Buffer.from(await response.arrayBuffer()));
};

beforeAll(async () => {
  app = await startTestApp();
  personalData = await createPersonalData(app);
  exportsByPerson = new Map();
  for (const person of personalData.people) exportsByPerson.set(person, await readExport(person));
});
afterAll(() => app.close());

const entriesOf = (person: TestPerson) => exportsByPerson.get(person) ?? [];

/** All file names and contents of a person's data export as one text. */
const textOf = (person: TestPerson) =>
  entriesOf(person)
    .map(({ name, bytes }) => `${name}\n${bytes.toString('utf8')}`)
    .join('\n');

const jsonOf = (person: TestPerson, file: string): unknown =>
  JSON.parse(
    entriesOf(person)
      .find(({ name }) => name === file)
      ?.bytes.toString('utf8') ?? 'null',
  );

describe('exports of personal data', () => {
  it('contain all data of the person, and none of other people', () => {
    for (const person of personalData.people) {
      const text = textOf(person);
      const isExported = ({ value }: { readonly value: string }) => text.includes(value);
      const ownMarks = personalData.marks.filter(({ readers }) => readers.includes(person));
      const otherMarks = personalData.marks.filter(({ readers }) => !readers.includes(person));
      expect(ownMarks.length).toBeGreaterThan(60);
      expect(ownMarks.filter((mark) => !isExported(mark)).map(({ value }) => value)).toEqual([]);
      expect(otherMarks.filter(isExported).map(({ value }) => value)).toEqual([]);
    }
  });

  it('contain only uid and name of another person', () => {
    const { ana, bia } = personalData;
    const orders = jsonOf(ana, 'pedidos.json') as { person: { uid: string } }[];
    const otherPerson = orders.find(({ person }) => person.uid === bia.uid)?.person;
    expect(otherPerson).toEqual({ uid: bia.uid, name: bia.user.displayName });
  });

  it('contain the blocks that a person set, not those of others', () => {
    const { ana, bia, caio } = personalData;
    expect(jsonOf(ana, 'bloqueios.json')).toMatchObject([{ person: { uid: caio.uid } }]);
    for (const person of [bia, caio]) expect(jsonOf(person, 'bloqueios.json')).toEqual([]);
  });

  it('contain each conversation in a separate file', () => {
    for (const person of personalData.people) {
      const conversations = entriesOf(person).filter(({ name }) => name.startsWith('mensagens/'));
      const partners = personalData.people.filter((partner) => partner !== person);
      expect(conversations.map(({ name }) => name).sort()).toEqual(
        partners.map(({ user }) => `mensagens/${user.username}.json`).sort(),
      );
    }
  });

  it('have the same content when they are made in the background', async () => {
    const { bia } = personalData;
    const { export: requestedExport } = await bia.api.privacy.requestExport({});
    const params = { id: requestedExport.id };
    const openExport = async () => (await bia.api.privacy.openExport({ params })).url;
    await expect.poll(() => openExport().catch(() => '')).not.toBe('');
    const entries = readZipEntries(
      Buffer.from(await (await app.fetch(await openExport())).arrayBuffer()),
    );
    expect(entries.map(({ name }) => name)).toEqual(entriesOf(bia).map(({ name }) => name));
  });
});

describe('columns that refer to a person', () => {
  const columnsQuery = `SELECT table_name || '.' || column_name AS place, table_name AS table_of,
      column_name AS named
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;

  /** Columns with a foreign key to people, or with a uid of the test data. */
  async function listPersonalColumns(): Promise<Set<string>> {
    const referencesQuery = `SELECT r.conrelid::regclass || '.' || a.attname AS place
      FROM pg_constraint r JOIN pg_attribute a ON a.attrelid = r.conrelid AND a.attnum = ANY(r.conkey)
      WHERE r.contype = 'f' AND r.confrelid = 'users'::regclass`;
    const personalColumnNames = new Set(
      (await app.pool.query(referencesQuery)).rows.map(({ place }) => String(place)),
    );
    const uids = personalData.people.map(({ uid }) => uid).join('|');
    for (const { place, table_of, named } of (await app.pool.query(columnsQuery)).rows) {
      const holdingQuery = `SELECT FROM "${table_of}" WHERE "${named}"::text ~ $1 LIMIT 1`;
      if ((await app.pool.query(holdingQuery, [uids])).rowCount)
        personalColumnNames.add(String(place));
    }
    return personalColumnNames;
  }

  it('are exported, or have a documented reason why not', async () => {
    expect([...(await listPersonalColumns())].sort()).toEqual(Object.keys(personalColumns).sort());
  });

  it('are in a file that every export contains', () => {
    const fileNames = entriesOf(personalData.ana).map(({ name }) => name);
    for (const [place, of] of Object.entries(personalColumns)) {
      if (!('in' in of)) continue;
      const matchingFiles = fileNames.filter(
        (name) => name === of.in || name.startsWith(`${of.in}`),
      );
      expect(matchingFiles, place).not.toEqual([]);
      for (const person of personalData.people) {
        const file = entriesOf(person).find(({ name }) => name.startsWith(of.in));
        const isEmpty = /^(\[\]|null)\s*$/.test(file?.bytes.toString('utf8') ?? '[]');
        expect({ place, empty: isEmpty && of.in !== 'bloqueios.json' }).toEqual({
          place,
          empty: false,
        });
      }
    }
  });
});
