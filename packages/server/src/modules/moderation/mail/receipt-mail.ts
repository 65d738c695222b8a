import { limits } from '@guilda/contract/limits';
import { composeMail, type MailSite, whyMailedNote } from '../../../platform/mail/index.ts';
import type { Mail } from '../../../ports/mailer.ts';
import { caseCodeOf } from '../cases/case-code.ts';
import type { CaseDetails } from '../cases/case-store.ts';
import { casesPath } from './outcome-mail.ts';

const receivedTexts = {
  report: 'Recebemos sua denúncia',
  support: 'Recebemos seu pedido de suporte',
  feedback: 'Recebemos sua mensagem',
  appeal: 'Recebemos seu recurso',
} as const;

/**
 * The mail that tells the author of a case that the case arrived, with its code and the date by which it is answered
 * (Decreto 7.962/2013, art. 4). The mail quotes nothing of the case. Null for closed cases and when the author's account
 * is closed.
 */
export async function receiptMail(
  { case: row, author }: CaseDetails,
  site: MailSite,
): Promise<Mail | null> {
  if (row.status === 'closed' || !author?.email) return null;
  const code = caseCodeOf(row.kind, row.number);
  const receivedSentence = receivedTexts[row.kind];
  return composeMail(
    {
      id: `receipt-${row.id}`,
      to: author.email,
      subject: `${receivedSentence}: protocolo ${code}`,
      preheader: `A resposta vem em até ${limits.answerDays} dias.`,
      heading: receivedSentence,
      blocks: [
        { kind: 'facts', facts: [{ label: 'Protocolo', value: code }] },
        {
          kind: 'text',
          text: `A equipe responde em até ${limits.answerDays} dias. Você acompanha a situação nas configurações.`,
        },
      ],
      button: { label: 'Acompanhar', url: site.publicUrl + casesPath },
      notes: [whyMailedNote],
    },
    site,
  );
}
