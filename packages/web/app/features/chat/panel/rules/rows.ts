import { dateText, timeOfDayText } from '../../../../lib/format/date-text.ts';
import type { ChatItem } from '../../model/views/views.ts';
import { messageDayLabel } from './days.ts';

/** Messages of one sender form a group while each follows the previous one within this time, in ms. */
const MAX_GROUP_GAP_MS = 5 * 60_000;

interface DayRow {
  readonly kind: 'day';
  readonly key: string;
  /** Label of the day: `Hoje`, `Ontem` or `dd/MM/yyyy`. */
  readonly label: string;
}

export interface MessageListRow {
  readonly kind: 'message';
  readonly key: string;
  readonly item: ChatItem;
  /** Whether the signed-in person sent the message. */
  readonly isOwn: boolean;
  /** Whether the message belongs to the same group as the message above it. */
  readonly continuesGroup: boolean;
  /** Local time as `HH:mm`. */
  readonly timeText: string;
  /**
   * Whether the message below belongs to the same group and shows the same time and state, so that this row leaves out
   * its own time and state.
   */
  readonly repeatedBelow: boolean;
}

export type MessageLogRow = DayRow | MessageListRow;

function isContinued(itemBefore: ChatItem | undefined, item: ChatItem): boolean {
  if (!itemBefore || itemBefore.senderId !== item.senderId || itemBefore.system || item.system)
    return false;
  const [from, to] = [new Date(itemBefore.sentAt), new Date(item.sentAt)];
  return dateText(from) === dateText(to) && to.getTime() - from.getTime() < MAX_GROUP_GAP_MS;
}

function hasSameStateAndTime(item: ChatItem, nextItem: ChatItem): boolean {
  const times = [item, nextItem].map(({ sentAt }) => timeOfDayText(new Date(sentAt)));
  return item.state === nextItem.state && item.state !== 'failed' && times[0] === times[1];
}

/**
 * The rows of a message log: a label above each day's messages; messages of one sender within five minutes form a
 * group. `items` are oldest first; days are those of the local calendar.
 */
export function buildLogRows(items: readonly ChatItem[], uid: string, now: Date): MessageLogRow[] {
  const rows: MessageLogRow[] = [];
  let day = '';
  items.forEach((item, index) => {
    const sentAt = new Date(item.sentAt);
    if (dateText(sentAt) !== day) {
      day = dateText(sentAt);
      rows.push({ kind: 'day', key: `dia-${item.id}`, label: messageDayLabel(sentAt, now) });
    }
    const nextItem = items[index + 1];
    rows.push({
      kind: 'message',
      key: item.id,
      item,
      isOwn: item.senderId === uid,
      continuesGroup: isContinued(items[index - 1], item),
      timeText: timeOfDayText(sentAt),
      repeatedBelow:
        nextItem !== undefined &&
        isContinued(item, nextItem) &&
        hasSameStateAndTime(item, nextItem),
    });
  });
  return rows;
}
