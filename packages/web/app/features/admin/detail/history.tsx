import type { ModerationCase } from '@guilda/contract/moderation-case';
import { Link } from 'react-router';
import { dayAndHour } from '../../../lib/format/date-text.ts';
import { pathOfCase } from '../model/admin-address.ts';
import { kindWords, loggedText, thingText } from '../model/words.ts';
import * as styles from './detail.module.css';
import { Section } from './section.tsx';

type Logged = ModerationCase['history'][number];

function Moment({ at }: { at: string }) {
  return (
    <time className="numeric muted" dateTime={at}>
      {dayAndHour(new Date(at), new Date())}
    </time>
  );
}

/** The case it was done in, where that is another than the one being read. */
function OtherCase({ line, than }: { line: Logged; than: string }) {
  const { caseId, caseCode } = line;
  if (!caseId || !caseCode || caseId === than) return null;
  return (
    <>
      {' · '}
      <Link className="link numeric" to={pathOfCase(caseId)}>
        <span className="srOnly">Caso </span>
        {caseCode}
      </Link>
    </>
  );
}

function Line({ line, caseId }: { line: Logged; caseId: string }) {
  const { action, actor, reason, subject, at } = line;
  return (
    <li>
      <Moment at={at} />
      <span className="breakWords">
        {`${loggedText(action)} ${thingText(subject.kind).toLowerCase()} `}
        <span className="muted">
          {actor ? `· ${actor.name}` : '· sozinho'}
          <OtherCase line={line} than={caseId} />
        </span>
        <span className="block secondary">{reason}</span>
      </span>
    </li>
  );
}

/** Actions on the person and the subject, latest first, back to the arrival of this case. */
export function History({ item }: { item: ModerationCase }) {
  const { id, history, kind, createdAt } = item;
  const earlier = history.filter(({ at }) => at <= createdAt);
  const since = history.filter(({ at }) => at > createdAt);
  return (
    <Section title="Histórico">
      <ul className={styles.history}>
        {since.map((line) => (
          <Line key={line.id} line={line} caseId={id} />
        ))}
        <li>
          <Moment at={createdAt} />
          <span>{`Este caso chegou (${kindWords[kind].one.toLowerCase()})`}</span>
        </li>
        {earlier.map((line) => (
          <Line key={line.id} line={line} caseId={id} />
        ))}
      </ul>
    </Section>
  );
}
