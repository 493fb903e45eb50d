/** Entities that redaction knows by name. */
export const redactionEntities = [
  'phone_number',
  'email',
  'credit_card',
  'iban',
  'ssn',
  'ip_address',
  'url',
  'name',
] as const;
export type RedactionEntity = (typeof redactionEntities)[number];

/** Stands for every entity in `redact`, also those that a later version may know. */
export const everyEntity = 'all';

/** What is redacted, and what is left out of that. */
export interface RedactionSettings {
  redact?: (RedactionEntity | typeof everyEntity)[] | undefined;
  keep?: RedactionEntity[] | undefined;
}

/**
 * Redacted where nobody says otherwise: what a transcript is rarely kept for and what does most harm in other hands. Each is told by its
 * check digits or its rules, so that ordinary words stay as they are.
 */
export const defaultRedaction: readonly RedactionEntity[] = ['credit_card', 'iban', 'ssn'];

/** What is redacted in a job, given the settings in force: `redact`, or the default, less `keep`. Nothing in a test job. */
export function entitiesToRedact(
  { Redaction = {} }: { Redaction?: RedactionSettings | undefined },
  testJob: boolean | undefined,
): readonly RedactionEntity[] {
  if (testJob === true) return [];
  const { keep = [] } = Redaction;
  const redact: NonNullable<RedactionSettings['redact']> = Redaction.redact ?? [...defaultRedaction];
  const chosen = redact.includes(everyEntity) ? redactionEntities : redactionEntities.filter((e) => redact.includes(e));
  return chosen.filter((entity) => !keep.includes(entity));
}
