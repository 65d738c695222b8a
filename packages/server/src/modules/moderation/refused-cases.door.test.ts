import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CaseRig, caseRig, feedback, report, support } from '../../../test/case-rig.ts';
import { refusal } from '../../../test/harness.ts';
import { addCommentRow, addPostRow } from '../../../test/rows.ts';

let rig: CaseRig;

beforeAll(async () => {
  rig = await caseRig();
});

afterAll(() => rig.close());

beforeEach(() => {
  rig.sent.splice(0);
  rig.mailServer.down = false;
});

describe('refusals', () => {
  test('an unknown or closed account cannot be reported, nor can one’s own', async () => {
    const ana = await rig.person();
    const gone = await rig.person({ deleted_at: new Date() });
    for (const uid of [randomUUID(), gone, 'no-id']) {
      expect(await refusal(rig.tell(ana, report(uid)))).toMatchObject({
        status: 404,
        message: 'Usuário não encontrado.',
      });
    }
    expect(await refusal(rig.tell(ana, report(ana)))).toMatchObject({
      status: 403,
      message: 'Acesso negado.',
    });
    expect(await rig.casesOf(ana)).toEqual([]);
  });

  const about = async (by: string) =>
    (await rig.casesOf(by)).map(({ reported_post_id, reported_comment_id }) => [
      reported_post_id,
      reported_comment_id,
    ]);

  test('a reported post is kept, and must be that person’s and there for the reporter', async () => {
    const [ana, joao, bia] = [await rig.person(), await rig.person(), await rig.person()];
    const shy = await rig.person({ privacy: 'private' });
    const post = await addPostRow(rig.pool, joao);
    const told = { reportedPostId: post };
    await rig.tell(ana, report(joao, told));
    expect(await about(ana)).toEqual([[post, null]]);
    await rig.mail();
    expect(rig.sent[0]?.text).toContain(
      `Publicação: Subi de elo (https://guilda.example/post/${post})`,
    );
    const hidden = { hidden_at: new Date(), hidden_reason: 'x' };
    for (const [whose, uid] of [
      [bia, post],
      [joao, randomUUID()],
      [joao, 'x'],
      [joao, await addPostRow(rig.pool, joao, hidden)],
      [joao, await addPostRow(rig.pool, joao, { sensitive: true })],
      [shy, await addPostRow(rig.pool, shy)],
    ] as const) {
      expect(await refusal(rig.tell(ana, report(whose, { reportedPostId: uid })))).toMatchObject({
        status: 404,
        message: 'Publicação não encontrada.',
      });
    }
    expect(await rig.casesOf(ana)).toHaveLength(1);
    expect(await refusal(rig.tell(joao, report(joao, told)))).toMatchObject({ status: 403 });
  });

  test('a reported comment likewise', async () => {
    const [ana, joao, bia] = [await rig.person(), await rig.person(), await rig.person()];
    const post = await addPostRow(rig.pool, bia);
    const add = (columns = {}, on = post) =>
      addCommentRow(rig.pool, { post: on, author: joao }, columns);
    const comment = await add();
    await rig.tell(ana, report(joao, { reportedCommentId: comment }));
    await rig.tell(ana, report(joao, { reportedCommentId: comment, reportedPostId: post }));
    expect(await about(ana)).toEqual([
      [null, comment],
      [post, comment],
    ]);
    await rig.mail();
    expect(rig.sent[0]?.text).toContain(`Comentário: Boa! (https://guilda.example/post/${post})`);
    const closed = await addPostRow(rig.pool, bia, { sensitive: true });
    for (const [whose, data] of [
      [bia, { reportedCommentId: comment }],
      [joao, { reportedCommentId: randomUUID() }],
      [joao, { reportedCommentId: 'x' }],
      [joao, { reportedCommentId: comment, reportedPostId: closed }],
      [joao, { reportedCommentId: await add({ hidden_at: new Date(), hidden_reason: 'x' }) }],
      [joao, { reportedCommentId: await add({}, closed) }],
    ] as const) {
      expect(await refusal(rig.tell(ana, report(whose, data)))).toMatchObject({
        status: 404,
        message: 'Comentário não encontrado.',
      });
    }
    expect(await rig.casesOf(ana)).toHaveLength(2);
  });

  test('support is the buyer’s alone', async () => {
    const { seller, code } = await rig.purchase();
    const stranger = await rig.person();
    expect(await refusal(rig.tell(seller, support(code)))).toMatchObject({
      status: 403,
      message: 'Apenas o comprador pode pedir suporte.',
    });
    for (const [by, what] of [
      [stranger, code],
      [stranger, 'GLD-XXXXXX'],
      [seller, 'GLD-XXXXXX'],
    ] as const) {
      expect(await refusal(rig.tell(by, support(what)))).toMatchObject({
        status: 404,
        message: 'Pedido não encontrado.',
      });
    }
  });

  test.each(['awaiting_payment', 'in_progress', 'complete', 'cancelled', 'refunded'])(
    'there is no support for an order in %s',
    async (status) => {
      const { buyer, code } = await rig.purchase(status);
      expect(await refusal(rig.tell(buyer, support(code)))).toMatchObject({
        status: 409,
        message: 'Status do pedido não permite esta ação.',
      });
      expect(await rig.casesOf(buyer)).toEqual([]);
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
    const ana = await rig.person();
    expect(await refusal(rig.tell(ana, body))).toMatchObject({
      status: 400,
      ...(message ? { message } : {}),
    });
    expect(await rig.casesOf(ana)).toEqual([]);
  });

  test('a visitor is asked to sign in', async () => {
    const call = rig.visitor.moderation.sendEmail({ body: feedback('Oi') as never });
    expect(await refusal(call)).toMatchObject({ status: 401, message: 'Token não fornecido.' });
  });

  test('without the job there is no case', async () => {
    const ana = await rig.person();
    await rig.pool.query('ALTER FUNCTION graphile_worker.add_job RENAME TO add_job_away');
    const refused = await refusal(rig.tell(ana, feedback('Oi')));
    await rig.pool.query('ALTER FUNCTION graphile_worker.add_job_away RENAME TO add_job');
    expect(refused.status).toBe(500);
    expect(await rig.casesOf(ana)).toEqual([]);
  });
});
