import type { TestApp } from '../../fixtures/server/test-app.ts';
import { createMarkedValues, pastTime } from './marked-values.ts';
import { insertOwnData } from './own-data.ts';
import { insertSharedData } from './shared-data.ts';

/**
 * Three people with every kind of data between them, inserted as rows in which every value is unique: messages, orders,
 * reviews, reports and moderation decisions. One person has blocked another one, and the third one is suspended.
 */
export async function createPersonalData(app: TestApp) {
  const marked = createMarkedValues(app);
  const admin = await app.signInAdmin();
  const people = [
    await app.signIn('ana'),
    await app.signIn('bia'),
    await app.signIn('caio'),
  ] as const;
  for (const me of people) await insertOwnData(marked, admin, me);
  for (const me of people) {
    for (const other of people) if (me !== other) await insertSharedData(marked, admin, me, other);
  }
  const [ana, bia, caio] = people;
  await marked.insert('user_blocks', { blocker_id: ana.uid, blocked_id: caio.uid });
  await marked.insert('call_people', { uid: ana.uid, call_id: await anyCallId(app) });
  const suspension = { suspended_at: pastTime, suspended_reason: marked.mark('suspended', caio) };
  await marked.update('users', { uid: caio.uid }, suspension);
  // No export names the acting administrator.
  marked.markValue(admin.uid);
  marked.markValue(admin.email);
  return { ana, bia, caio, people, marks: marked.marks };
}

const anyCallId = async ({ pool }: TestApp): Promise<string> =>
  (await pool.query('SELECT id FROM calls LIMIT 1')).rows[0].id;

export type PersonalData = Awaited<ReturnType<typeof createPersonalData>>;
