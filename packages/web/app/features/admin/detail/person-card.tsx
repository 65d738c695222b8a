import type { ModeratedPerson } from '@guilda/contract/moderation/moderation-case';
import clsx from 'clsx';
import { Link } from 'react-router';
import { dateText } from '../../../lib/format/date-text.ts';
import { serverNowMs } from '../../../lib/format/server-time.ts';
import { Fact, FactList } from '../../../ui/display/fact-list.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { PersonAvatar } from '../../presence/index.ts';
import { BadgeList } from '../../users/index.ts';
import { ModerationActionButton } from '../actions/action-button.tsx';
import { liftAction } from '../actions/direct-actions.ts';
import * as layout from '../admin.module.css';
import { accountAgeText } from '../model/duration-texts.ts';

const ratingFormat = new Intl.NumberFormat('pt-BR', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

function statusTags({ suspension, hidden, privacy }: ModeratedPerson) {
  return (
    <>
      {suspension && (
        <Tag tone="danger">
          {suspension.until
            ? `Conta suspensa até ${dateText(new Date(suspension.until))}`
            : 'Conta suspensa para sempre'}
        </Tag>
      )}
      {hidden && <Tag tone="warn">Perfil escondido</Tag>}
      {privacy === 'private' && <Tag tone="outline">Perfil privado</Tag>}
    </>
  );
}

function salesText({ sales, rating: average }: ModeratedPerson): string {
  const completedSalesText = `${sales} ${sales === 1 ? 'atendimento' : 'atendimentos'}`;
  return average === null
    ? completedSalesText
    : `${completedSalesText}, nota ${ratingFormat.format(average)}`;
}

function PersonFacts({ person }: { person: ModeratedPerson }) {
  return (
    <FactList>
      <Fact name="Conta">{accountAgeText(Date.parse(person.createdAt), serverNowMs())}</Fact>
      <Fact name="Denúncias" kind="numeric">
        {person.reports}
      </Fact>
      <Fact name="Com razão" kind="numeric">
        {person.reportsUpheld}
      </Fact>
      <Fact name="Decisões que valem" kind="numeric">
        {person.decisions}
      </Fact>
    </FactList>
  );
}

interface PersonCardProps {
  person: ModeratedPerson;
  /** Role of the person in the case, such as author of the report. */
  roleInCase: string;
  small?: boolean | undefined;
}

/** A person of a case with the facts that the team needs to decide. */
export function PersonCard({ person, roleInCase, small }: PersonCardProps) {
  const { uid, username, displayName, badges, suspension, hidden, privacy } = person;
  const hasTags = suspension || hidden || privacy === 'private';
  return (
    <section className="panel plain column gap2" aria-label={roleInCase}>
      <p className="textXs muted">{roleInCase}</p>
      <div className="row">
        <PersonAvatar person={person} size={small ? 'md' : 'lg'} />
        <div className="grow">
          <Link className="bold textLg truncate block" to={`/user/${username}`}>
            <bdi>{displayName || username}</bdi>
          </Link>
          <p className="textSm muted">{salesText(person)}</p>
          <BadgeList badges={badges} />
        </div>
      </div>
      {hasTags && <div className={clsx(layout.chips, 'row gap1')}>{statusTags(person)}</div>}
      <PersonFacts person={person} />
      {suspension && (
        <ModerationActionButton
          directAction={liftAction}
          subject={{ kind: 'user', id: uid }}
          text="A conta volta a valer agora mesmo, e a pessoa é avisada por e-mail."
        />
      )}
      <Link className="link textSm" to={`/admin?aba=registro&sobre=${uid}`}>
        Ver no registro
      </Link>
    </section>
  );
}
