import type { QueueItem } from '@guilda/contract/moderation/moderation-queue';
import clsx from 'clsx';
import { Link, type To } from 'react-router';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { caseAgeText } from '../model/duration-texts.ts';
import { kindWords } from '../model/words.ts';
import { DueClock } from './due-clock.tsx';
import * as styles from './queue.module.css';
import { isSelectable } from './queue-order.ts';
import { SeverityMark } from './severity-mark.tsx';
import type { Selection } from './use-selection.ts';

interface QueueItemRowProps {
  item: QueueItem;
  /** The server's time, in ms since the epoch. */
  now: number;
  to: To;
  open: boolean;
  selection: Selection;
}

function SelectionCheckBox({ item, selection }: Pick<QueueItemRowProps, 'item' | 'selection'>) {
  if (!isSelectable(item)) return <span className={styles.checkBox} />;
  const isOfOtherKind = selection.kind !== null && selection.kind !== item.kind;
  return (
    <label
      className={styles.checkBox}
      data-tip={isOfOtherKind ? 'Escolha só um tipo por vez' : undefined}
    >
      <span className="srOnly">{`Escolher ${item.code}`}</span>
      <input
        type="checkbox"
        checked={selection.has(item.id)}
        disabled={isOfOtherKind}
        onClick={(event) => event.shiftKey && window.getSelection()?.removeAllRanges()}
        onChange={({ nativeEvent }) =>
          selection.toggle(item.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}

function PersonName({ person, kind }: Pick<QueueItem, 'person' | 'kind'>) {
  return (
    <bdi className="truncate">
      {person ? person.displayName || person.username : kindWords[kind].singular}
    </bdi>
  );
}

/** Code of an order in a title, such as `GLD-7Q6Y72`. */
const orderCode = /(GLD-[A-Z0-9]{6})\b/;

/** A title whose order codes are not broken at their hyphens. */
function QueueItemTitle({ title }: Pick<QueueItem, 'title'>) {
  // `split` also returns what the group of the pattern matched, so every second part is a code.
  const parts = title.split(orderCode).map((text, index, all) => ({
    text,
    className: index % 2 === 1 ? 'noWrap' : undefined,
    start: all.slice(0, index).join('').length,
  }));
  return (
    <bdi className={clsx(styles.title, 'bold')}>
      {parts.map(({ start, className, text }) => (
        <span key={start} className={className}>
          {text}
        </span>
      ))}
    </bdi>
  );
}

/**
 * Whether the title contains an order code with the same number as the item's own `code`, as in `Disputa do pedido
 * GLD-7Q6Y72` for `DIS-7Q6Y72`. The row then hides its own code visually. Screen readers still read the code, because
 * the label of the row's check box contains it.
 */
const hasSameNumber = (title: string, code: string) =>
  orderCode.exec(title)?.[1]?.slice(4) === code.slice(code.indexOf('-') + 1);

/** One row of the queue: title, code, person, age, assignee, severity or amount, and deadline. */
export function QueueItemRow({ item, now, to, open, selection }: QueueItemRowProps) {
  const { id, code, title, person, amount, assignee, state, createdAt } = item;
  const isSevere = item.severity === 'high' || item.severity === 'urgent';
  return (
    <li className={clsx(open && styles.open, selection.has(id) && styles.selected)}>
      <SelectionCheckBox item={item} selection={selection} />
      <Link id={`fila-${id}`} to={to} aria-current={open ? 'true' : undefined} preventScrollReset>
        <Avatar src={person?.photoURL} />
        <span className="grow">
          <QueueItemTitle title={title} />
          <span className={clsx(styles.facts, 'textXs muted')}>
            <span className={hasSameNumber(title, code) ? 'srOnly' : 'numeric'}>{code}</span>
            <PersonName person={person} kind={item.kind} />
            <span className={styles.person}>{caseAgeText(Date.parse(createdAt), now)}</span>
          </span>
          {assignee && (
            <span className="textXs muted block truncate">
              Com <bdi>{assignee.name}</bdi>
            </span>
          )}
          {item.pixKeyMatches === false && state === 'open' && (
            <span className="textXs block">Chave Pix não é o CPF de quem recebe</span>
          )}
        </span>
        <span className={styles.right}>
          {amount === null ? (
            <SeverityMark severity={item.severity} />
          ) : (
            <>
              {isSevere && <SeverityMark severity={item.severity} />}
              <span className="numeric">{priceParts(amount).text}</span>
            </>
          )}
          {state === 'open' && <DueClock item={item} now={now} />}
        </span>
      </Link>
    </li>
  );
}
