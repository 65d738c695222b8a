import type { ReactNode } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { messageOfError } from '../../ui/feedback/toast.ts';
import { FieldError } from '../../ui/forms/field.tsx';

interface QueryContentProps<T> {
  /** The query that loads the section's data. */
  query: {
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    refetch(): unknown;
  };
  /** Text for screen readers while the data is loading. */
  loading: string;
  /** Number of placeholder rows while the data is loading. */
  rows?: number | undefined;
  children: (data: T) => ReactNode;
}

/** The content of a section once its query has data; before, a placeholder, or the error with a retry button. */
export function QueryContent<T>({ query, loading, rows = 2, children }: QueryContentProps<T>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (error)
    return (
      <div className="column" role="alert">
        <FieldError>{messageOfError(error)}</FieldError>
        <Button loading={isFetching} onClick={() => refetch()}>
          Tentar de novo
        </Button>
      </div>
    );
  return (
    <Loading label={loading} className="column">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are all alike
        <Skeleton key={row} height={44} />
      ))}
    </Loading>
  );
}

/** Shown in a section without entries. */
export function EmptySection({ title, text }: { title: string; text: string }) {
  return (
    <>
      <p className="bold">{title}</p>
      <p className="secondary pretty">{text}</p>
    </>
  );
}
