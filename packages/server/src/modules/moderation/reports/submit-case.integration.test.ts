import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createReportsFixture,
  feedbackBody,
  type ReportsFixture,
  reportBody,
  supportBody,
} from '../../../../test/fixtures/modules/reports-fixture.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';

let fixture: ReportsFixture;

beforeAll(async () => {
  fixture = await createReportsFixture();
});

afterAll(() => fixture.close());

beforeEach(() => {
  fixture.sent.splice(0);
  fixture.mailServer.down = false;
});

describe('submitting a case', () => {
  test('a report is stored and mailed', async () => {
    const [ana, joao] = [await fixture.buildPerson(), await fixture.buildPerson()];
    const { id } = await fixture.sendCase(ana, reportBody(joao));
    expect(await fixture.casesOf(ana)).toMatchObject([
      { id, kind: 'report', title: 'Golpe', message: 'Não entregou.', reported_user_id: joao },
    ]);
    await fixture.mail();
    expect(fixture.sent).toMatchObject([{ id: `case-${id}`, to: 'equipe@guilda.example' }]);
    expect(fixture.sent[0]?.subject).toMatch(/^Denúncia sobre @u\w+: Golpe$/);
  });

  test('feedback is stored and mailed', async () => {
    const ana = await fixture.buildPerson({ username: 'ana.souza' });
    const { id } = await fixture.sendCase(ana, feedbackBody('Gostei muito.'));
    expect(await fixture.casesOf(ana)).toMatchObject([
      { id, kind: 'feedback', title: null, message: 'Gostei muito.' },
    ]);
    await fixture.mail();
    expect(fixture.sent).toMatchObject([{ subject: 'Feedback de @ana.souza' }]);
  });

  test('a support request is stored with its order and mailed, however the code is typed', async () => {
    const { buyer, code, id } = await fixture.buildPurchase();
    await fixture.sendCase(buyer, supportBody(` ${code.toLowerCase()} `));
    expect(await fixture.casesOf(buyer)).toMatchObject([{ kind: 'support', payment_id: id }]);
    await fixture.mail();
    const teamMail = fixture.sent.find(({ to }) => to === 'equipe@guilda.example');
    expect(teamMail?.subject).toBe(`Pedido de suporte ${code}`);
    expect(teamMail?.text).toContain('Responder para: bia@pessoas.example');
  });

  test('the author is the caller, whatever the client sends', async () => {
    const [ana, joao, maria] = [
      await fixture.buildPerson(),
      await fixture.buildPerson(),
      await fixture.buildPerson(),
    ];
    const forgedFields = { userId: maria, reportedBy: maria, userName: 'maria' };
    await fixture.sendCase(ana, reportBody(joao, forgedFields));
    await fixture.sendCase(ana, feedbackBody('Oi', forgedFields));
    expect(await fixture.casesOf(maria)).toEqual([]);
    expect(await fixture.casesOf(ana)).toHaveLength(2);
    await fixture.mail();
    const { username } = (
      await fixture.pool.query('SELECT username FROM users WHERE uid = $1', [ana])
    ).rows[0];
    for (const mail of fixture.sent) expect(mail.text).toMatch(new RegExp(`^De: @${username} `));
  });

  test('a repeated idempotency key opens one case per author, also concurrently', async () => {
    const [ana, joao] = [await fixture.buildPerson(), await fixture.buildPerson()];
    const key = randomUUID();
    const send = (body: unknown) => fixture.sendCase(ana, body, key);
    const answers = await Promise.all(Array.from({ length: 30 }, () => send(reportBody(joao))));
    answers.push(await send(feedbackBody('Outro texto')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await fixture.casesOf(ana)).toMatchObject([{ kind: 'report', id: answers[0]?.id }]);
    await fixture.sendCase(joao, feedbackBody('Oi'), key);
    expect(await fixture.casesOf(joao)).toHaveLength(1);
    await fixture.mail();
    expect(fixture.sent).toHaveLength(2);
  });

  test('a mail that cannot be sent is retried and sent once', async () => {
    fixture.mailServer.down = true;
    const { id } = await fixture.sendCase(await fixture.buildPerson(), feedbackBody('Oi'));
    await fixture.mail();
    expect(fixture.sent).toEqual([]);
    fixture.mailServer.down = false;
    await fixture.mail(new Date(Date.now() + 3_600_000));
    await fixture.mail(new Date(Date.now() + 3_600_000));
    expect(fixture.sent.map((mail) => mail.id)).toEqual([`case-${id}`]);
  });

  test('the job does not contain the text', async () => {
    await fixture.sendCase(await fixture.buildPerson(), feedbackBody('palavras minhas'));
    const { rows } = await fixture.pool.query(
      'SELECT payload::text FROM graphile_worker._private_jobs',
    );
    expect(rows).toHaveLength(2);
    for (const { payload } of rows) expect(payload).toMatch(/^\{"caseId":"[0-9a-f-]{36}"\}$/);
    await fixture.mail();
  });

  test('hostile texts arrive unchanged, in one mail to one address', async () => {
    const [ana, joao] = [await fixture.buildPerson(), await fixture.buildPerson()];
    const title = 'Oi\nBcc: fora@evil.example';
    const description = '<script>alert(1)</script>\n\n.\nQUIT';
    await fixture.sendCase(ana, reportBody(joao, { title, description }));
    expect(await fixture.casesOf(ana)).toMatchObject([{ title, message: description }]);
    await fixture.mail();
    expect(fixture.sent).toHaveLength(1);
    expect(fixture.sent[0]?.to).toBe('equipe@guilda.example');
    expect(fixture.sent[0]?.subject).not.toMatch(/[\r\n]/);
    expect(fixture.sent[0]?.html).not.toContain('<script');
  });
});

describe('limits', () => {
  test('twenty an hour for each kind and person, also concurrently', async () => {
    const limitedFixture = await createReportsFixture({ limits: 1 });
    const [ana, joao] = [await limitedFixture.buildPerson(), await limitedFixture.buildPerson()];
    const send = limitedFixture.sendCase;
    const reports = await Promise.allSettled(
      Array.from({ length: 25 }, () => send(ana, reportBody(joao))),
    );
    expect(reports.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await errorOfCall(send(ana, reportBody(joao)))).toMatchObject({
      status: 429,
      message: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
    });
    for (let n = 0; n < 20; n += 1) await send(ana, feedbackBody(`Oi ${n}`));
    expect(await errorOfCall(send(ana, feedbackBody('Oi')))).toMatchObject({ status: 429 });
    for (let n = 0; n < 20; n += 1) {
      expect(await errorOfCall(send(ana, supportBody('GLD-XXXXXX')))).toMatchObject({
        status: 404,
      });
    }
    expect(await errorOfCall(send(ana, supportBody('GLD-XXXXXX')))).toMatchObject({ status: 429 });
    await send(joao, reportBody(ana));
    await limitedFixture.close();
  });
});
