import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { errorText } from '../../ui/toast.ts';

interface AskedProps<T> {
  /** What a section asks the server for. */
  query: {
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    refetch(): unknown;
  };
  /** Read out while it loads. */
  loading: string;
  /** Rows of the skeleton. */
  rows?: number | undefined;
  children: (data: T) => ReactNode;
}

/** A section's content once it has come; before, its skeleton, or why it did not come. */
export function Asked<T>({ query, loading, rows = 2, children }: AskedProps<T>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (error)
    return (
      <div className="col" role="alert">
        <FieldError>{errorText(error)}</FieldError>
        <Button loading={isFetching} onClick={() => refetch()}>
          Tentar de novo
        </Button>
      </div>
    );
  return (
    <Loading label={loading} className="col">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are all alike
        <Skeleton key={row} height={44} />
      ))}
    </Loading>
  );
}

/** What stands where a section has nothing. */
export function NothingYet({ title, text }: { title: string; text: string }) {
  return (
    <>
      <p className="b">{title}</p>
      <p className="dim pre">{text}</p>
    </>
  );
}
