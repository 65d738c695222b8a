import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildComment, buildPost } from '../../../../test/fixtures/data/builders.ts';
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

describe('refusals', () => {
  test('an unknown or closed account cannot be reported, nor can one’s own', async () => {
    const ana = await fixture.buildPerson();
    const closedUid = await fixture.buildPerson({ deleted_at: new Date() });
    for (const uid of [randomUUID(), closedUid, 'no-id']) {
      expect(await errorOfCall(fixture.sendCase(ana, reportBody(uid)))).toMatchObject({
        status: 404,
        message: 'Usuário não encontrado.',
      });
    }
    expect(await errorOfCall(fixture.sendCase(ana, reportBody(ana)))).toMatchObject({
      status: 403,
      message: 'Acesso negado.',
    });
    expect(await fixture.casesOf(ana)).toEqual([]);
  });

  const listReportedIds = async (by: string) =>
    (await fixture.casesOf(by)).map(({ reported_post_id, reported_comment_id }) => [
      reported_post_id,
      reported_comment_id,
    ]);

  test('a reported post is stored; it must belong to the reported person and be visible to the reporter', async () => {
    const [ana, joao, bia] = [
      await fixture.buildPerson(),
      await fixture.buildPerson(),
      await fixture.buildPerson(),
    ];
    const privateUid = await fixture.buildPerson({ privacy: 'private' });
    const postUid = await buildPost(fixture.pool, joao);
    const reportFields = { reportedPostId: postUid };
    await fixture.sendCase(ana, reportBody(joao, reportFields));
    expect(await listReportedIds(ana)).toEqual([[postUid, null]]);
    await fixture.mail();
    expect(fixture.sent[0]?.text).toContain(
      `Publicação: Subi de elo (https://guilda.example/post/${postUid})`,
    );
    const hiddenColumns = { hidden_at: new Date(), hidden_reason: 'x' };
    for (const [whose, uid] of [
      [bia, postUid],
      [joao, randomUUID()],
      [joao, 'x'],
      [joao, await buildPost(fixture.pool, joao, hiddenColumns)],
      [joao, await buildPost(fixture.pool, joao, { sensitive: true })],
      [privateUid, await buildPost(fixture.pool, privateUid)],
    ] as const) {
      expect(
        await errorOfCall(fixture.sendCase(ana, reportBody(whose, { reportedPostId: uid }))),
      ).toMatchObject({
        status: 404,
        message: 'Publicação não encontrada.',
      });
    }
    expect(await fixture.casesOf(ana)).toHaveLength(1);
    expect(await errorOfCall(fixture.sendCase(joao, reportBody(joao, reportFields)))).toMatchObject(
      {
        status: 403,
      },
    );
  });

  test('a reported comment likewise', async () => {
    const [ana, joao, bia] = [
      await fixture.buildPerson(),
      await fixture.buildPerson(),
      await fixture.buildPerson(),
    ];
    const postUid = await buildPost(fixture.pool, bia);
    const addComment = (columns = {}, commentedPost = postUid) =>
      buildComment(fixture.pool, { post: commentedPost, author: joao }, columns);
    const commentId = await addComment();
    await fixture.sendCase(ana, reportBody(joao, { reportedCommentId: commentId }));
    await fixture.sendCase(
      ana,
      reportBody(joao, { reportedCommentId: commentId, reportedPostId: postUid }),
    );
    expect(await listReportedIds(ana)).toEqual([
      [null, commentId],
      [postUid, commentId],
    ]);
    await fixture.mail();
    expect(fixture.sent[0]?.text).toContain(
      `Comentário: Boa! (https://guilda.example/post/${postUid})`,
    );
    const sensitivePostUid = await buildPost(fixture.pool, bia, { sensitive: true });
    for (const [whose, data] of [
      [bia, { reportedCommentId: commentId }],
      [joao, { reportedCommentId: randomUUID() }],
      [joao, { reportedCommentId: 'x' }],
      [joao, { reportedCommentId: commentId, reportedPostId: sensitivePostUid }],
      [
        joao,
        { reportedCommentId: await addComment({ hidden_at: new Date(), hidden_reason: 'x' }) },
      ],
      [joao, { reportedCommentId: await addComment({}, sensitivePostUid) }],
    ] as const) {
      expect(await errorOfCall(fixture.sendCase(ana, reportBody(whose, data)))).toMatchObject({
        status: 404,
        message: 'Comentário não encontrado.',
      });
    }
    expect(await fixture.casesOf(ana)).toHaveLength(2);
  });

  test('support is for the buyer only', async () => {
    const { seller, code } = await fixture.buildPurchase();
    const stranger = await fixture.buildPerson();
    expect(await errorOfCall(fixture.sendCase(seller, supportBody(code)))).toMatchObject({
      status: 403,
      message: 'Apenas quem compra pode pedir suporte.',
    });
    for (const [by, what] of [
      [stranger, code],
      [stranger, 'GLD-XXXXXX'],
      [seller, 'GLD-XXXXXX'],
    ] as const) {
      expect(await errorOfCall(fixture.sendCase(by, supportBody(what)))).toMatchObject({
        status: 404,
        message: 'Pedido não encontrado.',
      });
    }
  });

  test.each(['awaiting_payment', 'in_progress', 'complete', 'cancelled', 'refunded'])(
    'there is no support for an order in %s',
    async (status) => {
      const { buyer, code } = await fixture.buildPurchase(status);
      expect(await errorOfCall(fixture.sendCase(buyer, supportBody(code)))).toMatchObject({
        status: 409,
        message: 'Status do pedido não permite esta ação.',
      });
      expect(await fixture.casesOf(buyer)).toEqual([]);
    },
  );

  test.each([
    [reportBody('x', { title: '' }), 'Título da denúncia obrigatório'],
    [reportBody('x', { title: 'x'.repeat(101) }), 'Use no máximo 100 caracteres.'],
    [reportBody('x', { description: ' ' }), 'Descrição da denúncia obrigatória'],
    [reportBody('x', { description: 'x'.repeat(501) }), 'Use no máximo 500 caracteres.'],
    [feedbackBody(''), 'Escreva sua mensagem.'],
    [feedbackBody('x'.repeat(501)), 'Use no máximo 500 caracteres.'],
    [supportBody('GLD-1', ''), 'Escreva sua mensagem.'],
    [supportBody('GLD-1', 'x'.repeat(121)), 'Use no máximo 120 caracteres.'],
    [supportBody(''), undefined],
    [feedbackBody('a\u202eb'), 'Texto inválido.'],
    [feedbackBody('a\u0000b'), 'Texto inválido.'],
    [{ emailType: 'spam', emailData: {} }, 'Dados inválidos.'],
    [{ emailType: ['report'], emailData: {} }, 'Dados inválidos.'],
    [{ emailType: 'report' }, undefined],
    [{ emailType: 'report', emailData: [] }, undefined],
    [[], undefined],
    [{}, 'Dados inválidos.'],
  ])('%j is refused', async (body, message) => {
    const ana = await fixture.buildPerson();
    expect(await errorOfCall(fixture.sendCase(ana, body))).toMatchObject({
      status: 400,
      ...(message ? { message } : {}),
    });
    expect(await fixture.casesOf(ana)).toEqual([]);
  });

  test('a visitor is asked to sign in', async () => {
    const call = fixture.visitor.moderation.sendEmail({ body: feedbackBody('Oi') as never });
    expect(await errorOfCall(call)).toMatchObject({ status: 401, message: 'Token não fornecido.' });
  });

  test('a case is not stored when its job cannot be enqueued', async () => {
    const ana = await fixture.buildPerson();
    await fixture.pool.query('ALTER FUNCTION graphile_worker.add_job RENAME TO add_job_away');
    const refusal = await errorOfCall(fixture.sendCase(ana, feedbackBody('Oi')));
    await fixture.pool.query('ALTER FUNCTION graphile_worker.add_job_away RENAME TO add_job');
    expect(refusal.status).toBe(500);
    expect(await fixture.casesOf(ana)).toEqual([]);
  });
});
