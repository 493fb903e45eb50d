/** Header fields that we read or write; others keep the name that they came with. */
const canonical = [
  ...['Accept', 'Accept-Contact', 'Accept-Encoding', 'Accept-Language', 'Alert-Info', 'Allow', 'Allow-Events'],
  ...['Authorization', 'Call-ID', 'Call-Info', 'Contact', 'Content-Disposition', 'Content-Encoding'],
  ...['Content-Language', 'Content-Length', 'Content-Type', 'CSeq', 'Date', 'Diversion', 'Error-Info', 'Event'],
  ...['Expires', 'From', 'History-Info', 'Identity', 'Identity-Info', 'In-Reply-To', 'Max-Forwards', 'MIME-Version'],
  ...['Min-Expires', 'Min-SE', 'Organization', 'P-Asserted-Identity', 'P-Early-Media', 'P-Preferred-Identity', 'Path'],
  ...['Priority', 'Privacy', 'Proxy-Authenticate', 'Proxy-Authorization', 'Proxy-Require', 'RAck', 'Reason'],
  ...[
    'Record-Route',
    'Refer-To',
    'Referred-By',
    'Reject-Contact',
    'Remote-Party-ID',
    'Reply-To',
    'Request-Disposition',
  ],
  ...['Require', 'Retry-After', 'Route', 'RSeq', 'Server', 'Service-Route', 'Session-Expires', 'Subject', 'Supported'],
  ...['Timestamp', 'To', 'Unsupported', 'User-Agent', 'Via', 'Warning', 'WWW-Authenticate'],
];

/** RFC 3261 section 7.3.3, and the extensions registered with IANA. */
const compact: Readonly<Record<string, string>> = {
  a: 'Accept-Contact',
  b: 'Referred-By',
  c: 'Content-Type',
  d: 'Request-Disposition',
  e: 'Content-Encoding',
  f: 'From',
  i: 'Call-ID',
  j: 'Reject-Contact',
  k: 'Supported',
  l: 'Content-Length',
  m: 'Contact',
  n: 'Identity-Info',
  o: 'Event',
  r: 'Refer-To',
  s: 'Subject',
  t: 'To',
  u: 'Allow-Events',
  v: 'Via',
  x: 'Session-Expires',
  y: 'Identity',
};

const names = new Map([...canonical.map((name) => [name.toLowerCase(), name] as const), ...Object.entries(compact)]);

/** Header fields whose values may be combined with commas (RFC 3261 section 7.3.1). In others a comma is text. */
const lists = new Set(
  [
    ...['Accept', 'Accept-Contact', 'Accept-Encoding', 'Accept-Language', 'Alert-Info', 'Allow', 'Allow-Events'],
    ...['Call-Info', 'Contact', 'Content-Encoding', 'Content-Language', 'Diversion', 'Error-Info', 'History-Info'],
    ...['In-Reply-To', 'P-Asserted-Identity', 'P-Early-Media', 'P-Preferred-Identity', 'Path', 'Proxy-Require'],
    ...['Reason', 'Record-Route', 'Reject-Contact', 'Remote-Party-ID', 'Request-Disposition', 'Require', 'Route'],
    ...['Service-Route', 'Supported', 'Unsupported', 'Via', 'Warning'],
  ].map((name) => name.toLowerCase()),
);

/** Returns the long name of a header field in its usual spelling; an unknown name stays as it is. */
export const canonicalName = (name: string): string => names.get(name.toLowerCase()) ?? name;

/** Whether a comma separates values of this header field. */
export const isList = (name: string): boolean => lists.has(name.toLowerCase());
