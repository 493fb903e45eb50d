import type { InCallEventBody } from '../../../shared/contracts/call-line.schema';
import type { InCallEvent } from '../../../shared/domain/call/in-call-event';
import { toRfc3339 } from '../http/rfc3339';

/** An event of a call as the API shows it. `undefined` fields are omitted from the JSON. */
export function toInCallEventBody(event: InCallEvent): InCallEventBody {
  const body = { Type: event.Type, At: toRfc3339(event.AtMS) };
  switch (event.Type) {
    case 'early_media':
    case 'message_left':
      return body;
    case 'keys_received':
    case 'keys_sent':
      return { ...body, Keys: event.Keys };
    case 'machine': {
      const { Verdict, Confidence, Cause, BeepAtMS } = event;
      return { ...body, Verdict, Confidence, Cause, BeepAt: toRfc3339(BeepAtMS) };
    }
    case 'callback_requested':
      return { ...body, CallbackAt: toRfc3339(event.CallbackAtMS) };
    case 'transfer_requested':
      return { ...body, To: event.To, Note: event.Note };
  }
}
