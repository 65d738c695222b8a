import { wholeMoment } from '../../../lib/moments.ts';

/** A moment with its whole date. */
export function WholeMoment({ value }: { value: string }) {
  return <time dateTime={value}>{wholeMoment(new Date(value))}</time>;
}
