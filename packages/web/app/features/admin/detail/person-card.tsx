import type { TeamPerson } from '@guilda/contract/desk-case';
import { Link } from 'react-router';
import { serverNow } from '../../../lib/server-time.ts';
import { Tag } from '../../../ui/tag.tsx';
import { DeedButton, lift } from '../../deeds/index.ts';
import { PersonAvatar } from '../../presence/index.ts';
import { BadgeList } from '../../users/index.ts';
import { accountAge } from '../model/clocks.ts';

const rating = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short' });

function standing({ suspension, hidden, privacy }: TeamPerson) {
  return (
    <>
      {suspension && (
        <Tag tone="danger">
          {suspension.until
            ? `Conta suspensa até ${day.format(new Date(suspension.until))}`
            : 'Conta suspensa para sempre'}
        </Tag>
      )}
      {hidden && <Tag tone="warn">Perfil escondido</Tag>}
      {privacy === 'private' && <Tag tone="outline">Perfil privado</Tag>}
    </>
  );
}

function salesText({ sales, rating: average }: TeamPerson): string {
  const done = `${sales} ${sales === 1 ? 'atendimento' : 'atendimentos'}`;
  return average === null ? done : `${done}, nota ${rating.format(average)}`;
}

function Facts({ person }: { person: TeamPerson }) {
  return (
    <dl className="linhas">
      <div>
        <dt>Conta</dt>
        <dd>{accountAge(Date.parse(person.createdAt), serverNow())}</dd>
      </div>
      <div>
        <dt>Denúncias</dt>
        <dd className="num">{person.reports}</dd>
      </div>
      <div>
        <dt>Com razão</dt>
        <dd className="num">{person.reportsUpheld}</dd>
      </div>
      <div>
        <dt>Decisões que valem</dt>
        <dd className="num">{person.decisions}</dd>
      </div>
    </dl>
  );
}

interface PersonCardProps {
  person: TeamPerson;
  /** What they are in this case. */
  part: string;
  small?: boolean | undefined;
}

/** A person of a case with what the team should know of them. */
export function PersonCard({ person, part, small }: PersonCardProps) {
  const { uid, username, displayName, badges, suspension, hidden, privacy } = person;
  const marked = suspension || hidden || privacy === 'private';
  return (
    <section className="painel liso col g2" aria-label={part}>
      <p className="t-xs mute">{part}</p>
      <div className="row">
        <PersonAvatar person={person} size={small ? 'md' : 'lg'} />
        <div className="cresce">
          <Link className="b t-lg trunca mod-p" to={`/user/${username}`}>
            <bdi>{displayName || username}</bdi>
          </Link>
          <p className="t-sm mute">{salesText(person)}</p>
          <BadgeList badges={badges} />
        </div>
      </div>
      {marked && <div className="row g1 mod-chips">{standing(person)}</div>}
      <Facts person={person} />
      {suspension && (
        <DeedButton
          deed={lift}
          subject={{ kind: 'user', id: uid }}
          text="A conta volta a valer agora mesmo, e a pessoa é avisada por e-mail."
        />
      )}
      <Link className="link t-sm" to={`/admin?aba=registro&sobre=${uid}`}>
        Ver no registro
      </Link>
    </section>
  );
}
