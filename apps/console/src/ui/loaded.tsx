import type { ReactNode } from 'react';
import { Failure, StaleNotice } from './failure';
import { Button } from './button';

/** What {@link Loaded} needs of a query. */
export interface LoadedQuery<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Shows the data of a query, or that it loads, or why it cannot be had. Data stays while newer data fails to come. */
export function Loaded<Data>({ query, children }: { query: LoadedQuery<Data>; children: (data: Data) => ReactNode }) {
  const { data, error, refetch, isFetching } = query;
  const failed = error !== null && error !== undefined;
  if (data !== undefined) {
    return (
      <>
        {failed && <StaleNotice error={error} />}
        {children(data)}
      </>
    );
  }
  if (failed)
    return (
      <div className="space-y-2">
        <Failure error={error} />
        <Button busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  return (
    <p role="status" className="text-muted p-3">
      Loading…
    </p>
  );
}

/** What a list shows without rows. */
export const Empty = ({ children }: { children: ReactNode }) => (
  <p className="text-muted p-4 text-center">{children}</p>
);
