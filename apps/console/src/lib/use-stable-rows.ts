import { useState } from 'react';

/**
 * Keeps rows where they are while their data changes: nothing moves under the pointer. What is new is counted, and shown
 * on request. @param list names the list: another one starts anew
 */
export function useStableRows<Row>(rows: readonly Row[], idOf: (row: Row) => string, list: string) {
  const [kept, setKept] = useState<{ list: string; rows: readonly Row[] }>({ list, rows });
  const isOther = kept.list !== list || (kept.rows.length === 0 && rows.length > 0);
  const latest = new Map(rows.map((row) => [idOf(row), row]));
  const shown = isOther ? rows : kept.rows.map((row) => latest.get(idOf(row)) ?? row);
  // Written while rendering, as React advises for state that follows what is given.
  if (isOther || shown.some((row, i) => row !== kept.rows[i])) setKept({ list, rows: shown });
  const known = new Set(shown.map(idOf));
  const added = rows.filter((row) => !known.has(idOf(row))).length;
  const gone = new Set(shown.map(idOf).filter((id) => !latest.has(id)));
  // Rows that are gone stay too, until the latest are asked for.
  return { shown, changed: Math.max(added, gone.size), gone, showLatest: () => setKept({ list, rows }) };
}
