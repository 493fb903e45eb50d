/** Codes of Twilio that say that the account places too many calls: it may be tried again. */
const congestionCodes: readonly (number | undefined)[] = [10004, 20429];
const defaultRetrySeconds = 1;
/** What a server asks for is kept within these bounds, as for every line: neither a busy loop nor a job that waits for days. */
const retrySeconds = { least: 1, most: 3_600 };

/** Twilio refused a request, or nothing was sent: surely nothing rang. Its message holds no personal data. */
export class TwilioRefusedError extends Error {
  override name = 'TwilioRefusedError';
  /** Twilio's own code, as in its documentation of errors. */
  readonly code: number | undefined;
  /** Set if the account sends too many requests: after how long another one may succeed, in ms. */
  readonly retryAfterMs: number | undefined;
  /** @param status the HTTP status; 0 if nothing was sent */
  constructor(
    readonly status: number,
    { code, retryAfterSeconds }: { code?: number | undefined; retryAfterSeconds?: number | undefined } = {},
  ) {
    const what = status === 0 ? 'Twilio cannot be reached.' : `Twilio refused the request with ${status}`;
    super(status === 0 ? what : `${what}${code === undefined ? '.' : `, code ${code}.`}`);
    this.code = code;
    if (status === 429 || congestionCodes.includes(code))
      this.retryAfterMs =
        Math.min(retrySeconds.most, Math.max(retrySeconds.least, retryAfterSeconds ?? defaultRetrySeconds)) * 1_000;
  }
}

/** It is unknown whether Twilio did what the request says. */
export class TwilioUnknownError extends Error {
  override name = 'TwilioUnknownError';
}

/** System calls and errors before the first byte of a request is sent. */
const connectingCalls: readonly unknown[] = ['connect', 'getaddrinfo'];
const connectingCodes: readonly unknown[] = ['UND_ERR_CONNECT_TIMEOUT', 'ERR_TLS_CERT_ALTNAME_INVALID'];

function failedToConnect(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(failedToConnect);
  if (typeof error !== 'object' || error === null) return false;
  const { syscall, code } = error as { syscall?: unknown; code?: unknown };
  return connectingCalls.includes(syscall) || connectingCodes.includes(code);
}

/** What a failed request means. @returns {TwilioRefusedError} only if surely nothing was sent */
export const toSendError = (error: unknown): TwilioRefusedError | TwilioUnknownError =>
  failedToConnect(error)
    ? new TwilioRefusedError(0)
    : new TwilioUnknownError('Twilio did not answer the request.', { cause: error });
