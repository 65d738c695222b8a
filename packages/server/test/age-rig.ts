import { createHmac, randomUUID } from 'node:crypto';
import { deriveSecrets } from '../src/platform/secrets.ts';
import { startTestApp, type TestPerson } from './harness.ts';

const SECRET = 'a secret of the tests that is long enough to be one';

export type AgeRig = Awaited<ReturnType<typeof createAgeRig>>;

/** The provider's own words for a yes, as its record holds it. */
export const saysYes =
  "state = 'approved', event_id = id, verified_until = now() + interval '1 year'";

export const idOf = (url: string) => url.split('/').at(-1) ?? '';

/** Presses a button of the provider's page. */
export const press = (url: string, button: string, init: RequestInit = {}) =>
  fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual', ...init });

export async function start(person: TestPerson, returnTo?: string): Promise<string> {
  const body = returnTo === undefined ? {} : { returnTo };
  return (await person.api.age.startAgeVerification({ body })).url;
}

export const isAdult = async (person: TestPerson) => (await person.api.users.getMe({})).ageVerified;

export const stateOf = (person: TestPerson) => person.api.age.getAgeVerification({});

/** The program with people to be checked, and a way to speak as the provider. */
export async function createAgeRig() {
  const app = await startTestApp({ env: { TOKEN_SECRET: SECRET } });
  let count = 0;
  return {
    app,
    /** Somebody new, unchecked. */
    someone() {
      count += 1;
      return app.person(`pessoa${count}`);
    },
    rowOf: async ({ uid }: TestPerson) =>
      (await app.pool.query('SELECT * FROM age_checks WHERE uid = $1', [uid])).rows[0],
    /** Changes the provider's own record behind everybody's back. */
    record: (url: string, set: string) =>
      app.pool.query(`UPDATE sandbox.age_checks SET ${set} WHERE id = $1`, [idOf(url)]),
    /** The provider's record cannot be read while `work` runs. */
    async withoutProvider<T>(work: () => Promise<T>): Promise<T> {
      await app.pool.query('ALTER TABLE sandbox.age_checks RENAME TO gone');
      return work().finally(() => app.pool.query('ALTER TABLE sandbox.gone RENAME TO age_checks'));
    },
    /** A notification as the provider would send it. */
    notice(url: string, { at = new Date(), secret }: { at?: Date; secret?: string } = {}) {
      const key = secret ?? deriveSecrets(SECRET).of('demo age webhooks');
      const body = JSON.stringify({ id: `evt_${randomUUID()}`, checkId: idOf(url) });
      const seconds = Math.floor(at.getTime() / 1000);
      const signature = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
      return app.fetch('/api/age/webhooks/demo', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-sandbox-signature': `t=${seconds},v1=${signature}`,
        },
        body,
      });
    },
  };
}
