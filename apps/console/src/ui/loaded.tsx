import type { ReactNode } from 'react';
import { Button } from './button';
import { Failure, StaleNotice } from './failure';
import { Page } from './layout';

/** What {@link Loaded} needs of a query. */
export interface LoadedQuery<Data> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: LoadedQuery<Data>;
  /** The title of a page that has none before its data. */
  page?: string;
  children: (data: Data) => ReactNode;
}

/** Shows the data of a query, or that it loads, or why it cannot be had. Data stays while newer data fails to come. */
export function Loaded<Data>({ query, page, children }: LoadedProps<Data>) {
  const { data, error } = query;
  const failed = error !== null && error !== undefined;
  if (data !== undefined) {
    return (
      <>
        {failed && <StaleNotice error={error} />}
        {children(data)}
      </>
    );
  }
  const instead = failed ? (
    <FailedQuery query={query} />
  ) : (
    <p role="status" className="text-muted p-3">
      Loading…
    </p>
  );
  return page === undefined ? instead : <Page title={page}>{instead}</Page>;
}

const FailedQuery = ({ query: { error, isFetching, refetch } }: { query: LoadedQuery<unknown> }) => (
  <div className="space-y-2">
    <Failure error={error} />
    <Button busy={isFetching} onClick={() => void refetch()}>
      Try again
    </Button>
  </div>
);

/** What a list shows without rows. */
export const Empty = ({ children }: { children: ReactNode }) => (
  <p className="text-muted p-4 text-center">{children}</p>
);
