import type { AttemptErrorClass } from '../../domain/webhook/attempt';

/** Why a request failed, and whether the receiver is responsible. */
export interface SendFailure {
  errorClass: AttemptErrorClass;
  message: string;
  /**
   * `ours`: this machine ran out of a resource. `unclear`: the network or the name servers are unavailable, on our side or the receiver's.
   * Absent: the receiver is responsible.
   */
  fault?: 'ours' | 'unclear';
  /** Webhooks may not be sent to the addresses of the receiver's name. Only the operator learns it, from the log. */
  blocked?: true;
}

/** The same for a private name as for a missing one: a client must not learn which names exist in a private network. */
const unresolvedName = {
  errorClass: 'dns_error',
  message: 'The receiver’s name does not resolve to a public address.',
} as const;

const ours = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL']);

/** Failures by error code, mostly system errors. */
const byCode: Record<string, SendFailure | undefined> = {
  BLOCKED_ADDRESS: {
    errorClass: 'blocked_address',
    message: 'The receiver’s address is private or reserved; webhooks are sent to public addresses only.',
  },
  BLOCKED_NAME: { ...unresolvedName, blocked: true },
  ENOTFOUND: unresolvedName,
  EAI_AGAIN: {
    errorClass: 'dns_error',
    message: 'The receiver’s name could not be resolved: the name servers did not answer.',
    fault: 'unclear',
  },
  ENETUNREACH: { errorClass: 'connection_error', message: 'There is no route to the receiver.', fault: 'unclear' },
  ENETDOWN: { errorClass: 'connection_error', message: 'There is no route to the receiver.', fault: 'unclear' },
  EHOSTUNREACH: { errorClass: 'connection_error', message: 'The receiver’s host cannot be reached.' },
  ECONNREFUSED: { errorClass: 'connection_refused', message: 'The receiver refused the connection.' },
  ECONNRESET: { errorClass: 'connection_reset', message: 'The receiver closed the connection before it answered.' },
  EPIPE: { errorClass: 'connection_reset', message: 'The receiver closed the connection before it answered.' },
  UND_ERR_SOCKET: { errorClass: 'connection_reset', message: 'The receiver closed the connection before it answered.' },
  UND_ERR_CONNECT_TIMEOUT: { errorClass: 'connect_timeout', message: 'No connection to the receiver within 5 s.' },
  ETIMEDOUT: { errorClass: 'connect_timeout', message: 'No connection to the receiver within 5 s.' },
  UND_ERR_HEADERS_OVERFLOW: { errorClass: 'invalid_response', message: 'The headers of the response are too large.' },
};

const tlsCode = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** A connection that tries several addresses fails with one error that contains the others. */
const causesOf = (error: unknown): unknown[] => (error instanceof AggregateError ? error.errors : [error]);

/** Classifies the error of a request. Messages are our own, because errors may contain addresses and parts of the request. */
export function classifyFailure(error: unknown): SendFailure {
  const codes = [error, ...causesOf(error)].map(codeOf).filter((code) => code !== '');
  if (codes.some((code) => ours.has(code))) {
    return {
      errorClass: 'connection_error',
      message: `This machine cannot connect (${codes[0] ?? ''}).`,
      fault: 'ours',
    };
  }
  // A receiver that refuses a connection at one address is responsible, even if there is no route to its other address.
  const known = codes.map((code) => byCode[code]).filter((failure) => failure !== undefined);
  const clear = known.find(({ fault }) => fault === undefined) ?? known[0];
  if (clear) return clear;
  const code = codes[0] ?? '';
  if (tlsCode.test(code)) {
    return {
      errorClass: 'tls_error',
      message: `The receiver’s TLS certificate or handshake is not valid (${code}).`,
    };
  }
  if (error instanceof Error && error.name === 'HTTPParserError') {
    return { errorClass: 'invalid_response', message: 'The response is not valid HTTP.' };
  }
  return { errorClass: 'connection_error', message: `The connection failed${code === '' ? '' : ` (${code})`}.` };
}
