import { LinkifyIt } from 'linkify-it';
import { topLevelDomains } from './domains';
import type { RedactionText } from './rule';
import type { Span } from './span';

const links = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false }).tlds([...topLevelDomains]);
const spelled =
  /(?<![\p{L}\p{N}])(?:www|w w w|(?:https?|h t t p s?) (?:colon|:))(?: (?:slash slash|\/\/))?(?: dot)? [\p{L}\p{N}-]{1,63}(?: (?:dot|slash) [\p{L}\p{N}-]{1,63}){1,8}(?![\p{L}\p{N}])/giu;

/**
 * Web addresses: with a scheme, or a domain of a country or a common top-level domain (linkify-it), with all that follows; and spelled ones
 * that begin with "www" or "http", in English.
 */
export function* findUrls({ text }: RedactionText): Iterable<Span> {
  for (const { schema, index, lastIndex } of links.match(text) ?? []) {
    if (schema !== 'mailto:') yield { start: index, end: lastIndex };
  }
  for (const match of text.matchAll(spelled)) yield { start: match.index, end: match.index + match[0].length };
}
