import {
  composeMail,
  type MailBlock,
  type MailSite,
  whyMailedNote,
} from '../../../platform/mail/index.ts';
import type { Mail } from '../../../ports/mailer.ts';
import { decisionHeading, decisionSentence } from '../decisions/decision-texts.ts';
import type { DecisionRow } from '../decisions/decisions-table.ts';

/** Path of the page on which people read decisions about them and appeal. */
export const decisionsPath = '/user/settings/decisoes';

/** What a person must do to prove their age (pt-BR). */
const howToProveAge: readonly MailBlock[] = [
  {
    kind: 'text',
    text: 'Entre na Guilda e toque em “Confirmar idade”, no alto da página. Se o botão não aparecer, recorra da decisão: a equipe confere com você. Seus pedidos em andamento seguem como estão.',
  },
];

/**
 * The mail about a decision for the person concerned: what was decided, why, and how to appeal. It does not quote the
 * subject, because a mail may be shown on a locked screen.
 */
export function decisionMail(
  { id, reason, ...decision }: DecisionRow,
  to: string,
  site: MailSite,
): Promise<Mail> {
  return composeMail(
    {
      id: `decision-${id}`,
      to,
      subject: decisionHeading(decision),
      preheader: 'Veja o motivo e como recorrer.',
      heading: decisionHeading(decision),
      blocks: [
        { kind: 'text', text: decisionSentence(decision) },
        { kind: 'facts', facts: [{ label: 'Motivo', value: reason }] },
        ...(decision.action === 'require_age' ? howToProveAge : []),
        {
          kind: 'text',
          text: 'Se você acha que foi engano, pode recorrer uma vez: conte por que a decisão deve mudar, e a equipe olha de novo.',
        },
      ],
      button: { label: 'Ver a decisão e recorrer', url: site.publicUrl + decisionsPath },
      notes: [whyMailedNote],
    },
    site,
  );
}
