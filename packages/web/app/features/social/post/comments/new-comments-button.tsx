import { type RefObject, useEffect, useState } from 'react';
import { ShowNewEntriesButton } from '../../show-new-entries-button.tsx';

interface NewCommentsButtonProps {
  newComments: { readonly count: number; readonly hasMore: boolean; showNewComments(): void };
  /** The element that contains the list of comments. */
  list: RefObject<HTMLDivElement | null>;
}

function newCommentsLabel({
  count,
  hasMore,
}: NewCommentsButtonProps['newComments']): string | undefined {
  if (count === 0) return undefined;
  if (hasMore) return `${count}+ novos comentários`;
  return count === 1 ? '1 novo comentário' : `${count} novos comentários`;
}

/** Button that shows comments written by others since the list was loaded, and then focuses the newest of them. */
export function NewCommentsButton({ newComments, list }: NewCommentsButtonProps) {
  const [showCount, setShowCount] = useState(0);
  useEffect(() => {
    if (showCount === 0) return;
    const newestItem = list.current?.querySelector(':scope > ul > li');
    newestItem?.querySelector<HTMLElement>('a.bold')?.focus({ preventScroll: true });
    newestItem?.scrollIntoView({ block: 'nearest' });
  }, [showCount, list]);
  const showNewComments = () => {
    newComments.showNewComments();
    setShowCount((count) => count + 1);
  };
  return (
    <ShowNewEntriesButton
      label={newCommentsLabel(newComments)}
      news="Há novos comentários."
      onShow={showNewComments}
    />
  );
}
