/** One stretch of speech, in ms since the answer: `bot` is the assistant, `user` the contact. */
export interface Utterance {
  channel: 'user' | 'bot';
  startMs: number;
  endMs: number;
}
