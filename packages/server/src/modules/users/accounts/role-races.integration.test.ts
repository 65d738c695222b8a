import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInAs } from '../../../../test/fixtures/data/people.ts';
import { feedbackBody } from '../../../../test/fixtures/modules/reports-fixture.ts';
import { holdTransaction } from '../../../../test/fixtures/server/hold-transaction.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/fixtures/server/test-database.ts';

const BOSS_EMAIL = 'chefe@pessoas.example';
const OTHER_EMAIL = 'outra@pessoas.example';

let database: TestDatabase;
/** The program whose administrators are `BOSS_EMAIL` and `OTHER_EMAIL`. */
let app: TestApp;
/** A program on the same database that has only `OTHER_EMAIL` as administrator. */
let laterApp: TestApp;
let extraApps: TestApp[] = [];
let boss: TestPerson;
let caseId: string;

const startAppWithAdmins = (adminEmails: string): Promise<TestApp> =>
  startTestApp({
    database,
    env: {
      ADMIN_EMAILS: adminEmails,
      TOKEN_SECRET: 'shared by the nodes of this test'.padEnd(64, '.'),
    },
  });

beforeAll(async () => {
  database = await createTestDatabase();
  laterApp = await startAppWithAdmins(OTHER_EMAIL);
  app = await startAppWithAdmins(`${BOSS_EMAIL},${OTHER_EMAIL}`);
});
beforeEach(async () => {
  boss = await signInAs(app.url, BOSS_EMAIL, 'Chefe de Tudo');
  const author = await app.signIn('Autora');
  ({ id: caseId } = await author.api.moderation.sendEmail({ body: feedbackBody('Gostei.') }));
});
afterEach(async () => {
  const appsToClose = extraApps;
  extraApps = [];
  await Promise.all(appsToClose.map((extraApp) => extraApp.close()));
});
afterAll(async () => {
  await Promise.all([app.close(), laterApp.close()]);
  await database.drop();
});

/** An action of the administrator: assigning the case. */
const takeCase = () => boss.fetch(`/api/admin/cases/${caseId}/assignee`, { method: 'PUT' });

const removals: readonly [string, () => Promise<unknown>][] = [
  [
    'a start without the address',
    async () => extraApps.push(await startAppWithAdmins(OTHER_EMAIL)),
  ],
  ['a sign-in without the address', () => signInAs(laterApp.url, BOSS_EMAIL, 'Chefe de Tudo')],
];

/** A transaction that holds a lock. */
interface LockHolder {
  /** Ends the transaction, which releases the lock. */
  readonly commit: () => Promise<unknown>;
  /** Waits until `count` processes wait behind the transaction. Throws if `work` ends before that. */
  readonly waitUntilBlocked: (work: Promise<unknown>, count: number) => Promise<void>;
}

/** Runs `work` beside a transaction that holds the lock of `statement`. */
async function holdLock(
  statement: string,
  work: (holder: LockHolder) => Promise<void>,
): Promise<void> {
  await using transaction = await holdTransaction(app.pool, [statement]);
  await work({
    commit: transaction.commit,
    waitUntilBlocked: async (blocked, count) => {
      const failWhenEnded = blocked.then(() => expect.unreachable('ended without waiting'));
      await Promise.race([failWhenEnded, transaction.waitForWaiters(count)]);
    },
  });
}

describe.each(removals)('the role of administrator that %s removes', (_, removeRole) => {
  it('stays until an action of the administrator has ended', async () => {
    await holdLock(
      `SELECT FROM cases WHERE id = '${caseId}' FOR UPDATE`,
      async ({ commit, waitUntilBlocked }) => {
        const action = takeCase();
        await waitUntilBlocked(action, 1);
        const removal = removeRole();
        await waitUntilBlocked(removal, 2);
        const { rows } = await app.pool.query('SELECT role FROM users WHERE uid = $1', [boss.uid]);
        expect(rows).toEqual([{ role: 'admin' }]);
        await commit();
        expect((await action).ok).toBe(true);
        await removal;
      },
    );
    expect((await takeCase()).status).toBe(403);
  });

  it('is missing in an action that began during the removal', async () => {
    await holdLock(
      'LOCK TABLE moderation_actions IN EXCLUSIVE MODE',
      async ({ commit, waitUntilBlocked }) => {
        const removal = removeRole();
        await waitUntilBlocked(removal, 1);
        const action = takeCase();
        await waitUntilBlocked(action, 2);
        await commit();
        expect((await action).status).toBe(403);
        await removal;
      },
    );
    const { rows } = await app.pool.query('SELECT assigned_to FROM cases WHERE id = $1', [caseId]);
    expect(rows).toEqual([{ assigned_to: null }]);
  });
});
