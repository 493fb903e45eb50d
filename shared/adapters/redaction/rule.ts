import type { RedactionEntity } from '../../domain/job/redaction';
import type { Reading, Span } from './reading';

/** An entity found in a text. */
export interface EntitySpan extends Span {
  entity: RedactionEntity;
}

/** The contact whose texts are redacted. */
export interface Contact {
  name?: string | undefined;
  /** E.164. */
  phoneNumber: string;
}

/** A text and its interpretations. */
export interface RedactionText {
  text: string;
  /** First as written, then one reading for each language in which the text spells numbers. */
  readings: readonly Reading[];
}

/** Finds entities of one kind. It must take time linear in the length of the text. */
export type Rule = (text: RedactionText) => Iterable<Span>;
