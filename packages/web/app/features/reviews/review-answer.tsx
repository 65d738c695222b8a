import type { Review } from '@guilda/contract/reviews';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { UserText } from '../../ui/user-text.tsx';

/** The seller's one answer, set in under its review. */
export function ReviewAnswer({ answer }: { answer: NonNullable<Review['answer']> }) {
  return (
    <div className="resposta">
      <p className="row g2 t-sm">
        <span className="b">Resposta de quem vende</span>
        <RelativeTime className="t-xs mute" value={answer.createdAt} />
      </p>
      <UserText text={answer.text} className="dim" />
    </div>
  );
}
