import type { PagedData } from '../../lib/paged-data.ts';
import { FieldError } from '../../ui/field.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { errorText } from '../../ui/toast.ts';

/** The end of a paged list: what stopped it, if anything, and the way to its next page. */
export function ListTail({ list }: { list: Omit<PagedData<unknown>, 'pages'> }) {
  const { error, hasMore, loadingMore, loadMore } = list;
  return (
    <>
      {error && !loadingMore && (
        <div className="mais-p" role="alert">
          <FieldError>{errorText(error)}</FieldError>
        </div>
      )}
      <LoadMore
        hasMore={hasMore}
        loading={loadingMore}
        onLoad={loadMore}
        label={error ? 'Tentar de novo' : undefined}
      />
    </>
  );
}
