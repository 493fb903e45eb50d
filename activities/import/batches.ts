import { batchLimits } from '../../shared/domain/import/read-rows';
import type { ActivityDeps } from '../deps';

export type ImportDeps = Pick<
  ActivityDeps,
  'store' | 'workflows' | 'deliveries' | 'clock' | 'logger' | 'imports' | 'turns' | 'metrics'
>;

/**
 * Rows after the cursor that may already have jobs: two batches whose workflows are starting, and one that is being
 * stored.
 */
export const maxRowsAhead = 3 * batchLimits.rows;
