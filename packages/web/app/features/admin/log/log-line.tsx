import type { LoggedAction } from '@guilda/contract/desk-case';
import type { SubjectKind } from '@guilda/contract/moderation';
import ListFilter from 'lucide-react/icons/list-filter';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Link } from 'react-router';
import { wholeMoment } from '../../../lib/moments.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { LogFilter } from '../data/log.ts';
import { atDesk, pathOfCase } from '../model/desk-address.ts';
import { loggedText, thingText } from '../model/words.ts';

/** Something of the log that the team can act upon from there, such as what its page no longer shows. */
export interface LoggedThing {
  readonly kind: SubjectKind;
  readonly id: string;
}

interface LogLineProps {
  action: LoggedAction;
  searchOf: (filter: LogFilter) => string;
  onModerate: (thing: LoggedThing) => void;
}

const moderated: readonly SubjectKind[] = ['user', 'service', 'post', 'comment', 'review'];

function thingOf({ kind, id }: LoggedAction['subject']): LoggedThing | undefined {
  const known = moderated.find((each) => each === kind);
  return known && { kind: known, id };
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
export function LogLine({ action, searchOf, onModerate }: LogLineProps) {
  const { actor, subject, reason, caseCode, caseId, at } = action;
  const thing = thingOf(subject);
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
      <span className="reg-b">
        {thing && (
          <IconButton
            label="Moderar"
            tip="top"
            onClick={() => onModerate(thing)}
            icon={<ShieldCheck className="i" aria-hidden="true" />}
          />
        )}
        <IconButton
          asLink
          label="Só sobre isto"
          tip="top"
          to={{ search: searchOf({ actor: undefined, subject: subject.id }) }}
          icon={<ListFilter className="i" aria-hidden="true" />}
        />
      </span>
    </li>
  );
}
