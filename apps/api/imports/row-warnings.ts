import { findOverrideWarnings } from '../../../shared/domain/campaign/warnings';
import { appendProblemCount, type FieldProblem } from '../../../shared/domain/field-problem';
import type { ValidatedRow } from '../../../shared/domain/import/validate-row';

/** What to look at in the rows of a file. */
export interface RowWarnings {
  add: (rows: readonly ValidatedRow[]) => void;
  /** One warning for each thing that is said, at the first row of which it is; it counts the others. */
  list: () => FieldProblem[];
}

/** Collects the warnings of valid rows: most rows of a file are alike. */
export function createRowWarnings(): RowWarnings {
  const found = new Map<string, { pointer: string; rows: number }>();
  return {
    add: (rows) => {
      for (const row of rows) {
        if (row.kind !== 'valid') continue;
        for (const { pointer, detail } of findOverrideWarnings(row.job.Overrides, `/${row.number}/Overrides`)) {
          const first = found.get(detail) ?? { pointer, rows: 0 };
          found.set(detail, { ...first, rows: first.rows + 1 });
        }
      }
    },
    list: () =>
      [...found].map(([detail, { pointer, rows }]) => ({ pointer, detail: appendProblemCount(detail, rows, ' rows') })),
  };
}
