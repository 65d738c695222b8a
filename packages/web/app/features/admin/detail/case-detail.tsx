import { ageToProve } from '@guilda/contract/limits';
import type { ModerationCase } from '@guilda/contract/moderation/moderation-case';
import clsx from 'clsx';
import Baby from 'lucide-react/icons/baby';
import { useInstallation } from '../../../lib/installation.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { UserText } from '../../../ui/text/user-text.tsx';
import * as layout from '../admin.module.css';
import { ItemSkeleton } from '../admin-skeleton.tsx';
import { CaseDecision } from '../decision/case-decision.tsx';
import { caseAgeText } from '../model/duration-texts.ts';
import { useServerNowMs } from '../model/use-server-now-ms.ts';
import { kindWords, outcomeWords } from '../model/words.ts';
import { DueClock } from '../queue/due-clock.tsx';
import { SeverityMark } from '../queue/severity-mark.tsx';
import { useAssignToSelf } from '../queue/use-assign-to-self.ts';
import { CaseHistory } from './case-history.tsx';
import { AppealedDecision, CaseOrder, SimilarCases } from './case-parts.tsx';
import * as styles from './detail.module.css';
import type { DetailProps } from './detail-props.ts';
import { ItemError } from './item-error.tsx';
import { PaneHead } from './pane-head.tsx';
import { PersonCard } from './person-card.tsx';
import { ReportCopySection } from './report-copy-section.tsx';
import { DetailSection } from './section.tsx';
import { SubjectPanel, SubjectPicture } from './subject-panel.tsx';
import { useCase } from './use-item.ts';

const messageTitles: Record<ModerationCase['kind'], string> = {
  report: 'Relato de',
  appeal: 'Recurso de',
  support: 'Pedido de',
  feedback: 'Feedback de',
};

/** Title of the text of a case; a case without an author was opened automatically. */
function MessageTitle({ kind, author }: Pick<ModerationCase, 'kind' | 'author'>) {
  if (!author) return 'Aberto automaticamente';
  return (
    <>
      {messageTitles[kind]} <bdi>{author.displayName || author.username}</bdi>
    </>
  );
}

function CaseHeader({ item }: { item: ModerationCase }) {
  const { accountAge } = useInstallation();
  const now = useServerNowMs();
  const age = caseAgeText(Date.parse(item.createdAt), now);
  const isOpen = item.state === 'open';
  return (
    <PaneHead
      id={item.id}
      above={
        <>
          <span className="numeric">{item.code}</span>
          <span>
            {isOpen ? (age === 'agora' ? 'aberto agora' : `aberto há ${age}`) : 'resolvido'}
          </span>
          {isOpen && <DueClock item={item} now={now} />}
        </>
      }
      tags={
        <>
          {item.minor && (
            <Tag tone="danger" icon={<Baby className="icon" aria-hidden="true" />}>
              Menor de idade
            </Tag>
          )}
          {item.underage && (
            <Tag tone="danger" icon={<Baby className="icon" aria-hidden="true" />}>
              Conta de menor de {ageToProve(accountAge)} anos
            </Tag>
          )}
          <Tag tone="outline">{kindWords[item.kind].singular}</Tag>
          {isOpen || item.outcome === null ? (
            <SeverityMark severity={item.severity} />
          ) : (
            <Tag>{outcomeWords[item.outcome]}</Tag>
          )}
        </>
      }
    >
      <bdi className="breakWords">{item.title}</bdi>
    </PaneHead>
  );
}

function AssigneeControl({ item, uid }: { item: ModerationCase; uid: string }) {
  const { pending, toggleAssignment } = useAssignToSelf(uid);
  if (item.state === 'closed') return null;
  const isOwn = item.assignee?.uid === uid;
  const text = isOwn ? 'Com você' : item.assignee ? `Com ${item.assignee.name}` : 'Com ninguém';
  return (
    <div className={clsx(styles.comment, 'row spaceBetween')}>
      <p className="textSm secondary truncate">{text}</p>
      <Button size="small" loading={pending} onClick={() => toggleAssignment(item)}>
        {isOwn ? 'Devolver' : 'Pegar'}
      </Button>
    </div>
  );
}

/** The text of the report and the reported subject. */
function ReportedSection({ item, uid }: { item: ModerationCase; uid: string }) {
  const { subject } = item;
  return (
    <div className={clsx(layout.stack, 'column')}>
      <DetailSection title={<MessageTitle kind={item.kind} author={item.author} />}>
        <UserText className="secondary" text={item.message} />
      </DetailSection>
      {item.decision && <AppealedDecision decision={item.decision} />}
      {subject && subject.kind !== 'order' && (
        <SubjectPanel subject={subject} own={item.about?.uid === uid} />
      )}
      {item.seal && <ReportCopySection item={item} seal={item.seal} />}
      {item.order && <CaseOrder order={item.order} />}
      {subject?.kind === 'order' && subject.photoURL && (
        <DetailSection title="Imagem do pedido">
          <SubjectPicture src={subject.photoURL} veiled={subject.adult} alt="Imagem do pedido" />
        </DetailSection>
      )}
    </div>
  );
}

/** Related cases and history of a case; on narrow screens below the decision. */
function RelatedCases({ item }: { item: ModerationCase }) {
  return (
    <div className={clsx(layout.stack, 'column')}>
      {item.alike.length > 0 && <SimilarCases alike={item.alike} />}
      <CaseHistory item={item} />
    </div>
  );
}

/** Details of a case: report, subject, people and decision. */
export function CaseDetail({ id, uid, onDecided }: DetailProps) {
  const query = useCase(id);
  const item = query.data;
  if (!item) return query.error ? <ItemError query={query} /> : <ItemSkeleton />;
  const { about, author } = item;
  const isAboutOtherPerson = about && about.uid !== author?.uid;
  return (
    <article>
      <CaseHeader item={item} />
      <div className={layout.columns}>
        <ReportedSection item={item} uid={uid} />
        <aside className={clsx(layout.stack, layout.side, 'column')} aria-label="Pessoas e decisão">
          {about && (
            <PersonCard person={about} roleInCase={isAboutOtherPerson ? 'Sobre' : 'Quem recorre'} />
          )}
          <AssigneeControl item={item} uid={uid} />
          <CaseDecision item={item} onDecided={onDecided} />
          {author && (isAboutOtherPerson || !about) && (
            <PersonCard person={author} roleInCase="Quem escreveu" small />
          )}
        </aside>
        <RelatedCases item={item} />
      </div>
    </article>
  );
}
