/** Entities that redaction supports. */
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

/** In `redact`: every entity, including those of later versions. */
export const everyEntity = 'all';

/** Entities to redact, and exceptions. */
export interface RedactionSettings {
  redact?: (RedactionEntity | typeof everyEntity)[] | undefined;
  keep?: RedactionEntity[] | undefined;
}

/**
 * Redacted by default: data that a transcript is rarely needed for and that does the most harm if it leaks. Check
 * digits or strict formats identify each of them, so ordinary words stay unchanged.
 */
export const defaultRedaction: readonly RedactionEntity[] = ['credit_card', 'iban', 'ssn'];

/** The entities to redact in a job: `redact`, or the default, without `keep`. None in a test job. */
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
