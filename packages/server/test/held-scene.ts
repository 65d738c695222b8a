import type { TestApp } from './harness.ts';
import { furnish } from './held-belongings.ts';
import { meet } from './held-meetings.ts';
import { past, stageOf } from './held-stage.ts';

/**
 * Three people with everything between them, as rows of the database, each value of theirs unlike any
 * other: what they wrote to each other, bought, sold, reviewed, reported, what the team took away and
 * why. One of them blocks another one, the third one is suspended.
 */
export async function createHeldScene(app: TestApp) {
  const stage = stageOf(app);
  const admin = await app.admin();
  const people = [
    await app.person('ana'),
    await app.person('bia'),
    await app.person('caio'),
  ] as const;
  for (const me of people) await furnish(stage, admin, me);
  for (const me of people) {
    for (const other of people) if (me !== other) await meet(stage, admin, me, other);
  }
  const [ana, bia, caio] = people;
  await stage.insert('user_blocks', { blocker_id: ana.uid, blocked_id: caio.uid });
  await stage.insert('call_people', { uid: ana.uid, call_id: await anyCall(app) });
  const suspended = { suspended_at: past, suspended_reason: stage.mark('suspended', caio) };
  await stage.update('users', { uid: caio.uid }, suspended);
  // Who of the team it was is in nobody's copy.
  stage.note(admin.uid);
  stage.note(admin.email);
  return { ana, bia, caio, people, marks: stage.marks };
}

const anyCall = async ({ pool }: TestApp): Promise<string> =>
  (await pool.query('SELECT id FROM calls LIMIT 1')).rows[0].id;

export type HeldScene = Awaited<ReturnType<typeof createHeldScene>>;
