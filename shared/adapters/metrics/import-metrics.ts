import { Counter, type Registry } from 'prom-client';

/** Metrics of bulk imports. */
export interface ImportMetrics {
  /** A batch of rows was processed: its jobs exist and its progress is stored. */
  recordRows(rows: { valid: number; invalid: number; skipped: number }): void;
}

export function createImportMetrics(registry: Registry): ImportMetrics {
  const rows = new Counter({
    name: 'outdial_import_rows_total',
    help: 'Rows of bulk imports that were processed.',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  rows.inc({ result: 'valid' }, 0);
  rows.inc({ result: 'invalid' }, 0);
  rows.inc({ result: 'skipped' }, 0);
  return {
    recordRows: ({ valid, invalid, skipped }) => {
      rows.inc({ result: 'valid' }, valid);
      rows.inc({ result: 'invalid' }, invalid);
      rows.inc({ result: 'skipped' }, skipped);
    },
  };
}
