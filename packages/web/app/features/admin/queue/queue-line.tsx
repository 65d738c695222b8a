import type { QueueItem } from '@guilda/contract/desk';
import clsx from 'clsx';
import { Link, type To } from 'react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { priceParts } from '../../../ui/price-parts.ts';
import type { Selection } from '../data/use-selection.ts';
import { ageText } from '../model/clocks.ts';
import { selectable } from '../model/queue-order.ts';
import { kindWords } from '../model/words.ts';
import { DueClock } from './due-clock.tsx';
import { SeverityMark } from './severity-mark.tsx';

interface QueueLineProps {
  item: QueueItem;
  /** The server's time, ms. */
  now: number;
  to: To;
  open: boolean;
  selection: Selection;
}

function Choice({ item, selection }: Pick<QueueLineProps, 'item' | 'selection'>) {
  if (!selectable(item)) return <span className="mod-x" />;
  const other = selection.kind !== null && selection.kind !== item.kind;
  return (
    <label className="mod-x" data-tip={other ? 'Escolha só um tipo por vez' : undefined}>
      <span className="sr">{`Escolher ${item.code}`}</span>
      <input
        type="checkbox"
        checked={selection.has(item.id)}
        disabled={other}
        onClick={(event) => event.shiftKey && window.getSelection()?.removeAllRanges()}
        onChange={({ nativeEvent }) =>
          selection.toggle(item.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}

function Person({ person, kind }: Pick<QueueItem, 'person' | 'kind'>) {
  return (
    <bdi className="trunca">
      {person ? person.displayName || person.username : kindWords[kind].one}
    </bdi>
  );
}

/** One line of the queue: how it presses, what it is, whom it is about, how long it may wait. */
export function QueueLine({ item, now, to, open, selection }: QueueLineProps) {
  const { id, code, title, person, amount, assignee, state, createdAt } = item;
  return (
    <li className={clsx(open && 'on', selection.has(id) && 'sel')}>
      <Choice item={item} selection={selection} />
      <Link id={`fila-${id}`} to={to} aria-current={open ? 'true' : undefined} preventScrollReset>
        <Avatar src={person?.photoURL} />
        <span className="cresce">
          <bdi className="b trunca mod-p">{title}</bdi>
          <span className="t-xs mute mod-m">
            <span className="num">{code}</span>
            <Person person={person} kind={item.kind} />
            <span className="mod-i">{ageText(Date.parse(createdAt), now)}</span>
          </span>
          {assignee && (
            <span className="t-xs mute mod-p trunca">
              Com <bdi>{assignee.name}</bdi>
            </span>
          )}
        </span>
        <span className="mod-r">
          {amount === null ? (
            <SeverityMark severity={item.severity} />
          ) : (
            <>
              {item.severity === 'high' && <SeverityMark severity="high" />}
              <span className="num">{priceParts(amount).text}</span>
            </>
          )}
          {state === 'open' && <DueClock item={item} now={now} />}
        </span>
      </Link>
    </li>
  );
}
