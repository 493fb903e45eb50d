/** A part of a text, `end` exclusive, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}
