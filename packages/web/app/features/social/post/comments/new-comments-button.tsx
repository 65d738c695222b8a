import { type RefObject, useEffect, useState } from 'react';
import { ShowNewEntriesButton } from '../../show-new-entries-button.tsx';

interface NewCommentsButtonProps {
  fresh: { readonly count: number; readonly hasMore: boolean; showNewComments(): void };
  /** The element that contains the list of comments. */
  list: RefObject<HTMLDivElement | null>;
}

function newCommentsLabel({ count, hasMore }: NewCommentsButtonProps['fresh']): string | undefined {
  if (count === 0) return undefined;
  if (hasMore) return `${count}+ novos comentários`;
  return count === 1 ? '1 novo comentário' : `${count} novos comentários`;
}

/** Button that shows comments written by others since the list was loaded, and then focuses the newest of them. */
export function NewCommentsButton({ fresh, list }: NewCommentsButtonProps) {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown === 0) return;
    const newestItem = list.current?.querySelector(':scope > ul > li');
    newestItem?.querySelector<HTMLElement>('a.bold')?.focus({ preventScroll: true });
    newestItem?.scrollIntoView({ block: 'nearest' });
  }, [shown, list]);
  const showNewComments = () => {
    fresh.showNewComments();
    setShown((times) => times + 1);
  };
  return (
    <ShowNewEntriesButton
      label={newCommentsLabel(fresh)}
      news="Há novos comentários."
      onShow={showNewComments}
    />
  );
}
