/** Creates typical contacts: a number, a name, some metadata. 100,000 of them are 10 MB of NDJSON. */
export const createContacts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ContactPhoneNumber: `+1415${String(5_550_000 + index).padStart(7, '0')}`,
    ContactName: `Person ${index}`,
    Metadata: { Customer: index, Kind: 'abc' },
  }));

export const toNdjson = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

const toCell = (value: unknown): string =>
  typeof value === 'string' ? value : `"${JSON.stringify(value).replaceAll('"', '""')}"`;
export const toCsv = (rows: readonly Record<string, unknown>[]): string =>
  [Object.keys(rows[0] ?? {}).join(','), ...rows.map((row) => Object.values(row).map(toCell).join(','))].join('\r\n');
