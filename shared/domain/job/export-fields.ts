/** Which fields of its jobs an export holds: every one, or those that a bulk import takes. */
export const exportFields = ['all', 'import'] as const;
export type ExportFields = (typeof exportFields)[number];
