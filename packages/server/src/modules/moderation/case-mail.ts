import { type Html, html } from '../../platform/html.ts';
import { type Mail, singleLine } from '../../ports/mailer.ts';
import type { CaseReading } from './case-store.ts';

export interface CaseMailOptions {
  /** Where the team reads. */
  readonly teamEmail: string;
  /** The product's own address, without a trailing slash. */
  readonly publicUrl: string;
}

/** A line of facts above the message. */
interface Fact {
  readonly label: string;
  readonly value: string;
  readonly href?: string;
}

type Someone = NonNullable<CaseReading['reported']>;

const names = {
  report: 'Denúncia',
  appeal: 'Recurso',
  feedback: 'Feedback',
  support: 'Pedido de suporte',
} as const;

const handleOf = (someone: Someone) =>
  someone.deletedAt ? 'Usuário removido' : `@${someone.username}`;

function personFact(label: string, someone: Someone, publicUrl: string): Fact {
  const value = handleOf(someone);
  if (someone.deletedAt) return { label, value };
  return { label, value, href: `${publicUrl}/user/${encodeURIComponent(someone.username)}` };
}

/** The team answers support requests, so it learns where; nobody else's address is told. */
function contactFacts({ case: { kind }, author }: CaseReading): Fact[] {
  return kind === 'support' && author.email
    ? [{ label: 'Responder para', value: author.email }]
    : [];
}

/** What a report is about, as it stands now, and where; one that is gone has nothing to read. */
function subjectFacts({ case: row, post, comment }: CaseReading, publicUrl: string): Fact[] {
  const link = (label: string, value: string, postUid: string) => ({
    label,
    value: value === '' ? 'sem texto' : value,
    href: `${publicUrl}/post/${postUid}`,
  });
  const gone = (label: string) => ({ label, value: 'não existe mais' });
  const facts: Fact[] = [];
  if (post) facts.push(link('Publicação', post.title || post.description, post.uid));
  else if (row.reportedPostId) facts.push(gone('Publicação'));
  if (comment) facts.push(link('Comentário', comment.text, comment.postUid));
  else if (row.reportedCommentId) facts.push(gone('Comentário'));
  return facts;
}

function factsOf(reading: CaseReading, publicUrl: string): Fact[] {
  const { author, reported, purchase, seller, case: row } = reading;
  return [
    personFact('De', author, publicUrl),
    ...contactFacts(reading),
    ...(reported ? [personFact('Sobre', reported, publicUrl)] : []),
    ...subjectFacts(reading, publicUrl),
    ...(purchase
      ? [
          { label: 'Compra', value: purchase.code },
          { label: 'Serviço', value: purchase.name },
        ]
      : []),
    ...(seller ? [personFact('Quem vende', seller, publicUrl)] : []),
    ...(row.title ? [{ label: 'Título', value: row.title }] : []),
  ];
}

function headline({ case: { kind, title }, author, reported, purchase }: CaseReading): string {
  if (kind === 'report' && reported && title)
    return `${names.report} sobre ${handleOf(reported)}: ${title}`;
  if (kind === 'support' && purchase) return `${names.support} ${purchase.code}`;
  return `${names[kind]} de ${handleOf(author)}`;
}

const receivedAt = (at: Date) =>
  new Intl.DateTimeFormat('pt-BR', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'America/Sao_Paulo',
  }).format(at);

/** What people wrote is quoted and facts keep to their line, so that neither can pass for the other. */
function asText(facts: readonly Fact[], message: string, footer: string): string {
  const lines = facts.map(({ label, value, href }) => {
    const fact = `${label}: ${singleLine(value, 300)}`;
    return href ? `${fact} (${href})` : fact;
  });
  const quoted = message.split('\n').map((line) => `> ${line}`.trimEnd());
  return `${lines.join('\n')}\n\n${quoted.join('\n')}\n\n${footer}\n`;
}

function factRow({ label, value, href }: Fact): Html {
  return html`<p style="margin:0 0 4px"><strong>${label}:</strong> ${href ? html`<a href="${href}">${value}</a>` : value}</p>
`;
}

function asHtml(kind: string, facts: readonly Fact[], message: string, footer: string): string {
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<title>${kind}</title>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 Arial,sans-serif;color:#14261d;background:#ffffff">
<h1 style="margin:0 0 16px;font-size:21px">${kind}</h1>
${facts.map(factRow)}<p style="margin:16px 0;padding:16px;border-left:4px solid #1f6f51;background:#f4f2e4;white-space:pre-wrap">${message}</p>
<p style="margin:0;font-size:13px;color:#4c5f55">${footer}</p>
</body>
</html>
`.toString();
}

/** What the team reads of a case. Every text of a person stands as text, in all parts of the mail. */
export function caseMail(reading: CaseReading, { teamEmail, publicUrl }: CaseMailOptions): Mail {
  const { id, kind, message, createdAt } = reading.case;
  const facts = factsOf(reading, publicUrl);
  const footer = `Caso ${id}, recebido em ${receivedAt(createdAt)}`;
  return {
    id: `case-${id}`,
    to: teamEmail,
    subject: singleLine(headline(reading)),
    text: asText(facts, message, footer),
    html: asHtml(names[kind], facts, message, footer),
  };
}
