import { redactionEntities, type RedactionEntity } from '../../domain/job/redaction';
import { findCreditCards } from './credit-card';
import { findEmails } from './email';
import { findIbans } from './iban';
import { findIpAddresses } from './ip-address';
import { createNameRule } from './name';
import { createPhoneNumberRule } from './phone-number';
import { readingsOf, type Span, tokensOf } from './reading';
import type { Contact, EntitySpan, RedactionText, Rule } from './rule';
import { spokenLanguages } from './spoken-language';
import { findSocialSecurityNumbers } from './ssn';
import { findUrls } from './url';

/** Lets other work of the process run between two steps, each of which takes milliseconds. */
type Pace = () => Promise<unknown>;

/** Replaces entities by `[entity]`. */
export interface TextRedactor {
  /** For texts of our own or of a few hundred characters: each character takes up to 0.05 ms. */
  redactText(text: string): string;
  /** The same in steps, for texts of others. */
  redactTextPaced(text: string, pace: Pace): Promise<string>;
  /** Redacts the strings and numbers of a JSON value at any depth, in steps. Keys stay unchanged. */
  redactJsonPaced<T>(value: T, pace: Pace): Promise<T>;
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

/** A long text is searched in parts of so many characters, a few milliseconds each, … */
const windowLength = 2_048;
/** … which have so many in common: more than an entity that is spelled out has. */
const overlap = 512;
/** Where parts are separated, if possible. */
const separator = /[\s\u3001\u3002\uff0c\uff01\uff1b\uff1f]/;

/** Creates a redactor that uses rules. It is deterministic and needs no model and no network. */
export function createRedactor(): Redactor {
  return {
    forContact: (contact, entities) => {
      const rules = rulesFor(contact, entities);
      const text = (given: string): Steps => redactRepeatedly(given, rules);
      const hasRules = rules.length > 0;
      return {
        redactText: (given) => (hasRules ? runAll(text(given)) : given),
        redactTextPaced: async (given, pace) => (hasRules ? runPaced(text(given), pace) : given),
        redactJsonPaced: async <T>(given: T, pace: Pace): Promise<T> =>
          hasRules ? ((await runPaced(redactValue(given, text), pace)) as T) : given,
      };
    },
  };
}

/** A computation that may be interrupted wherever it yields. */
type Steps<T = string> = Generator<undefined, T, undefined>;

function runAll<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

async function runPaced<T>(steps: Steps<T>, pace: Pace): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pace();
  }
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

function* redactRepeatedly(given: string, rules: readonly NamedRule[]): Steps {
  let text = given;
  for (let pass = 0; pass < maxPasses; pass++) {
    const redacted = yield* redactOnce(text, rules);
    if (redacted === text) break;
    text = redacted;
  }
  return text;
}

/** Existing markers are not redacted again. */
function* redactOnce(text: string, rules: readonly NamedRule[]): Steps {
  const redacted: string[] = [];
  for (const [index, part] of text.split(marker).entries())
    redacted.push(index % 2 === 1 ? part : yield* redactPart(part, rules));
  return redacted.join('');
}

function* redactPart(text: string, rules: readonly NamedRule[]): Steps {
  const found: EntitySpan[] = [];
  for (const { start, end } of windowsOf(text)) {
    for (const span of findEntities(text.slice(start, end), rules)) {
      // What a window cuts off may have gone on.
      const isCut = span.end === end - start && end < text.length;
      found.push({ ...span, start: start + span.start, end: isCut ? nextSeparator(text, end) : start + span.end });
    }
    yield;
  }
  let redacted = '';
  let at = 0;
  for (const { start, end, entity } of mergeSpans(found)) {
    redacted += `${text.slice(at, start)}[${entity}]`;
    at = end;
  }
  return redacted + text.slice(at);
}

function findEntities(text: string, rules: readonly NamedRule[]): EntitySpan[] {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return [];
  const input: RedactionText = { text, readings: readingsOf(text, tokens, spokenLanguages) };
  return rules.flatMap(([entity, rule]) =>
    Array.from(rule(input), ({ start, end }): EntitySpan => ({ start, end, entity })),
  );
}

/** The parts of a text that are searched one after the other. Each entity is in one of them as a whole, unless it is longer. */
function* windowsOf(text: string): Generator<Span> {
  for (let start = 0; ;) {
    const end = start + windowLength;
    if (end >= text.length) {
      yield { start, end: text.length };
      return;
    }
    yield { start, end };
    start = nextSeparator(text, end - overlap, end - overlap / 2);
  }
}

/** @returns the position of the next separator; `before` if there is none until then */
function nextSeparator(text: string, from: number, before = text.length): number {
  let at = from;
  while (at < before && !separator.test(text.charAt(at))) at++;
  return at;
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

function* redactValue(value: unknown, redact: (text: string) => Steps): Steps<unknown> {
  if (typeof value === 'string') return yield* redact(value);
  if (typeof value === 'number') {
    // A number may be a phone number, which becomes a string.
    const redacted = yield* redact(String(value));
    return redacted === String(value) ? value : redacted;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) entries.push([key, yield* redactValue(item, redact)]);
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
