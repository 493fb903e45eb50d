/** Cues in the English speech of contacts and answering machines. The analysis and the scripted agent use the same cues. */
export const spokenCues = [
  'voicemail',
  'wrong_number',
  'refusal',
  'asks_if_bot',
  'asks_for_person',
  'goodbye',
] as const;
export type SpokenCue = (typeof spokenCues)[number];

/** Words that may occur between "are you" and "a robot". */
const fillers =
  '(?:(?:really|actually|just|even|only|maybe|like|some|sort of|kind of|a|an|the|any|real|live|actual|not|some kind of) ){0,5}';
const artificial =
  '(?:robot|bot|chat ?bot|robo ?call|a\\.?i|artificial|machine|computer|human|person|automated|recording|recorded|virtual assistant)\\b';
const addressed =
  "(?:are you|you are|you're|is this|is that|is it|this is|am i (?:talking|speaking) (?:to|with)|do i (?:talk|speak) (?:to|with))";

const patterns: Record<SpokenCue, readonly RegExp[]> = {
  voicemail: [
    /\b(?:after|at|following) the (?:tone|beep|signal)\b/,
    /[[*(]beep[\])*]/,
    /\b(?:voice ?mail|mailbox|answering (?:machine|service))\b/,
    /\bleave (?:me |us )?(?:a |your )?(?:short |brief )?(?:name|message)\b.{0,80}\b(?:get|call|ring|be) (?:you )?(?:back|in touch)\b/,
    // A relative may also say "she cannot come to the phone", but only a machine then asks for a message.
    /\b(?:come to the phone|take your call|answer your call|not available|unavailable|missed your call|have reached|you've reached)\b.{0,120}\bleave\b.{0,30}\b(?:name|number|message)\b/,
  ],
  wrong_number: [
    /\bwrong (?:number|person|contact|house|guy|man|woman|lady)\b/,
    /\b(?:no ?one|nobody|no person) (?:here )?(?:by|of|with|called|named|is called) /,
    /\bthere(?: is|'s) (?:no ?one|nobody|no) .{0,40}\bhere\b/,
    /\b(?:does not|doesn't|no longer) (?:live|lives|work|works) here\b/,
    /\bi (?:am not|'m not) (?:him|her|that person|the person)\b/,
  ],
  refusal: [
    // "Do not call me before nine" is a request about the time, not a refusal.
    /\b(?:do not|don't|never|stop|quit) (?:ever )?(?:call|calling|phone|phoning|contact|contacting|ring|ringing|bother|bothering)\b(?! (?:me )?(?:before|until|till|after|at|on|between|today|tomorrow|now|right now)\b)/,
    /\b(?:take|remove|delete) (?:me|us|my (?:number|name|phone)) (?:number )?(?:off|from)\b/,
    /\b(?:not|never|no longer) interested\b/,
    /\bleave me alone\b/,
    /\b(?:unsubscribe|opt(?:ing)? ?-?out|no more calls|lose my number)\b/,
    /\bdo(?: not|n't) (?:want|wish) (?:to (?:talk|speak|be called|be contacted)|(?:any|your|this|these|more)(?: more)? calls?)\b/,
  ],
  asks_if_bot: [new RegExp(`\\b${addressed} (?:talking to |speaking to )?${fillers}${artificial}`)],
  asks_for_person: [
    /\b(?:speak|talk) (?:to|with) (?:a |an )?(?:real |live |actual )?(?:person|human|agent|colleague|someone)\b/,
    /\b(?:transfer|connect|put) me\b/,
  ],
  goodbye: [
    /\b(?:good ?-?bye|bye|take care|farewell)\b/,
    /\bhave a (?:very )?(?:nice|good|great|lovely|wonderful|pleasant) (?:day|morning|afternoon|evening|night|week|weekend|one)\b/,
  ],
};

const toPlain = (text: string): string => text.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ');

/** Whether a text contains a cue. These are heuristics: a model is more accurate but needs a network. */
export function hasCue(text: string, cue: SpokenCue): boolean {
  const plain = toPlain(text);
  return patterns[cue].some((pattern) => pattern.test(plain));
}

/** All cues in a text. */
export function cuesIn(text: string): ReadonlySet<SpokenCue> {
  const plain = toPlain(text);
  return new Set(spokenCues.filter((cue) => patterns[cue].some((pattern) => pattern.test(plain))));
}
