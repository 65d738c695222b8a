import { Button } from './button.tsx';

interface LoadMoreProps {
  /** Whether there is a next page; false hides the button. */
  hasMore: boolean;
  loading: boolean;
  onLoad: () => void;
  label?: string | undefined;
}

/** The end of a paged list: a button that loads the next page. */
export function LoadMore({ hasMore, loading, onLoad, label = 'Carregar mais' }: LoadMoreProps) {
  if (!hasMore) return null;
  return (
    <div className="listEnd">
      <Button loading={loading} onClick={onLoad}>
        {label}
      </Button>
    </div>
  );
}
