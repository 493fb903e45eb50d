/**
 * What the line reports of a call's end beyond its `EndedReason`, which is the contract's. `stopped` and
 * `answering_machine` are ours: an operator stopped the call, or the campaign hangs up on machines.
 */
export const endedDetails = [
  'busy',
  'declined',
  'unwanted',
  'blocked',
  'no_answer',
  'unreachable',
  'invalid_number',
  'no_route',
  'not_permitted',
  'line_congested',
  'line_failed',
  'codec_refused',
  'media_lost',
  'unconfirmed',
  'answering_machine',
  'stopped',
] as const;
export type EndedDetail = (typeof endedDetails)[number];

/** The line of a call: who carried it, and the codes with which it ended. It holds no personal data. */
export interface LineRecord {
  /** Name of the telephony provider. */
  Provider: string;
  /** Name of the trunk, for a provider with several. */
  Trunk?: string | undefined;
  /** The provider's own id of the call. */
  ProviderCallID?: string | undefined;
  /** The final SIP status, 100 to 699. */
  SipCode?: number | undefined;
  /** The reason phrase of that status, see {@link boundLine}. */
  SipReason?: string | undefined;
  /** The cause by ITU-T Q.850, 0 to 127. */
  Q850?: number | undefined;
  /** The provider's own code of the end. */
  ProviderCode?: string | undefined;
  /** What the provider charges, a decimal number without a sign; it may know that long after the end. */
  Cost?: string | undefined;
  /** The currency of the cost, ISO 4217. */
  CostUnit?: string | undefined;
}

const maxTextLength = 100;
/** A phone number, or a part of one. */
const digits = /\+?\d[\d\s().-]{4,}\d/g;

/** Bounds the texts of a line, and removes from the phrase, which a carrier writes, what looks like a phone number. */
export function boundLine(line: LineRecord): LineRecord {
  const { SipReason, ProviderCode, ProviderCallID, Trunk } = line;
  return {
    ...line,
    ...(Trunk === undefined ? {} : { Trunk: Trunk.slice(0, maxTextLength) }),
    ...(ProviderCallID === undefined ? {} : { ProviderCallID: ProviderCallID.slice(0, maxTextLength) }),
    ...(ProviderCode === undefined ? {} : { ProviderCode: ProviderCode.slice(0, maxTextLength) }),
    ...(SipReason === undefined ? {} : { SipReason: SipReason.replace(digits, '…').slice(0, maxTextLength) }),
  };
}
