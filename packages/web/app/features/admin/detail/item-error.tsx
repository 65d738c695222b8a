import { ErrorState } from '../../../ui/error-state.tsx';
import { errorText } from '../../../ui/toast.ts';

interface ItemErrorProps {
  query: { readonly error: Error | null; readonly isFetching: boolean; refetch(): unknown };
}

/** Stands in for an item that could not be had. */
export function ItemError({ query }: ItemErrorProps) {
  return (
    <ErrorState
      className="vazio-u"
      reason={errorText(query.error)}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
