import type { ReactNode } from 'react';
import { useRefusal } from '../../api/session';
import { Panel } from '../../ui/layout';
import { Empty, Loaded, type LoadedQuery } from '../../ui/loaded';

/** The options of a query that only the operator of the deployment may make. */
export const useServiceQuery = (): { enabled: boolean } => ({ enabled: useRefusal('service:read') === undefined });

interface ServicePanelProps<Data> {
  title: string;
  query: LoadedQuery<Data>;
  children: (data: Data) => ReactNode;
}

/** What the operator of the deployment sees; others see why they do not. */
export function ServicePanel<Data>({ title, query, children }: ServicePanelProps<Data>) {
  const refusal = useRefusal('service:read');
  return (
    <Panel title={title}>
      {refusal === undefined ? <Loaded query={query}>{children}</Loaded> : <Empty>{refusal}</Empty>}
    </Panel>
  );
}
