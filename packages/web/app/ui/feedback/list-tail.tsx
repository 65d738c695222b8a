import { LoadMore } from '../actions/load-more.tsx';
import { FieldError } from '../forms/field.tsx';
import { messageOfError } from './toast.ts';

interface ListTailProps {
  /** The list as returned by `usePagedData`. */
  list: {
    readonly hasMore: boolean;
    readonly loadingMore: boolean;
    readonly error: Error | null;
    loadMore(): void;
  };
  /** Label of the button. */
  label?: string | undefined;
}

/** The end of a paged list: the error of its latest page, if any, and the button that loads the next page. */
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
