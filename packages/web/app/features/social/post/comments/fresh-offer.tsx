import ArrowUp from 'lucide-react/icons/arrow-up';
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';

interface FreshOfferProps {
  fresh: { readonly count: number; readonly more: boolean; show(): void };
  /** Holds the list that they go on top of. */
  list: RefObject<HTMLDivElement | null>;
}

function labelOf({ count, more }: FreshOfferProps['fresh']): string {
  if (more) return `${count}+ novos comentários`;
  return count === 1 ? '1 novo comentário' : `${count} novos comentários`;
}

/** Offers what others wrote meanwhile; pressed, the focus goes to the newest of it. */
export function FreshOffer({ fresh, list }: FreshOfferProps) {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown === 0) return;
    const newest = list.current?.querySelector(':scope > ul > li');
    newest?.querySelector<HTMLElement>('a.b')?.focus({ preventScroll: true });
    newest?.scrollIntoView({ block: 'nearest' });
  }, [shown, list]);
  const show = () => {
    fresh.show();
    setShown((times) => times + 1);
  };
  const any = fresh.count > 0;
  return (
    <>
      <p className="sr" role="status">
        {any && labelOf(fresh)}
      </p>
      {any && (
        <div className="feed-n">
          <Button icon={<ArrowUp className="i" aria-hidden="true" />} onClick={show}>
            {labelOf(fresh)}
          </Button>
        </div>
      )}
    </>
  );
}
