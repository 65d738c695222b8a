import { randomUUID } from 'node:crypto';
import { endpoints } from '@guilda/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiRig, apiRig } from '../../../test/api-rig.ts';
import { fakeEnforce } from '../../../test/fake-enforce.ts';
import { refusal } from '../../../test/harness.ts';
import { quietLog } from '../../../test/quiet-log.ts';
import {
  addCommentRow,
  addPaidOrderRow,
  addPostRow,
  addServiceRow,
  addUserRow,
} from '../../../test/rows.ts';
import { registerEndpoints } from '../../platform/http/endpoints.ts';
import { createJobs, type Jobs } from '../../platform/jobs/index.ts';
import type { Mail } from '../../ports/mailer.ts';
import { type ModerationTasks, moderationHandlers, moderationTasks } from './index.ts';

const { enforce } = fakeEnforce();
let rig: ApiRig;
let jobs: Jobs<ModerationTasks>;
let sent: Mail[] = [];
let down = false;

const send = async (mail: Mail) => {
  if (down) throw new Error('the mail server is away');
  sent.push(mail);
};

const register = async ({ app, door, ...deps }: Parameters<Parameters<typeof apiRig>[0]>[0]) => {
  const { database } = deps;
  const mailing = { teamEmail: 'equipe@guilda.example', publicUrl: 'https://guilda.example' };
  const tasks = moderationTasks({ database, mailer: { send }, ...mailing });
  jobs = createJobs<ModerationTasks>({ database, log: quietLog }, tasks);
  await jobs.runUntilIdle();
  const handlers = moderationHandlers({ ...deps, enforce, enqueue: jobs.enqueue });
  registerEndpoints(app, endpoints.moderation, handlers, door);
};

beforeAll(async () => {
  rig = await apiRig(register);
});

afterAll(() => rig.close());

beforeEach(() => {
  sent = [];
  down = false;
});

const pool = () => rig.database.pool;
const person = (columns = {}) => addUserRow(pool(), columns);
const tell = (by: string, body: unknown) =>
  rig.as(by).moderation.sendEmail({ body: body as never });

const report = (reportedUserId: string, data = {}) => ({
  emailType: 'report',
  emailData: { title: 'Golpe', description: 'Não entregou.', reportedUserId, ...data },
});
const feedback = (feedbackMessage: string, data = {}) => ({
  emailType: 'feedback',
  emailData: { feedbackMessage, ...data },
});
const support = (purchaseCode: string, userMessage = 'Ninguém responde.') => ({
  emailType: 'support',
  emailData: { purchaseCode, userMessage },
});

const casesOf = async (uid: string) =>
  (await pool().query('SELECT * FROM cases WHERE author_id = $1 ORDER BY number', [uid])).rows;

async function purchase(service_status = 'awaiting_start') {
  const [seller, buyer] = [await person(), await person({ email: 'bia@pessoas.example' })];
  const service = await addServiceRow(pool(), seller);
  const code = `GLD-${randomUUID().slice(0, 6).toUpperCase()}`;
  const order = { service, buyer, seller };
  const id = await addPaidOrderRow(pool(), order, { purchase_code: code, service_status });
  return { seller, buyer, code, id };
}

describe('reaching the team', () => {
  test('a report is kept and mailed', async () => {
    const [ana, joao] = [await person(), await person()];
    const { id } = await tell(ana, report(joao));
    expect(await casesOf(ana)).toMatchObject([
      { id, kind: 'report', title: 'Golpe', message: 'Não entregou.', reported_user_id: joao },
    ]);
    await jobs.runUntilIdle();
    expect(sent).toMatchObject([{ id: `case-${id}`, to: 'equipe@guilda.example' }]);
    expect(sent[0]?.subject).toMatch(/^Denúncia sobre @u\w+: Golpe$/);
  });

  test('a feedback is kept and mailed', async () => {
    const ana = await person({ username: 'ana.souza' });
    const { id } = await tell(ana, feedback('Gostei muito.'));
    expect(await casesOf(ana)).toMatchObject([
      { id, kind: 'feedback', title: null, message: 'Gostei muito.' },
    ]);
    await jobs.runUntilIdle();
    expect(sent).toMatchObject([{ subject: 'Feedback de @ana.souza' }]);
  });

  test('a support request is kept with its order and mailed, however the code is typed', async () => {
    const { buyer, code, id } = await purchase();
    await tell(buyer, support(` ${code.toLowerCase()} `));
    expect(await casesOf(buyer)).toMatchObject([{ kind: 'support', payment_id: id }]);
    await jobs.runUntilIdle();
    expect(sent).toMatchObject([{ subject: `Pedido de suporte ${code}` }]);
    expect(sent[0]?.text).toContain('Responder para: bia@pessoas.example');
  });

  test('who writes is the caller, whatever the client says', async () => {
    const [ana, joao, maria] = [await person(), await person(), await person()];
    const claims = { userId: maria, reportedBy: maria, userName: 'maria' };
    await tell(ana, report(joao, claims));
    await tell(ana, feedback('Oi', claims));
    expect(await casesOf(maria)).toEqual([]);
    expect(await casesOf(ana)).toHaveLength(2);
    await jobs.runUntilIdle();
    const { username } = (await pool().query('SELECT username FROM users WHERE uid = $1', [ana]))
      .rows[0];
    for (const mail of sent) expect(mail.text).toMatch(new RegExp(`^De: @${username} `));
  });

  test('a mail that cannot leave leaves later, once', async () => {
    down = true;
    const { id } = await tell(await person(), feedback('Oi'));
    await jobs.runUntilIdle();
    expect(sent).toEqual([]);
    down = false;
    await jobs.runUntilIdle({ until: new Date(Date.now() + 3_600_000) });
    await jobs.runUntilIdle({ until: new Date(Date.now() + 3_600_000) });
    expect(sent.map((mail) => mail.id)).toEqual([`case-${id}`]);
  });

  test('a job holds no words of anybody', async () => {
    await tell(await person(), feedback('palavras minhas'));
    const { rows } = await pool().query('SELECT payload::text FROM graphile_worker._private_jobs');
    expect(rows).toHaveLength(1);
    expect(rows[0].payload).toMatch(/^\{"caseId":"[0-9a-f-]{36}"\}$/);
    await jobs.runUntilIdle();
  });

  test('hostile texts arrive as they are, in one mail to one address', async () => {
    const [ana, joao] = [await person(), await person()];
    const title = 'Oi\nBcc: fora@evil.example';
    const description = '<script>alert(1)</script>\n\n.\nQUIT';
    await tell(ana, report(joao, { title, description }));
    expect(await casesOf(ana)).toMatchObject([{ title, message: description }]);
    await jobs.runUntilIdle();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.to).toBe('equipe@guilda.example');
    expect(sent[0]?.subject).not.toMatch(/[\r\n]/);
    expect(sent[0]?.html).not.toContain('<script');
  });
});

describe('refusals', () => {
  test('an unknown or closed account cannot be reported, nor can one’s own', async () => {
    const ana = await person();
    const gone = await person({ deleted_at: new Date() });
    for (const uid of [randomUUID(), gone, 'no-id']) {
      expect(await refusal(tell(ana, report(uid)))).toMatchObject({
        status: 404,
        message: 'Usuário não encontrado.',
      });
    }
    expect(await refusal(tell(ana, report(ana)))).toMatchObject({
      status: 403,
      message: 'Acesso negado.',
    });
    expect(await casesOf(ana)).toEqual([]);
  });

  const about = async (by: string) =>
    (await casesOf(by)).map(({ reported_post_id, reported_comment_id }) => [
      reported_post_id,
      reported_comment_id,
    ]);

  test('a reported post is kept, and must be that person’s and there for the reporter', async () => {
    const [ana, joao, bia] = [await person(), await person(), await person()];
    const shy = await person({ privacy: 'private' });
    const post = await addPostRow(pool(), joao);
    const told = { reportedPostId: post };
    await tell(ana, report(joao, told));
    expect(await about(ana)).toEqual([[post, null]]);
    await jobs.runUntilIdle();
    expect(sent[0]?.text).toContain(
      `Publicação: Subi de elo (https://guilda.example/post/${post})`,
    );
    const hidden = { hidden_at: new Date(), hidden_reason: 'x' };
    for (const [whose, uid] of [
      [bia, post],
      [joao, randomUUID()],
      [joao, 'x'],
      [joao, await addPostRow(pool(), joao, hidden)],
      [joao, await addPostRow(pool(), joao, { sensitive: true })],
      [shy, await addPostRow(pool(), shy)],
    ] as const) {
      expect(await refusal(tell(ana, report(whose, { reportedPostId: uid })))).toMatchObject({
        status: 404,
        message: 'Publicação não encontrada.',
      });
    }
    expect(await casesOf(ana)).toHaveLength(1);
    expect(await refusal(tell(joao, report(joao, told)))).toMatchObject({ status: 403 });
  });

  test('a reported comment likewise', async () => {
    const [ana, joao, bia] = [await person(), await person(), await person()];
    const post = await addPostRow(pool(), bia);
    const add = (columns = {}, on = post) =>
      addCommentRow(pool(), { post: on, author: joao }, columns);
    const comment = await add();
    await tell(ana, report(joao, { reportedCommentId: comment }));
    await tell(ana, report(joao, { reportedCommentId: comment, reportedPostId: post }));
    expect(await about(ana)).toEqual([
      [null, comment],
      [post, comment],
    ]);
    await jobs.runUntilIdle();
    expect(sent[0]?.text).toContain(`Comentário: Boa! (https://guilda.example/post/${post})`);
    const closed = await addPostRow(pool(), bia, { sensitive: true });
    for (const [whose, data] of [
      [bia, { reportedCommentId: comment }],
      [joao, { reportedCommentId: randomUUID() }],
      [joao, { reportedCommentId: 'x' }],
      [joao, { reportedCommentId: comment, reportedPostId: closed }],
      [joao, { reportedCommentId: await add({ hidden_at: new Date(), hidden_reason: 'x' }) }],
      [joao, { reportedCommentId: await add({}, closed) }],
    ] as const) {
      expect(await refusal(tell(ana, report(whose, data)))).toMatchObject({
        status: 404,
        message: 'Comentário não encontrado.',
      });
    }
    expect(await casesOf(ana)).toHaveLength(2);
  });

  test('support is the buyer’s alone', async () => {
    const { seller, code } = await purchase();
    const stranger = await person();
    expect(await refusal(tell(seller, support(code)))).toMatchObject({
      status: 403,
      message: 'Apenas o comprador pode pedir suporte.',
    });
    for (const [by, what] of [
      [stranger, code],
      [stranger, 'GLD-XXXXXX'],
      [seller, 'GLD-XXXXXX'],
    ] as const) {
      expect(await refusal(tell(by, support(what)))).toMatchObject({
        status: 404,
        message: 'Pedido não encontrado.',
      });
    }
  });

  test.each(['awaiting_payment', 'in_progress', 'complete', 'cancelled', 'refunded'])(
    'there is no support for an order in %s',
    async (status) => {
      const { buyer, code } = await purchase(status);
      expect(await refusal(tell(buyer, support(code)))).toMatchObject({
        status: 409,
        message: 'Status do pedido não permite esta ação.',
      });
      expect(await casesOf(buyer)).toEqual([]);
    },
  );

  test.each([
    [report('x', { title: '' }), 'Título da denúncia obrigatório'],
    [report('x', { title: 'x'.repeat(101) }), 'Use no máximo 100 caracteres.'],
    [report('x', { description: ' ' }), 'Descrição da denúncia obrigatória'],
    [report('x', { description: 'x'.repeat(501) }), 'Use no máximo 500 caracteres.'],
    [feedback(''), 'Escreva sua mensagem.'],
    [feedback('x'.repeat(501)), 'Use no máximo 500 caracteres.'],
    [support('GLD-1', ''), 'Escreva sua mensagem.'],
    [support('GLD-1', 'x'.repeat(121)), 'Use no máximo 120 caracteres.'],
    [support(''), undefined],
    [feedback('a\u202eb'), 'Texto inválido.'],
    [feedback('a\u0000b'), 'Texto inválido.'],
    [{ emailType: 'spam', emailData: {} }, 'Dados inválidos.'],
    [{ emailType: ['report'], emailData: {} }, 'Dados inválidos.'],
    [{ emailType: 'report' }, undefined],
    [{ emailType: 'report', emailData: [] }, undefined],
    [[], undefined],
    [{}, 'Dados inválidos.'],
  ])('%j is refused', async (body, message) => {
    const ana = await person();
    expect(await refusal(tell(ana, body))).toMatchObject({
      status: 400,
      ...(message ? { message } : {}),
    });
    expect(await casesOf(ana)).toEqual([]);
  });

  test('a visitor is asked to sign in', async () => {
    const call = rig.visitor.moderation.sendEmail({ body: feedback('Oi') as never });
    expect(await refusal(call)).toMatchObject({ status: 401, message: 'Token não fornecido.' });
  });

  test('without the job there is no case', async () => {
    const ana = await person();
    await pool().query('ALTER FUNCTION graphile_worker.add_job RENAME TO add_job_away');
    const refused = await refusal(tell(ana, feedback('Oi')));
    await pool().query('ALTER FUNCTION graphile_worker.add_job_away RENAME TO add_job');
    expect(refused.status).toBe(500);
    expect(await casesOf(ana)).toEqual([]);
  });
});

describe('limits', () => {
  test('twenty an hour of each kind and person, also at once', async () => {
    const limited = await apiRig(register, { limits: 1 });
    const add = (columns = {}) => addUserRow(limited.database.pool, columns);
    const [ana, joao] = [await add(), await add()];
    const send = (by: string, body: unknown) =>
      limited.as(by).moderation.sendEmail({ body: body as never });
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
