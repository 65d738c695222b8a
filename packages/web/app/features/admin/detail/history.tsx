import type { DeskCase } from '@guilda/contract/desk-case';
import { Link } from 'react-router';
import { dayAndHour } from '../../../lib/moments.ts';
import { pathOfCase } from '../model/desk-address.ts';
import { kindWords, loggedText, thingText } from '../model/words.ts';
import { Section } from './section.tsx';

type Logged = DeskCase['history'][number];

function Moment({ at }: { at: string }) {
  return (
    <time className="num mute" dateTime={at}>
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
      <Link className="link num" to={pathOfCase(caseId)}>
        <span className="sr">Caso </span>
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
      <span className="quebra">
        {`${loggedText(action)} ${thingText(subject.kind).toLowerCase()} `}
        <span className="mute">
          {actor ? `· ${actor.name}` : '· sozinho'}
          <OtherCase line={line} than={caseId} />
        </span>
        <span className="mod-p dim">{reason}</span>
      </span>
    </li>
  );
}

/** What was done with the person and the subject, the last first, down to this case's arrival. */
export function History({ item }: { item: DeskCase }) {
  const { id, history, kind, createdAt } = item;
  const earlier = history.filter(({ at }) => at <= createdAt);
  const since = history.filter(({ at }) => at > createdAt);
  return (
    <Section title="Histórico">
      <ul className="hist">
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
