import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CaseRig, caseRig, feedback, report, support } from '../../../test/case-rig.ts';
import { refusal } from '../../../test/harness.ts';

let rig: CaseRig;

beforeAll(async () => {
  rig = await caseRig();
});

afterAll(() => rig.close());

beforeEach(() => {
  rig.sent.splice(0);
  rig.mailServer.down = false;
});

describe('reaching the team', () => {
  test('a report is kept and mailed', async () => {
    const [ana, joao] = [await rig.person(), await rig.person()];
    const { id } = await rig.tell(ana, report(joao));
    expect(await rig.casesOf(ana)).toMatchObject([
      { id, kind: 'report', title: 'Golpe', message: 'Não entregou.', reported_user_id: joao },
    ]);
    await rig.mail();
    expect(rig.sent).toMatchObject([{ id: `case-${id}`, to: 'equipe@guilda.example' }]);
    expect(rig.sent[0]?.subject).toMatch(/^Denúncia sobre @u\w+: Golpe$/);
  });

  test('a feedback is kept and mailed', async () => {
    const ana = await rig.person({ username: 'ana.souza' });
    const { id } = await rig.tell(ana, feedback('Gostei muito.'));
    expect(await rig.casesOf(ana)).toMatchObject([
      { id, kind: 'feedback', title: null, message: 'Gostei muito.' },
    ]);
    await rig.mail();
    expect(rig.sent).toMatchObject([{ subject: 'Feedback de @ana.souza' }]);
  });

  test('a support request is kept with its order and mailed, however the code is typed', async () => {
    const { buyer, code, id } = await rig.purchase();
    await rig.tell(buyer, support(` ${code.toLowerCase()} `));
    expect(await rig.casesOf(buyer)).toMatchObject([{ kind: 'support', payment_id: id }]);
    await rig.mail();
    expect(rig.sent).toMatchObject([{ subject: `Pedido de suporte ${code}` }]);
    expect(rig.sent[0]?.text).toContain('Responder para: bia@pessoas.example');
  });

  test('who writes is the caller, whatever the client says', async () => {
    const [ana, joao, maria] = [await rig.person(), await rig.person(), await rig.person()];
    const claims = { userId: maria, reportedBy: maria, userName: 'maria' };
    await rig.tell(ana, report(joao, claims));
    await rig.tell(ana, feedback('Oi', claims));
    expect(await rig.casesOf(maria)).toEqual([]);
    expect(await rig.casesOf(ana)).toHaveLength(2);
    await rig.mail();
    const { username } = (await rig.pool.query('SELECT username FROM users WHERE uid = $1', [ana]))
      .rows[0];
    for (const mail of rig.sent) expect(mail.text).toMatch(new RegExp(`^De: @${username} `));
  });

  test('a mail that cannot leave leaves later, once', async () => {
    rig.mailServer.down = true;
    const { id } = await rig.tell(await rig.person(), feedback('Oi'));
    await rig.mail();
    expect(rig.sent).toEqual([]);
    rig.mailServer.down = false;
    await rig.mail(new Date(Date.now() + 3_600_000));
    await rig.mail(new Date(Date.now() + 3_600_000));
    expect(rig.sent.map((mail) => mail.id)).toEqual([`case-${id}`]);
  });

  test('a job holds no words of anybody', async () => {
    await rig.tell(await rig.person(), feedback('palavras minhas'));
    const { rows } = await rig.pool.query(
      'SELECT payload::text FROM graphile_worker._private_jobs',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].payload).toMatch(/^\{"caseId":"[0-9a-f-]{36}"\}$/);
    await rig.mail();
  });

  test('hostile texts arrive as they are, in one mail to one address', async () => {
    const [ana, joao] = [await rig.person(), await rig.person()];
    const title = 'Oi\nBcc: fora@evil.example';
    const description = '<script>alert(1)</script>\n\n.\nQUIT';
    await rig.tell(ana, report(joao, { title, description }));
    expect(await rig.casesOf(ana)).toMatchObject([{ title, message: description }]);
    await rig.mail();
    expect(rig.sent).toHaveLength(1);
    expect(rig.sent[0]?.to).toBe('equipe@guilda.example');
    expect(rig.sent[0]?.subject).not.toMatch(/[\r\n]/);
    expect(rig.sent[0]?.html).not.toContain('<script');
  });
});

describe('limits', () => {
  test('twenty an hour of each kind and person, also at once', async () => {
    const limited = await caseRig({ limits: 1 });
    const [ana, joao] = [await limited.person(), await limited.person()];
    const send = limited.tell;
    const reports = await Promise.allSettled(
      Array.from({ length: 25 }, () => send(ana, report(joao))),
    );
    expect(reports.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await refusal(send(ana, report(joao)))).toMatchObject({
      status: 429,
      message: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
    });
    for (let n = 0; n < 20; n += 1) await send(ana, feedback(`Oi ${n}`));
    expect(await refusal(send(ana, feedback('Oi')))).toMatchObject({ status: 429 });
    for (let n = 0; n < 20; n += 1) {
      expect(await refusal(send(ana, support('GLD-XXXXXX')))).toMatchObject({ status: 404 });
    }
    expect(await refusal(send(ana, support('GLD-XXXXXX')))).toMatchObject({ status: 429 });
    await send(joao, report(ana));
    await limited.close();
  });
});
