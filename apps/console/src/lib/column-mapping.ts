import type { Csv } from './csv.ts';

/** The columns that an import understands. */
export const importFields = [
  'ContactPhoneNumber',
  'ContactName',
  'CallerID',
  'Metadata',
  'Data',
  'Overrides',
  'CampaignVariants',
  'Priority',
  'TestJob',
] as const;
export type ImportField = (typeof importFields)[number];

/** What becomes of a column: a field, an entry of `Data` or of `Metadata` under its own name, or nothing. */
export type Target = ImportField | 'in Data' | 'in Metadata' | '';

const guesses: readonly [RegExp, ImportField][] = [
  [/^(contact)?_?(phone|tel|mobile|cell|number|msisdn|nummer|telefon)/i, 'ContactPhoneNumber'],
  [/^(contact|full|customer|first)?[_ ]?name$/i, 'ContactName'],
  [/^caller/i, 'CallerID'],
  [/^priority/i, 'Priority'],
  [/^test/i, 'TestJob'],
];

/** What each column probably is: its own name if the import knows it, else a guess; the rest goes into `Data`. */
export function guessTargets(header: readonly string[]): Target[] {
  const taken = new Set<Target>();
  return header.map((name) => {
    const exact = importFields.find((field) => field === name.trim());
    const target = exact ?? guesses.find(([pattern]) => pattern.test(name.trim()))?.[1] ?? 'in Data';
    if (target !== 'in Data' && taken.has(target)) return 'in Data';
    taken.add(target);
    return target;
  });
}

/** What is wrong with a mapping; `undefined` if nothing is. */
export function mappingProblem(header: readonly string[], targets: readonly Target[]): string | undefined {
  if (!targets.includes('ContactPhoneNumber')) return 'Choose the column of the phone numbers.';
  for (const field of importFields)
    if (targets.filter((target) => target === field).length > 1) return `Two columns are ${field}.`;
  for (const [kind, field] of [
    ['in Data', 'Data'],
    ['in Metadata', 'Metadata'],
  ] as const) {
    const names = header.filter((_, i) => targets[i] === kind);
    if (names.length > 0 && targets.includes(field)) return `A column is ${field}, so no other can be an entry of it.`;
    if (new Set(names).size < names.length || names.includes(''))
      return `The columns of ${field} need different names.`;
  }
  return undefined;
}

/** Whether the file can be sent as it is. */
export const isUnmapped = (header: readonly string[], targets: readonly Target[]): boolean =>
  header.every((name, i) => name === targets[i]);

/** Writes a file with the columns of the import. @param targets valid, see {@link mappingProblem} */
export function mapColumns({ header, rows }: Csv, targets: readonly Target[]): Csv {
  const fields = importFields.filter((field) => targets.includes(field) || targets.includes(`in ${field}` as Target));
  const cellOf = (row: readonly string[], field: ImportField): string => {
    const direct = targets.indexOf(field);
    if (direct >= 0) return row[direct] ?? '';
    const entries = header.flatMap((name, i) =>
      targets[i] === `in ${field}` && (row[i] ?? '') !== '' ? [[name, row[i]] as const] : [],
    );
    return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries));
  };
  return { header: [...fields], rows: rows.map((row) => fields.map((field) => cellOf(row, field))) };
}
