import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeskRig, deskRig } from '../../../test/desk-rig.ts';
import { enqueuer } from '../../platform/jobs/index.ts';
import { readCase } from './case-store.ts';
import { outcomeMail } from './outcome-mail.ts';
import { tellDecision } from './tell-decision.ts';

let rig: DeskRig;
let ana: string;
beforeAll(async () => {
  rig = await deskRig();
  ana = await rig.person({ email: 'ana@pessoas.example' });
});
afterAll(() => rig.close());

it('is mailed while it stands, and not once it was taken back', async () => {
  const [stands, lifted] = [await rig.decision(ana), await rig.decision(ana)];
  const { database, ids } = rig;
  for (const id of [stands, lifted])
    await database.transaction((tx) => tellDecision({ ids, enqueue: enqueuer() })(tx, id));
  await rig.pool.query('UPDATE decisions SET lifted_at = now() WHERE id = $1', [lifted]);
  await rig.mail();
  expect(rig.sent.map(({ id }) => id)).toEqual([`decision-${stands}`]);
});

it.each([
  ['Você tinha razão.', true],
  ['', false],
  [null, false],
])('of an appeal against it the answer %j is quoted: %s', async (answer, quoted) => {
  const { id } = await rig.appeal(ana, await rig.decision(ana));
  const reading = await readCase(rig.database.db, id);
  if (!reading) throw new Error('no case');
  const row = { ...reading.case, outcome: 'granted' as const, answer };
  const mail = await outcomeMail({ ...reading, case: row }, 'https://guilda.example');
  expect(mail?.text.includes('\n> Você tinha razão.')).toBe(quoted);
  expect(mail?.text.includes('\n>')).toBe(quoted);
  expect(mail?.html?.includes('<blockquote')).toBe(quoted);
});
