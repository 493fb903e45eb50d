import { LinkifyIt } from 'linkify-it';
import { topLevelDomains } from './domains';
import type { Span } from './reading';
import type { RedactionText } from './rule';

const links = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: false }).tlds([...topLevelDomains]);
const spelled =
  /(?<![\p{L}\p{N}])(?:www|w w w|(?:https?|h t t p s?) (?:colon|:))(?: (?:slash slash|\/\/))?(?: dot)? [\p{L}\p{N}-]{1,63}(?: (?:dot|slash) [\p{L}\p{N}-]{1,63}){1,8}(?![\p{L}\p{N}])/giu;

/**
 * Finds web addresses: with a scheme, or with a country or common top-level domain (linkify-it), including the path; and spelled English
 * addresses that begin with "www" or "http".
 */
export function* findUrls({ text }: RedactionText): Iterable<Span> {
  for (const { schema, index, lastIndex } of links.match(text) ?? []) {
    if (schema !== 'mailto:') yield { start: index, end: lastIndex };
  }
  for (const match of text.matchAll(spelled)) yield { start: match.index, end: match.index + match[0].length };
}
