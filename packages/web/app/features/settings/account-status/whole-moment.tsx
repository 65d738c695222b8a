import { wholeMoment } from '../../../lib/format/date-text.ts';

/** A date with day, month, year and time. */
export function FullDateTime({ value }: { value: string }) {
  return <time dateTime={value}>{wholeMoment(new Date(value))}</time>;
}
