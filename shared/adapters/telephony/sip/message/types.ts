/** One header field. */
export interface SipHeader {
  /** The canonical long name, such as `Call-ID`, also if the message had the compact form. Unknown names stay as they came. */
  name: string;
  /** Without line breaks: folded lines are joined by one space. */
  value: string;
}

export interface SipRequest {
  kind: 'request';
  /** Case-sensitive, such as `INVITE`. */
  method: string;
  /** The Request-URI. */
  uri: string;
  /** In the order of the message, without `Content-Length`: that is the length of the body. */
  headers: SipHeader[];
  body: Buffer;
}

export interface SipResponse {
  kind: 'response';
  /** 100 to 699. */
  status: number;
  /** The reason phrase; may be empty. */
  phrase: string;
  /** In the order of the message, without `Content-Length`: that is the length of the body. */
  headers: SipHeader[];
  body: Buffer;
}

/** A message of SIP (RFC 3261 section 7). */
export type SipMessage = SipRequest | SipResponse;
