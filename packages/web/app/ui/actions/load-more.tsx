import { useFocusFirstNewItem } from '../../lib/data/use-focus-first-new-item.ts';
import { Button } from './button.tsx';

interface LoadMoreProps {
  /** Whether there is a next page; false hides the button. */
  hasMore: boolean;
  loading: boolean;
  onLoad: () => void;
  label?: string | undefined;
}

/**
 * The end of a paged list, beside the list: a button that loads the next page, whose first item then gets the focus.
 * Keep it mounted when there is no next page.
 */
export function LoadMore({ hasMore, loading, onLoad, label = 'Carregar mais' }: LoadMoreProps) {
  const { end, onPress } = useFocusFirstNewItem(loading);
  if (!hasMore) return null;
  const load = () => {
    onPress();
    onLoad();
  };
  return (
    <div ref={end} className="listEnd">
      <Button loading={loading} onClick={load}>
        {label}
      </Button>
    </div>
  );
}
