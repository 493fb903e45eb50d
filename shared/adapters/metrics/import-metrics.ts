import { Counter, type Registry } from 'prom-client';

/** Bulk files. */
export interface ImportMetrics {
  /** Rows that have their jobs and were counted. */
  recordRows(rows: { valid: number; invalid: number }): void;
}

export function createImportMetrics(registry: Registry): ImportMetrics {
  const rows = new Counter({
    name: 'outdial_import_rows_total',
    help: 'Rows of bulk files that were worked off.',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  rows.inc({ result: 'valid' }, 0);
  rows.inc({ result: 'invalid' }, 0);
  return {
    recordRows: ({ valid, invalid }) => {
      rows.inc({ result: 'valid' }, valid);
      rows.inc({ result: 'invalid' }, invalid);
    },
  };
}
