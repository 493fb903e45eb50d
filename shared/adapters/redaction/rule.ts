import type { RedactionEntity } from '../../domain/job/redaction';
import type { Reading } from './reading';
import type { Span } from './span';

/** A part of a text that is an entity. */
export interface EntitySpan extends Span {
  entity: RedactionEntity;
}

/** What is known of the contact whose words are redacted. */
export interface Contact {
  name?: string | undefined;
  /** E.164. */
  phoneNumber: string;
}

/** A text as the rules look at it. */
export interface RedactionText {
  text: string;
  /** As it is written, then once for each language that numbers are spelled in. */
  readings: readonly Reading[];
}

/** Finds one kind of entity, in time that grows with the text's length and no faster. */
export type Rule = (text: RedactionText) => Iterable<Span>;
