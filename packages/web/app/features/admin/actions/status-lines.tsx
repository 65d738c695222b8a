import type { SubjectKind } from '@guilda/contract/moderation/moderation';
import type { ModeratedPerson, SubjectView } from '@guilda/contract/moderation/moderation-case';
import Ban from 'lucide-react/icons/ban';
import EyeOff from 'lucide-react/icons/eye-off';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import type { ReactNode } from 'react';
import { fullDateTimeText } from '../../../lib/format/date-text.ts';
import * as styles from './status-lines.module.css';

interface SubjectStatus {
  readonly subject: SubjectView;
  readonly person: ModeratedPerson | null;
}

const hiddenTexts: Record<SubjectKind, string> = {
  user: 'Este perfil está escondido pela equipe.',
  service: 'Este serviço está escondido pela equipe.',
  post: 'Esta publicação está escondida pela equipe.',
  comment: 'Este comentário está escondido pela equipe.',
  review: 'Esta avaliação está escondida pela equipe.',
  order: 'Este pedido está escondido pela equipe.',
};

function StatusLine({ icon, text, reason }: { icon: ReactNode; text: string; reason?: string }) {
  return (
    <div className={styles.line}>
      {icon}
      <p className="userText">
        <span className="bold">{text}</span>
        {reason && (
          <>
            {' Motivo: '}
            <bdi>{reason}</bdi>
          </>
        )}
      </p>
    </div>
  );
}

const suspendedText = ({ until }: NonNullable<ModeratedPerson['suspension']>) =>
  until
    ? `A conta está suspensa até ${fullDateTimeText(new Date(until))}.`
    : 'A conta está suspensa para sempre.';

/**
 * Moderation status of a person or item (`subject`): hidden, adults only, owner suspended. Renders nothing when none
 * applies.
 */
export function StatusLines({ subject, person }: SubjectStatus) {
  const { kind, hidden, adult } = subject;
  return (
    <>
      {hidden && (
        <StatusLine
          icon={<EyeOff className="icon" aria-hidden="true" />}
          text={hiddenTexts[kind]}
          reason={hidden.reason}
        />
      )}
      {adult && (kind === 'service' || kind === 'post') && (
        <StatusLine
          icon={<ShieldAlert className="icon" aria-hidden="true" />}
          text="Só quem verificou a idade vê."
        />
      )}
      {person?.ageRequired && (
        <StatusLine
          icon={<ShieldAlert className="icon" aria-hidden="true" />}
          text="Publicar, comprar, vender e sacar em pausa até a pessoa confirmar a idade."
        />
      )}
      {person?.suspension && (
        <StatusLine
          icon={<Ban className="icon" aria-hidden="true" />}
          text={suspendedText(person.suspension)}
          reason={person.suspension.reason}
        />
      )}
    </>
  );
}
