import type { LoggedAction } from '@guilda/contract/desk-case';
import ListFilter from 'lucide-react/icons/list-filter';
import { Link } from 'react-router';
import { wholeMoment } from '../../../lib/moments.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { LogFilter } from '../data/log.ts';
import { atDesk, pathOfCase } from '../model/desk-address.ts';
import { loggedText, thingText } from '../model/words.ts';

interface LogLineProps {
  action: LoggedAction;
  searchOf: (filter: LogFilter) => string;
}

function Thing({ subject }: Pick<LoggedAction, 'subject'>) {
  const { kind, label, path } = subject;
  const to = path ?? atDesk(subject);
  const name = <bdi className="quebra">{label}</bdi>;
  return (
    <>
      <span className="mute">{`${thingText(kind).toLowerCase()} `}</span>
      {to ? (
        <Link className="link" to={to}>
          {name}
        </Link>
      ) : (
        name
      )}
    </>
  );
}

/** One line of the log: when, who, what, to what, why, in which case. */
export function LogLine({ action, searchOf }: LogLineProps) {
  const { actor, subject, reason, caseCode, caseId, at } = action;
  return (
    <li>
      <time className="num mute" dateTime={at}>
        {wholeMoment(new Date(at))}
      </time>
      <div className="cresce">
        <p className="quebra">
          {actor ? (
            <Link className="b" to={{ search: searchOf({ actor: actor.uid, subject: undefined }) }}>
              <bdi>{actor.name}</bdi>
            </Link>
          ) : (
            <span className="b">A Guilda, sozinha</span>
          )}{' '}
          {loggedText(action.action).toLowerCase()} <Thing subject={subject} />
        </p>
        <p className="t-sm dim quebra">{reason}</p>
      </div>
      {caseCode && caseId && caseId !== subject.id && (
        <Link className="link num" to={pathOfCase(caseId)}>
          <span className="sr">Caso </span>
          {caseCode}
        </Link>
      )}
      <IconButton
        asLink
        label="Só sobre isto"
        tip="top"
        to={{ search: searchOf({ actor: undefined, subject: subject.id }) }}
        icon={<ListFilter className="i" aria-hidden="true" />}
      />
    </li>
  );
}
