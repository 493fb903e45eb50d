const shownSuffixLength = 4;
const minLengthToShowSuffix = 16;

/** Shows enough of a secret to distinguish values, never enough to use one. */
export const maskSecret = (value: string): string =>
  value.length < minLengthToShowSuffix ? '***' : `***${value.slice(-shownSuffixLength)}`;
