import { LoadMore } from '../actions/load-more.tsx';
import { FieldError } from '../forms/field.tsx';
import { messageOfError } from './toast.ts';

interface ListTailProps {
  /** The list as `usePagedData` gives it. */
  list: {
    readonly hasMore: boolean;
    readonly loadingMore: boolean;
    readonly error: Error | null;
    loadMore(): void;
  };
  /** The button's words. */
  label?: string | undefined;
}

/** The end of a paged list: what stopped it, if anything, and the way to its next page. */
export function ListTail({ list, label }: ListTailProps) {
  const { error, hasMore, loadingMore, loadMore } = list;
  return (
    <>
      {error && !loadingMore && (
        <div className="listEnd" role="alert">
          <FieldError>{messageOfError(error)}</FieldError>
        </div>
      )}
      <LoadMore
        hasMore={hasMore}
        loading={loadingMore}
        onLoad={loadMore}
        label={error ? 'Tentar de novo' : label}
      />
    </>
  );
}
