import { redactionEntities, type RedactionEntity } from '../../domain/job/redaction';
import { findCreditCards } from './credit-card';
import { findEmails } from './email';
import { findIbans } from './iban';
import { findIpAddresses } from './ip-address';
import { createNameRule } from './name';
import { createPhoneNumberRule } from './phone-number';
import { readingsOf, tokensOf } from './reading';
import type { Contact, EntitySpan, RedactionText, Rule } from './rule';
import { spokenLanguages } from './spoken-language';
import { findSocialSecurityNumbers } from './ssn';
import { findUrls } from './url';

/** Replaces entities by `[entity]`. */
export interface TextRedactor {
  redactText(text: string): string;
  /** Redacts the strings and numbers of a JSON value at any depth. Keys stay unchanged. */
  redactJson<T>(value: T): T;
}

/** Creates redactors for contacts. */
export interface Redactor {
  /** @param entities without entities, texts stay unchanged */
  forContact(contact: Contact, entities: readonly RedactionEntity[]): TextRedactor;
}

/** If two entities overlap, the longer one determines the marker; for equal lengths, the one first in this list. */
const precedence: readonly RedactionEntity[] = [
  'credit_card',
  'iban',
  'ssn',
  'email',
  'url',
  'ip_address',
  'phone_number',
  'name',
];
const marker = new RegExp(`(\\[(?:${redactionEntities.join('|')})\\])`);
/** The text next to a redacted entity may become recognizable as another entity, so redaction repeats, with this limit. */
const maxPasses = 5;

/** Creates a redactor that uses rules. It is deterministic and needs no model and no network. */
export function createRedactor(): Redactor {
  return {
    forContact: (contact, entities) => {
      const rules = rulesFor(contact, entities);
      const text = (given: string): string => (rules.length === 0 ? given : redactRepeatedly(given, rules));
      return {
        redactText: text,
        redactJson: <T>(given: T): T => (rules.length === 0 ? given : (redactValue(given, text) as T)),
      };
    },
  };
}

type NamedRule = readonly [RedactionEntity, Rule];

function rulesFor(contact: Contact, entities: readonly RedactionEntity[]): NamedRule[] {
  const rules: Record<RedactionEntity, () => Rule> = {
    credit_card: () => findCreditCards,
    iban: () => findIbans,
    ssn: () => findSocialSecurityNumbers,
    email: () => findEmails,
    url: () => findUrls,
    ip_address: () => findIpAddresses,
    phone_number: () => createPhoneNumberRule(contact),
    name: () => createNameRule(contact),
  };
  return precedence.filter((entity) => entities.includes(entity)).map((entity) => [entity, rules[entity]()]);
}

function redactRepeatedly(given: string, rules: readonly NamedRule[]): string {
  let text = given;
  for (let pass = 0; pass < maxPasses; pass++) {
    const redacted = redactOnce(text, rules);
    if (redacted === text) break;
    text = redacted;
  }
  return text;
}

/** Existing markers are not redacted again. */
const redactOnce = (text: string, rules: readonly NamedRule[]): string =>
  text
    .split(marker)
    .map((part, index) => (index % 2 === 1 ? part : redactPart(part, rules)))
    .join('');

function redactPart(text: string, rules: readonly NamedRule[]): string {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return text;
  const input: RedactionText = { text, readings: readingsOf(text, tokens, spokenLanguages) };
  const found = rules.flatMap(([entity, rule]) =>
    Array.from(rule(input), ({ start, end }): EntitySpan => ({ start, end, entity })),
  );
  let redacted = '';
  let at = 0;
  for (const { start, end, entity } of mergeSpans(found)) {
    redacted += `${text.slice(at, start)}[${entity}]`;
    at = end;
  }
  return redacted + text.slice(at);
}

/** Merges overlapping entities, so that no part of either remains. The longest entity determines the marker. */
function mergeSpans(found: readonly EntitySpan[]): EntitySpan[] {
  const rank = ({ entity }: EntitySpan): number => precedence.indexOf(entity);
  const inOrder = [...found].sort((one, other) => one.start - other.start || rank(one) - rank(other));
  const groups: EntitySpan[] = [];
  let longest = 0;
  for (const span of inOrder) {
    const last = groups.at(-1);
    const length = span.end - span.start;
    if (last && span.start < last.end) {
      if (length > longest || (length === longest && rank(span) < rank(last))) {
        last.entity = span.entity;
        longest = length;
      }
      last.end = Math.max(last.end, span.end);
    } else {
      groups.push({ ...span });
      longest = length;
    }
  }
  return groups;
}

function redactValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') {
    // A number may be a phone number, which becomes a string.
    const redacted = redact(String(value));
    return redacted === String(value) ? value : redacted;
  }
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactValue(item, redact)]));
}
