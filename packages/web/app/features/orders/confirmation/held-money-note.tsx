import Hourglass from 'lucide-react/icons/hourglass';
import { Link } from 'react-router';
import { fullDateTimeText, timeInSentence } from '../../../lib/format/date-text.ts';
import * as styles from '../components/deadline-note.module.css';
import { useNow } from '../components/use-now.ts';
import { useRefetchAfterDeadline } from '../data/use-refetch-after-deadline.ts';

interface HeldMoneyNoteProps {
  /** Time in ISO 8601 until which the money of the completed order is kept. */
  heldUntil: string;
  /** Address of the form that reports a problem; null when the buyer cannot report one. */
  disputePath: string | null;
}

/** Says until when the money of a completed order is held, with a link to report a problem until then if possible. */
export function HeldMoneyNote({ heldUntil, disputePath }: HeldMoneyNoteProps) {
  const until = new Date(heldUntil);
  const now = useNow(1000);
  useRefetchAfterDeadline(until.getTime() <= now);
  return (
    <p className={`${styles.deadline} textSm`}>
      <Hourglass className="icon" aria-hidden="true" />
      <span className="pretty">
        O dinheiro fica guardado até{' '}
        <time dateTime={heldUntil} title={fullDateTimeText(until)}>
          {timeInSentence(until, new Date(now))}
        </time>
        .
        {disputePath && (
          <>
            {' '}
            Até lá você pode usar{' '}
            <Link className="link" to={disputePath}>
              Tive um problema
            </Link>
            .
          </>
        )}
      </span>
    </p>
  );
}
