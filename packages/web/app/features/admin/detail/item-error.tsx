import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';

interface ItemErrorProps {
  query: { readonly error: Error | null; readonly isFetching: boolean; refetch(): unknown };
}

/** Error shown in place of an item that failed to load. */
export function ItemError({ query }: ItemErrorProps) {
  return (
    <ErrorState
      narrow
      reason={messageOfError(query.error)}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
