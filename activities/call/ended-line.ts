import type { LegEnd } from '../../shared/adapters/telephony/telephony';
import { boundLine, type LineRecord } from '../../shared/domain/call/line';

/** The line with the codes of its end. */
export const toLine = (
  line: LineRecord,
  { sip, q850, providerCode }: Pick<LegEnd, 'sip' | 'q850' | 'providerCode'>,
): LineRecord =>
  boundLine({
    ...line,
    ...(sip === undefined ? {} : { SipCode: sip.code, SipReason: sip.phrase }),
    ...(q850 === undefined ? {} : { Q850: q850 }),
    ...(providerCode === undefined ? {} : { ProviderCode: providerCode }),
  });
