import { composeMail, type MailFact, type MailSite } from '../../../platform/mail/index.ts';
import type { Mail } from '../../../ports/mailer.ts';
import { caseCodeOf } from '../cases/case-code.ts';
import type { CaseDetails } from '../cases/case-store.ts';

export interface CaseMailOptions extends MailSite {
  /** The mail address of the team. */
  readonly teamEmail: string;
}

type CasePerson = NonNullable<CaseDetails['reported']>;

const caseKindNames = {
  report: 'Denúncia',
  appeal: 'Recurso',
  feedback: 'Feedback',
  support: 'Pedido de suporte',
} as const;

const handleOf = (person: CasePerson) =>
  person.deletedAt ? 'Usuário removido' : `@${person.username}`;

function personFact(label: string, person: CasePerson, publicUrl: string): MailFact {
  const handle = handleOf(person);
  if (person.deletedAt) return { label, value: handle };
  return { label, value: handle, href: `${publicUrl}/user/${encodeURIComponent(person.username)}` };
}

/** The author's mail address, for support requests only, because the team answers these by mail. */
function contactFacts({ case: { kind }, author }: CaseDetails): MailFact[] {
  return kind === 'support' && author?.email
    ? [{ label: 'Responder para', value: author.email }]
    : [];
}

/**
 * Facts of the mail about the reported content: its current text with a link, or that the post or comment was deleted.
 */
function subjectFacts(details: CaseDetails, publicUrl: string): MailFact[] {
  const { case: row, post, comment, service, review } = details;
  const linkFact = (label: string, value: string, id: string, page = 'post') => ({
    label,
    value: value === '' ? 'sem texto' : value,
    href: `${publicUrl}/${page}/${id}`,
  });
  const deletedFact = (label: string) => ({ label, value: 'não existe mais' });
  const facts: MailFact[] = [];
  if (post) facts.push(linkFact('Publicação', post.title || post.description, post.uid));
  else if (row.reportedPostId) facts.push(deletedFact('Publicação'));
  if (comment) facts.push(linkFact('Comentário', comment.text, comment.postUid));
  else if (row.reportedCommentId) facts.push(deletedFact('Comentário'));
  if (service) facts.push(linkFact('Serviço', service.title, service.id, 'service'));
  if (review) facts.push(linkFact('Avaliação', review.title, review.serviceId, 'service'));
  return facts;
}

function caseFacts(details: CaseDetails, publicUrl: string): MailFact[] {
  const { author, reported, purchase, seller, decision, case: row } = details;
  return [
    author ? personFact('De', author, publicUrl) : { label: 'De', value: 'Guilda (automático)' },
    ...contactFacts(details),
    ...(reported ? [personFact('Sobre', reported, publicUrl)] : []),
    ...subjectFacts(details, publicUrl),
    ...(decision ? [{ label: 'Motivo da decisão', value: decision.reason }] : []),
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

function caseMailHeadline({
  case: { kind, title },
  author,
  reported,
  purchase,
}: CaseDetails): string {
  if (kind === 'report' && reported && title)
    return `${caseKindNames.report} sobre ${handleOf(reported)}: ${title}`;
  if (kind === 'support' && purchase) return `${caseKindNames.support} ${purchase.code}`;
  return author ? `${caseKindNames[kind]} de ${handleOf(author)}` : caseKindNames[kind];
}

const receivedTimeText = (at: Date) =>
  new Intl.DateTimeFormat('pt-BR', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'America/Sao_Paulo',
  }).format(at);

/**
 * The mail about a new case for the team. Texts written by people are inserted as plain text: the message as a quote,
 * other values on one line each, so that they cannot imitate the mail's own sentences.
 */
export function caseMail(
  caseDetails: CaseDetails,
  { teamEmail, ...site }: CaseMailOptions,
): Promise<Mail> {
  const { id, kind, number, minor, message, createdAt } = caseDetails.case;
  const receivedText = `Caso ${caseCodeOf(kind, number)}, recebido em ${receivedTimeText(createdAt)}`;
  const urgentPrefix = minor ? 'Urgente: ' : '';
  return composeMail(
    {
      id: `case-${id}`,
      to: teamEmail,
      subject: `${urgentPrefix}${caseMailHeadline(caseDetails)}`,
      preheader: receivedText,
      heading: caseKindNames[kind],
      blocks: [
        { kind: 'facts', facts: caseFacts(caseDetails, site.publicUrl) },
        { kind: 'quote', text: message },
      ],
      notes: [receivedText],
    },
    site,
  );
}
