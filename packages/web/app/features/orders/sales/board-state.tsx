import { ErrorState } from '../../../ui/error-state.tsx';
import type { Board } from '../data/use-board.ts';
import type { Columns } from '../model/columns.ts';
import { BoardSkeleton } from './board-skeleton.tsx';

/** Orders on a board, those without an attendance included. */
export function countOf({ queue, live, done, closed }: Columns): number {
  return queue.length + live.length + done.length + closed.length;
}

/** Stands in for a board that has not come, or did not. */
export function BoardState({ board, figures }: { board: Board; figures: boolean }) {
  if (!board.error) return <BoardSkeleton figures={figures} />;
  return (
    <ErrorState
      reason={board.error.message}
      retrying={board.retrying}
      onRetry={board.retry}
      className="vazio-u"
    />
  );
}
