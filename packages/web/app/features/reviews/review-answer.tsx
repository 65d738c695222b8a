import type { Review } from '@guilda/contract/orders/reviews';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { UserText } from '../../ui/text/user-text.tsx';
import * as styles from './review-item.module.css';

/** The seller's answer, indented below its review. */
export function ReviewAnswer({ answer }: { answer: NonNullable<Review['answer']> }) {
  return (
    <div className={styles.answer}>
      <p className="row gap2 textSm">
        <span className="bold">Resposta de quem vende</span>
        <RelativeTime className="textXs muted" value={answer.createdAt} />
      </p>
      <UserText text={answer.text} className="secondary" />
    </div>
  );
}
