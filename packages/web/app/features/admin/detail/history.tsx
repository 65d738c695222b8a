import type { DeskCase } from '@guilda/contract/desk';
import { dayAndHour } from '../../../lib/moments.ts';
import { kindWords, loggedText, thingText } from '../model/words.ts';
import { Section } from './section.tsx';

function Moment({ at }: { at: string }) {
  return (
    <time className="num mute" dateTime={at}>
      {dayAndHour(new Date(at), new Date())}
    </time>
  );
}

/** What was done with the person and the subject, the last first, down to this case's arrival. */
export function History({ item }: { item: DeskCase }) {
  const { history, kind, createdAt } = item;
  const earlier = history.filter(({ at }) => at <= createdAt);
  const since = history.filter(({ at }) => at > createdAt);
  const line = ({ id, action, actor, reason, subject, at }: DeskCase['history'][number]) => (
    <li key={id}>
      <Moment at={at} />
      <span className="quebra">
        {`${loggedText(action)} ${thingText(subject.kind).toLowerCase()} `}
        <span className="mute">{actor ? `· ${actor.name}` : '· sozinho'}</span>
        <span className="mod-p dim">{reason}</span>
      </span>
    </li>
  );
  return (
    <Section title="Histórico">
      <ul className="hist">
        {since.map(line)}
        <li>
          <Moment at={createdAt} />
          <span>{`Este caso chegou (${kindWords[kind].one.toLowerCase()})`}</span>
        </li>
        {earlier.map(line)}
      </ul>
    </Section>
  );
}
