/** Phrases that cspell, which sees single words, cannot reject. What to say instead is in docs/glossary.md. */
export const rejectedPhrases: readonly RegExp[] = [
  /(?<!\bthere )\b(is|are) none\b/i,
  /\bfor ever\b(?! larger)/i,
  /\bat hand\b/i,
  /\b(is|are|was|were|be|stay|stays) away\b/i,
  /\bthe house\b/i,
  /\bsigns? of life\b/i,
  /\bby (itself|themselves)\b/i,
];

/** Names that the glossary replaced and that are words of the language or of a library elsewhere. */
export const rejectedNames: readonly RegExp[] = [
  /\b(takeStep|[jJ]obMoves?|[jJ]obMoved|createJobMoves)\b/,
  /\b(sentAway|notYet|workOff\w*|goesOn|keepInTouch|letGo|brokenPromises|newbornJob|openJob|paceOf|sealAlike)\b/,
  /\b(job|plan|forecast)Cases?\b/,
  /\b\w*(Time|Real|Fault|Live)World\b/,
  /\b(Keyring|HeardCall|CallToHear|FlowsAwayError|FlowRefusedError|CarrierAwayError|createCarrier)\b/,
  /(?<![.$\w])slices?\b(?!\()/,
];
