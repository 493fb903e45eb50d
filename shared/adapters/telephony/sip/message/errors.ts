/** What came from the network is not a message of SIP, or a header field of it cannot be read. */
export class SipParseError extends Error {
  override name = 'SipParseError';
}

/** A message of ours cannot be written, for example because a value would start a header field of its own. */
export class SipWriteError extends Error {
  override name = 'SipWriteError';
}
