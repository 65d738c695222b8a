import type { DeskCase } from '@guilda/contract/desk-case';
import Baby from 'lucide-react/icons/baby';
import { Button } from '../../../ui/button.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { useCase } from '../data/items.ts';
import { useTake } from '../data/use-take.ts';
import { useTicking } from '../data/use-ticking.ts';
import { CaseDecision } from '../decide/case-decision.tsx';
import { ItemSkeleton } from '../desk-skeleton.tsx';
import { ageText } from '../model/clocks.ts';
import { kindWords, outcomeWords } from '../model/words.ts';
import { DueClock } from '../queue/due-clock.tsx';
import { SeverityMark } from '../queue/severity-mark.tsx';
import { AlikeCases, AppealedDecision, CaseOrder } from './case-parts.tsx';
import type { DetailProps } from './detail-props.ts';
import { History } from './history.tsx';
import { ItemError } from './item-error.tsx';
import { PaneHead } from './pane-head.tsx';
import { PersonCard } from './person-card.tsx';
import { Section } from './section.tsx';
import { SubjectSheet } from './subject-sheet.tsx';

const messageTitles: Record<DeskCase['kind'], string> = {
  report: 'Relato de',
  appeal: 'Recurso de',
  support: 'Pedido de',
  feedback: 'Sugestão de',
};

const nameOf = ({ displayName, username }: DeskCase['author']) => displayName || username;

function Head({ item }: { item: DeskCase }) {
  const now = useTicking();
  const age = ageText(Date.parse(item.createdAt), now);
  const open = item.state === 'open';
  return (
    <PaneHead
      id={item.id}
      above={
        <>
          <span className="num">{item.code}</span>
          <span>
            {open ? (age === 'agora' ? 'aberto agora' : `aberto há ${age}`) : 'resolvido'}
          </span>
          {open && <DueClock item={item} now={now} />}
        </>
      }
      tags={
        <>
          {item.minor && (
            <Tag tone="danger" icon={<Baby className="i" aria-hidden="true" />}>
              Menor de idade
            </Tag>
          )}
          <Tag tone="outline">{kindWords[item.kind].one}</Tag>
          {open || item.outcome === null ? (
            <SeverityMark severity={item.severity} />
          ) : (
            <Tag>{outcomeWords[item.outcome]}</Tag>
          )}
        </>
      }
    >
      <bdi className="quebra">{item.title}</bdi>
    </PaneHead>
  );
}

function Assignee({ item, uid }: { item: DeskCase; uid: string }) {
  const { pending, toggleTake } = useTake(uid);
  if (item.state === 'closed') return null;
  const own = item.assignee?.uid === uid;
  const text = own ? 'Com você' : item.assignee ? `Com ${item.assignee.name}` : 'Com ninguém';
  return (
    <div className="row between mod-com">
      <p className="t-sm dim trunca">{text}</p>
      <Button size="small" loading={pending} onClick={() => toggleTake(item)}>
        {own ? 'Devolver' : 'Pegar'}
      </Button>
    </div>
  );
}

/** What was told, and what it is about. */
function Told({ item, uid }: { item: DeskCase; uid: string }) {
  return (
    <div className="col mod-col">
      <Section
        title={
          <>
            {messageTitles[item.kind]} <bdi>{nameOf(item.author)}</bdi>
          </>
        }
      >
        <UserText className="dim" text={item.message} />
      </Section>
      {item.decision && <AppealedDecision decision={item.decision} />}
      {item.subject && item.subject.kind !== 'order' && (
        <SubjectSheet subject={item.subject} own={item.about?.uid === uid} />
      )}
      {item.order && <CaseOrder order={item.order} />}
    </div>
  );
}

/** What else there is and was; on a narrow screen it comes after the decision. */
function Around({ item }: { item: DeskCase }) {
  return (
    <div className="col mod-col">
      {item.alike.length > 0 && <AlikeCases alike={item.alike} />}
      <History item={item} />
    </div>
  );
}

/** A case in its context: what was told, what it is about, who is concerned, and what to decide. */
export function CaseDetail({ id, uid, onDecided }: DetailProps) {
  const query = useCase(id);
  const item = query.data;
  if (!item) return query.error ? <ItemError query={query} /> : <ItemSkeleton />;
  const { about, author } = item;
  const apart = about && about.uid !== author.uid;
  return (
    <article className="mod-item">
      <Head item={item} />
      <div className="mod-g">
        <Told item={item} uid={uid} />
        <aside className="col mod-col mod-lado" aria-label="Pessoas e decisão">
          {about && <PersonCard person={about} part={apart ? 'Sobre' : 'Quem recorre'} />}
          <Assignee item={item} uid={uid} />
          <CaseDecision item={item} onDecided={onDecided} />
          {(apart || !about) && <PersonCard person={author} part="Quem escreveu" small />}
        </aside>
        <Around item={item} />
      </div>
    </article>
  );
}
