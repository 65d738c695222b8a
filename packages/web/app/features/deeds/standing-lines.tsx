import type { SubjectView, TeamPerson } from '@guilda/contract/desk-case';
import type { SubjectKind } from '@guilda/contract/moderation';
import Ban from 'lucide-react/icons/ban';
import EyeOff from 'lucide-react/icons/eye-off';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import type { ReactNode } from 'react';
import { wholeMoment } from '../../lib/moments.ts';

interface Standing {
  readonly subject: SubjectView;
  readonly person: TeamPerson | null;
}

const hiddenWords: Record<SubjectKind, string> = {
  user: 'Este perfil está escondido pela equipe.',
  service: 'Este serviço está escondido pela equipe.',
  post: 'Esta publicação está escondida pela equipe.',
  comment: 'Este comentário está escondido pela equipe.',
  review: 'Esta avaliação está escondida pela equipe.',
  order: 'Este pedido está escondido pela equipe.',
};

function Line({ icon, what, reason }: { icon: ReactNode; what: string; reason?: string }) {
  return (
    <div className="post-n">
      {icon}
      <p className="texto">
        <span className="b">{what}</span>
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

const suspendedText = ({ until }: NonNullable<TeamPerson['suspension']>) =>
  until
    ? `A conta está suspensa até ${wholeMoment(new Date(until))}.`
    : 'A conta está suspensa para sempre.';

/** How something stands with the team: hidden, for adults, its person shut out. Nothing where it is free. */
export function StandingLines({ subject, person }: Standing) {
  const { kind, hidden, adult } = subject;
  return (
    <>
      {hidden && (
        <Line
          icon={<EyeOff className="i" aria-hidden="true" />}
          what={hiddenWords[kind]}
          reason={hidden.reason}
        />
      )}
      {adult && (kind === 'service' || kind === 'post') && (
        <Line
          icon={<ShieldAlert className="i" aria-hidden="true" />}
          what="Só quem verificou a idade vê."
        />
      )}
      {person?.suspension && (
        <Line
          icon={<Ban className="i" aria-hidden="true" />}
          what={suspendedText(person.suspension)}
          reason={person.suspension.reason}
        />
      )}
    </>
  );
}
