import { composeMail, type MailSite, whyMailedNote } from '../../../platform/mail/index.ts';
import type { Mail } from '../../../ports/mailer.ts';
import { liftedSentence } from '../decisions/decision-texts.ts';
import type { DecisionRow } from '../decisions/decisions-table.ts';

/** The mail to a person whose suspension was lifted or has ended. */
export function liftedMail(
  { id, ...decision }: DecisionRow,
  to: string,
  site: MailSite,
): Promise<Mail> {
  return composeMail(
    {
      id: `lifted-${id}`,
      to,
      subject: 'Sua conta não está mais suspensa',
      preheader: 'Você já pode usar a Guilda de novo.',
      heading: 'Boas-vindas de volta!',
      blocks: [
        { kind: 'text', text: liftedSentence(decision) },
        { kind: 'text', text: 'O que você publicou e os seus serviços voltaram a aparecer.' },
      ],
      button: { label: 'Entrar na Guilda', url: `${site.publicUrl}/login` },
      notes: [whyMailedNote],
    },
    site,
  );
}
