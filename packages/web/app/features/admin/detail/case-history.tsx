import type { ModerationCase } from '@guilda/contract/moderation/moderation-case';
import { Link } from 'react-router';
import { dayAndTimeText } from '../../../lib/format/date-text.ts';
import { casePath } from '../model/admin-address.ts';
import { kindWords, loggedSubjectText, loggedText } from '../model/words.ts';
import * as styles from './detail.module.css';
import { DetailSection } from './section.tsx';

type HistoryEntry = ModerationCase['history'][number];

function EntryTime({ at }: { at: string }) {
  return (
    <time className="numeric muted" dateTime={at}>
      {dayAndTimeText(new Date(at), new Date())}
    </time>
  );
}

/** Link to the case that a history entry belongs to; nothing when that case is on screen. */
function OtherCaseLink({ entry, shownCaseId }: { entry: HistoryEntry; shownCaseId: string }) {
  const { caseId, caseCode } = entry;
  if (!caseId || !caseCode || caseId === shownCaseId) return null;
  return (
    <>
      {' · '}
      <Link className="link numeric" to={casePath(caseId)}>
        <span className="srOnly">Caso </span>
        {caseCode}
      </Link>
    </>
  );
}

function HistoryLine({ entry, caseId }: { entry: HistoryEntry; caseId: string }) {
  const { action, actor, reason, subject, at } = entry;
  return (
    <li>
      <EntryTime at={at} />
      <span className="breakWords">
        {`${loggedText(action)} ${loggedSubjectText(subject.kind).toLowerCase()} `}
        <span className="muted">
          {actor ? `· ${actor.name}` : '· automaticamente'}
          <OtherCaseLink entry={entry} shownCaseId={caseId} />
        </span>
        <span className="block secondary">{reason}</span>
      </span>
    </li>
  );
}

/** Moderation actions on the person and on the subject, latest first, and at the end the creation of this case. */
export function CaseHistory({ item }: { item: ModerationCase }) {
  const { id, history, kind, createdAt } = item;
  const earlierEntries = history.filter(({ at }) => at <= createdAt);
  const laterEntries = history.filter(({ at }) => at > createdAt);
  return (
    <DetailSection title="Histórico">
      <ul className={styles.history}>
        {laterEntries.map((entry) => (
          <HistoryLine key={entry.id} entry={entry} caseId={id} />
        ))}
        <li>
          <EntryTime at={createdAt} />
          <span>{`Este caso chegou (${kindWords[kind].singular.toLowerCase()})`}</span>
        </li>
        {earlierEntries.map((entry) => (
          <HistoryLine key={entry.id} entry={entry} caseId={id} />
        ))}
      </ul>
    </DetailSection>
  );
}
