/** Why an attempt failed. Names are stable. `http_3xx` and similar ones name the class of the receiver's status. */
export const attemptErrorClasses = [
  'blocked_address',
  'dns_error',
  'connect_timeout',
  'connection_refused',
  'connection_reset',
  'connection_error',
  'tls_error',
  'timeout',
  'invalid_response',
  'http_1xx',
  'http_3xx',
  'http_4xx',
  'http_5xx',
  'http_other',
] as const;
export type AttemptErrorClass = (typeof attemptErrorClasses)[number];

/** The class of a status, or `undefined` for success, which is 2xx only. */
export function statusErrorClass(status: number): AttemptErrorClass | undefined {
  if (status >= 200 && status < 300) return undefined;
  switch (Math.floor(status / 100)) {
    case 1:
      return 'http_1xx';
    case 3:
      return 'http_3xx';
    case 4:
      return 'http_4xx';
    case 5:
      return 'http_5xx';
    default:
      return 'http_other';
  }
}

export const deliveryStates = ['pending', 'delivered', 'exhausted', 'discarded'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
/** How a delivery ended. */
export type DeliveryEnd = Exclude<DeliveryState, 'pending'>;
