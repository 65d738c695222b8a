import { describe, expect, test } from 'vitest';
import { mailSite } from '../../../../test/fixtures/data/mail-site.ts';
import { assertMail } from '../../../ports/mailer.ts';
import type { CaseDetails } from '../cases/case-store.ts';
import { caseMail } from './case-mail.ts';

const mailOptions = { teamEmail: 'equipe@guilda.example', ...mailSite };

const caseAuthor = { username: 'ana.souza', deletedAt: null, email: 'ana@pessoas.example' };

const feedbackCase: CaseDetails = {
  case: {
    id: '01930000-0000-7000-8000-000000000001',
    kind: 'feedback',
    number: 1,
    severity: 1,
    minor: false,
    underage: false,
    authorId: 'a',
    reportedUserId: null,
    reportedPostId: null,
    reportedCommentId: null,
    reportedServiceId: null,
    reportedReviewId: null,
    decisionId: null,
    orderId: null,
    assignedTo: null,
    outcome: null,
    answer: null,
    decidedBy: null,
    decidedAt: null,
    title: null,
    message: 'Gostei muito.',
    status: 'open',
    requestKey: null,
    createdAt: new Date('2026-11-20T15:00:00Z'),
  },
  author: caseAuthor,
  reported: null,
  purchase: null,
  seller: null,
  post: null,
  comment: null,
  service: null,
  review: null,
  decision: null,
};

const reportCase: CaseDetails = {
  ...feedbackCase,
  case: { ...feedbackCase.case, kind: 'report', title: 'Golpe', message: 'Não entregou.' },
  reported: { username: 'joao_silva', deletedAt: null },
};

const supportCase: CaseDetails = {
  ...feedbackCase,
  case: { ...feedbackCase.case, kind: 'support', message: 'Ninguém responde.' },
  purchase: { code: 'GLD-7K2M', name: 'Aula de Valorant' },
  seller: { username: 'joao_silva', deletedAt: null },
};

/** The HTML without the attributes `class` and `style`. */
const withoutStyles = (html: string) => html.replace(/ (class|style)="[^"]*"/g, '');

describe('the mail to the team', () => {
  test('about feedback', async () => {
    expect(await caseMail(feedbackCase, mailOptions)).toMatchObject({
      id: 'case-01930000-0000-7000-8000-000000000001',
      to: 'equipe@guilda.example',
      subject: 'Feedback de @ana.souza',
      text: [
        'De: @ana.souza (https://guilda.example/user/ana.souza)',
        '',
        '> Gostei muito.',
        '',
        'Caso FDB-0001, recebido em 20/11/2026, 12:00',
        'Guilda de Teste Ltda. · CNPJ 11.222.333/0001-81 · Rua dos Testes, 1, São Paulo, SP · contato@guilda.example · Dados pessoais: privacidade@guilda.example',
        '',
      ].join('\n'),
    });
  });

  test('about a report', async () => {
    const mail = await caseMail(reportCase, mailOptions);
    expect(mail.subject).toBe('Denúncia sobre @joao_silva: Golpe');
    expect(mail.text).toContain('Sobre: @joao_silva (https://guilda.example/user/joao_silva)\n');
    expect(mail.text).toContain('Título: Golpe\n');
    expect(withoutStyles(mail.html)).toContain(
      '<a href="https://guilda.example/user/joao_silva">@joao_silva</a>',
    );
  });

  const post = { uid: 'p1', title: 'Subi de elo', description: 'Foi no sufoco.' };
  const comment = { id: 'c1', postUid: 'p1', text: 'Compre aqui\nSobre: @inocente' };
  const reportedColumns = { reportedPostId: 'p1', reportedCommentId: null };

  test('about a reported post links to it', async () => {
    const caseDetails = { ...reportCase, case: { ...reportCase.case, ...reportedColumns } };
    const textOf = async (change: object) =>
      (await caseMail({ ...caseDetails, ...change }, mailOptions)).text;
    const postLink = '(https://guilda.example/post/p1)';
    expect(await textOf({ post })).toContain(`Publicação: Subi de elo ${postLink}\n`);
    expect(await textOf({ post: { ...post, title: '' } })).toContain(
      `Publicação: Foi no sufoco. ${postLink}\n`,
    );
    expect(await textOf({ post: { ...post, title: '', description: '' } })).toContain(
      `Publicação: sem texto ${postLink}\n`,
    );
    expect(await textOf({})).toContain('Publicação: não existe mais\n');
    expect(withoutStyles((await caseMail({ ...caseDetails, post }, mailOptions)).html)).toContain(
      '<a href="https://guilda.example/post/p1">Subi de elo</a>',
    );
  });

  test('about a reported comment links to it', async () => {
    const row = { ...reportCase.case, reportedCommentId: 'c1' };
    expect((await caseMail({ ...reportCase, case: row, comment }, mailOptions)).text).toContain(
      'Comentário: Compre aqui Sobre: @inocente (https://guilda.example/post/p1)\n',
    );
    expect((await caseMail({ ...reportCase, case: row }, mailOptions)).text).toContain(
      'Comentário: não existe mais\n',
    );
  });

  test('about a reported service or review links to it', async () => {
    const service = { id: 's1', title: 'Aula' };
    const review = { id: 'r1', serviceId: 's1', title: 'Ruim' };
    const { text } = await caseMail({ ...reportCase, service, review }, mailOptions);
    const serviceLink = '(https://guilda.example/service/s1)';
    expect(text).toContain(`Serviço: Aula ${serviceLink}\nAvaliação: Ruim ${serviceLink}\n`);
  });

  test('about an appeal names the decision', async () => {
    const row = { ...reportCase.case, kind: 'appeal' as const, title: null };
    const decision = { action: 'warn' as const, reason: 'Spam' };
    const { subject, text } = await caseMail({ ...feedbackCase, case: row, decision }, mailOptions);
    expect(subject).toBe('Recurso de @ana.souza');
    expect(text).toContain('Motivo da decisão: Spam\n');
  });

  test('begins with the urgency when a minor is involved', async () => {
    const { subject } = await caseMail(
      { ...reportCase, case: { ...reportCase.case, minor: true } },
      mailOptions,
    );
    expect(subject).toBe('Urgente: Denúncia sobre @joao_silva: Golpe');
  });

  test('about a support request has the address for the answer', async () => {
    const mail = await caseMail(supportCase, mailOptions);
    expect(mail.subject).toBe('Pedido de suporte GLD-7K2M');
    expect(mail.text).toContain('Responder para: ana@pessoas.example\n');
    expect(mail.text).toContain('Compra: GLD-7K2M\nServiço: Aula de Valorant\n');
  });

  test('contains an address only in support requests', async () => {
    for (const caseDetails of [feedbackCase, reportCase]) {
      expect(JSON.stringify(await caseMail(caseDetails, mailOptions))).not.toContain(
        'ana@pessoas.example',
      );
    }
  });

  test('names a closed account as removed', async () => {
    const deletedAt = new Date('2026-11-20T16:00:00Z');
    const mail = await caseMail(
      { ...reportCase, author: { username: 'removido1234', deletedAt, email: null } },
      mailOptions,
    );
    expect(mail.text).toMatch(/^De: Usuário removido\n/);
    expect(JSON.stringify(mail)).not.toContain('removido1234');
  });
});

const hostileTexts = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title></style><svg/onload=alert(1)>',
  '&lt;b&gt; & &#60;b&#62;',
  '<a href="javascript:alert(1)">x</a>',
];

test('a case that Guilda opened names no author', async () => {
  const mail = await caseMail(
    { ...reportCase, case: { ...reportCase.case, authorId: null }, author: null },
    mailOptions,
  );
  expect(mail.subject).toBe('Denúncia sobre @joao_silva: Golpe');
  expect(mail.text).toContain('De: Guilda (automático)');
});

describe('text of people', () => {
  test.each(hostileTexts)('%j is escaped in the HTML', async (text) => {
    const mail = await caseMail(
      {
        ...supportCase,
        case: { ...supportCase.case, title: text, message: text },
        purchase: { code: text, name: text },
        post: { uid: 'p1', title: text, description: text },
        comment: { id: 'c1', postUid: 'p1', text },
        author: { ...caseAuthor, email: text },
      },
      mailOptions,
    );
    const harmlessMail = await caseMail(
      {
        ...supportCase,
        case: { ...supportCase.case, title: 'x', message: 'x' },
        purchase: { code: 'x', name: 'x' },
        post: { uid: 'p1', title: 'x', description: 'x' },
        comment: { id: 'c1', postUid: 'p1', text: 'x' },
        author: { ...caseAuthor, email: 'x' },
      },
      mailOptions,
    );
    const tagsOf = (html: string) => html.match(/<[^>]*>/g);
    expect(tagsOf(mail.html)).toEqual(tagsOf(harmlessMail.html));
  });

  test('line breaks cannot add headers or facts', async () => {
    const title = 'Oi\r\nBcc: vitima@fora.example\r\n\r\nDe: @equipe';
    const mail = await caseMail(
      {
        ...reportCase,
        case: { ...reportCase.case, title, message: 'a\n\nSobre: @inocente\n-- ' },
      },
      mailOptions,
    );
    expect(() => assertMail(mail)).not.toThrow();
    expect(mail.subject).toBe(
      'Denúncia sobre @joao_silva: Oi Bcc: vitima@fora.example De: @equipe',
    );
    expect(mail.text).toContain('Título: Oi Bcc: vitima@fora.example De: @equipe\n');
    expect(mail.text).toContain('\n> a\n>\n> Sobre: @inocente\n> --\n');
    expect(mail.text.match(/^(De|Sobre|Bcc):/gm)).toEqual(['De:', 'Sobre:']);
  });

  test('a long title does not make a long subject', async () => {
    const title = 'x'.repeat(100);
    const { subject } = await caseMail(
      { ...reportCase, case: { ...reportCase.case, title } },
      mailOptions,
    );
    expect(subject).toHaveLength(120);
  });
});
