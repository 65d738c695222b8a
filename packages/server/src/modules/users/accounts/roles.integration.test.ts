import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket } from '../../../../test/fixtures/clients/sockets.ts';
import { signInAs } from '../../../../test/fixtures/data/people.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../../../../test/fixtures/server/test-app.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/fixtures/server/test-database.ts';

const BOSS_EMAIL = 'chefe@pessoas.example';
const OTHER_EMAIL = 'outra@pessoas.example';

let database: TestDatabase;
/** The program that runs during all tests; `BOSS_EMAIL` and `OTHER_EMAIL` are its administrators. */
let app: TestApp;
let startedApps: TestApp[] = [];

async function closeStarted(): Promise<void> {
  const appsToClose = startedApps;
  startedApps = [];
  await Promise.all(appsToClose.map((startedApp) => startedApp.close()));
}

/** Starts another program on the same database, with other administrators. */
async function startAppWithAdmins(
  adminEmails: string,
  options: TestAppOptions = {},
): Promise<TestApp> {
  const env = {
    ADMIN_EMAILS: adminEmails,
    TOKEN_SECRET: 'shared by the nodes of this test'.padEnd(64, '.'),
  };
  const startedApp = await startTestApp({ ...options, database, env });
  startedApps.push(startedApp);
  return startedApp;
}

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startAppWithAdmins(`${BOSS_EMAIL},${OTHER_EMAIL}`);
  startedApps = [];
});
// Each program is closed after its test, because it has its own connections and the test database allows few.
afterEach(closeStarted);
afterAll(async () => {
  await app.close();
  await database.drop();
});

const signInBoss = (targetApp: TestApp = app) =>
  signInAs(targetApp.url, BOSS_EMAIL, 'Chefe de Tudo');
const signInOther = (targetApp: TestApp = app) =>
  signInAs(targetApp.url, OTHER_EMAIL.toUpperCase(), 'Outra Chefe');

/** Audit log entries about a person, oldest first. */
async function auditEntriesOf(uid: string) {
  const { rows } = await app.pool.query(
    `SELECT action, actor_id, reason FROM moderation_actions WHERE subject_id = $1 ORDER BY created_at`,
    [uid],
  );
  return rows as readonly { action: string; actor_id: string | null; reason: string }[];
}

const actionsOf = async (uid: string) => (await auditEntriesOf(uid)).map(({ action }) => action);

describe('the role of administrator', () => {
  it('follows the e-mail address from the first sign-in, in any case, and is logged', async () => {
    const [one, two] = [await signInBoss(), await signInOther()];
    for (const { user } of [one, two]) expect(user).toMatchObject({ role: 'admin' });
    const expectedEntry = { action: 'grant_admin', actor_id: null };
    for (const { uid } of [one, two])
      expect(await auditEntriesOf(uid)).toMatchObject([expectedEntry]);
    await signInBoss();
    expect(await auditEntriesOf(one.uid)).toHaveLength(1);
    const { actions } = await one.api.moderationQueue.listActions({ query: { subject: two.uid } });
    expect(actions).toMatchObject([{ actor: null, subject: { label: `@${two.user.username}` } }]);
  });

  it('ends on every node when a process starts without the address; sockets reconnect without it', async () => {
    const person = await signInBoss();
    const socket = await connectSocket(app.url, person);
    const disconnection = new Promise((resolve) => socket.wire.once('disconnect', resolve));
    await person.api.moderationQueue.listActions({ query: {} });
    const laterApp = await startAppWithAdmins(OTHER_EMAIL);
    expect((await errorOfCall(person.api.moderationQueue.listActions({ query: {} }))).status).toBe(
      403,
    );
    expect(await person.api.users.getMe()).toMatchObject({ role: 'user', badges: ['newbie'] });
    expect(await disconnection).toBe('transport close');
    socket.close();
    expect(await auditEntriesOf(person.uid)).toMatchObject([
      { action: 'grant_admin' },
      { action: 'revoke_admin', actor_id: null, reason: expect.stringContaining('ADMIN_EMAILS') },
    ]);
    expect((await signInBoss(laterApp)).user.role).toBe('user');
    expect(await auditEntriesOf(person.uid)).toHaveLength(2);
    expect((await signInOther(laterApp)).user.role).toBe('admin');
  });

  it('follows the list at each sign-in', async () => {
    const laterApp = await startAppWithAdmins(OTHER_EMAIL);
    const person = await signInAs(laterApp.url, 'promovida@pessoas.example', 'Promovida');
    await app.pool.query(`UPDATE users SET role = 'admin' WHERE uid = $1`, [person.uid]);
    const promotedPerson = await signInAs(laterApp.url, person.email, 'Promovida');
    expect(promotedPerson.user.role).toBe('user');
    expect(await actionsOf(person.uid)).toEqual(['revoke_admin']);
  });

  it('is restored at a start with the address', async () => {
    const person = await signInBoss();
    await startAppWithAdmins(OTHER_EMAIL);
    expect(await person.api.users.getMe()).toMatchObject({ role: 'user' });
    await startAppWithAdmins(`${OTHER_EMAIL},${BOSS_EMAIL}`);
    expect(await person.api.users.getMe()).toMatchObject({ role: 'admin' });
    expect((await actionsOf(person.uid)).slice(-2)).toEqual(['revoke_admin', 'grant_admin']);
  });

  it('is taken from everybody when the list is empty, and given to the next address in it', async () => {
    const [one, two] = [await signInBoss(), await signInOther()];
    await startAppWithAdmins('', { externalServices: { adminEmails: [] } });
    for (const { api } of [one, two])
      expect((await errorOfCall(api.moderationQueue.listActions({ query: {} }))).status).toBe(403);
    const appWithNewAdmin = await startAppWithAdmins('nova@pessoas.example');
    const person = await signInAs(appWithNewAdmin.url, 'nova@pessoas.example', 'Nova Chefe');
    await person.api.moderationQueue.listActions({ query: {} });
  });

  it('is logged once when many processes start at once', async () => {
    await startAppWithAdmins(OTHER_EMAIL);
    const person = await signInBoss();
    const entryCountBefore = (await auditEntriesOf(person.uid)).length;
    await Promise.all([
      startAppWithAdmins(OTHER_EMAIL),
      startAppWithAdmins(OTHER_EMAIL),
      startAppWithAdmins(OTHER_EMAIL),
    ]);
    expect((await actionsOf(person.uid)).slice(entryCountBefore)).toEqual(['revoke_admin']);
  });

  it('comes from the account chooser in demo mode without a list', async () => {
    const demoApp = await startAppWithAdmins('');
    const demoOwner = await signInAs(demoApp.url, 'dona@guilda.example', 'Dona_Crit');
    expect(demoOwner.user).toMatchObject({ role: 'admin', username: 'Dona_Crit' });
    const appWithBoss = await startAppWithAdmins(BOSS_EMAIL);
    expect((await signInAs(appWithBoss.url, demoOwner.email, 'Dona_Crit')).user.role).toBe('user');
  });
});
