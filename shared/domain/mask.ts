const shownSuffixLength = 4;
const minLengthToShowSuffix = 16;

/** Shows enough of a secret to distinguish values, never enough to use one. */
export const maskSecret = (value: string): string =>
  value.length < minLengthToShowSuffix ? '***' : `***${value.slice(-shownSuffixLength)}`;

const shownDigits = { first: 3, last: 3 } as const;
/** What stands in the place of text that a client may not read. */
export const masked = '•••';

/** `+49•••123`: enough to recognize a number that one knows, not to call one. An erased number stays empty. */
export const maskPhoneNumber = (number: string): string =>
  number === '' ? '' : `${number.slice(0, shownDigits.first)}${masked}${number.slice(-shownDigits.last)}`;
