import { fullDateTimeText } from '../../../lib/format/date-text.ts';

/** A date with day, month, year and time. */
export function FullDateTime({ value }: { value: string }) {
  return <time dateTime={value}>{fullDateTimeText(new Date(value))}</time>;
}
