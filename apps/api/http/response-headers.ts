/** A response header, as the OpenAPI document describes it. */
export interface HeaderDoc {
  description: string;
  example: string;
  /** Whether the header is always present. */
  always: boolean;
}

/** Every response header for clients, except `Content-Type` and the like. */
export const headers = {
  'X-Request-Id': {
    description: 'Identifies the request in the log: the value sent, or a new one.',
    example: 'req_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
    always: true,
  },
  Location: {
    description: 'The path of the new object.',
    example: '/campaigns/campaign_019a/jobs/job_019a',
    always: true,
  },
  Link: {
    description: 'The next page, as `rel="next"`, if this page is full.',
    example: '<https://outdial.example/campaigns/campaign_019a/jobs?after=job_019a>; rel="next"',
    always: false,
  },
  'Retry-After': { description: 'Seconds to wait before retrying.', example: '5', always: true },
  'WWW-Authenticate': { description: 'How to authenticate.', example: 'Bearer', always: true },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored response to an earlier request with the same Idempotency-Key.',
    example: 'true',
    always: false,
  },
  RateLimit: {
    description: 'The remaining quota of each limit, and seconds until it resets (IETF draft).',
    example: '"key"; r=999; t=10',
    always: false,
  },
  'RateLimit-Policy': {
    description: 'The limits: requests per window, in seconds (IETF draft).',
    example: '"key"; q=1000; w=10',
    always: false,
  },
  'Set-Cookie': {
    description: 'The cookie of the session.',
    example: '__Host-outdial-session=session_…; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure',
    always: true,
  },
  Upgrade: { description: 'The protocol to use.', example: 'websocket', always: true },
  ETag: { description: 'Identifies this version of the content.', example: '"9f8e7d6c"', always: true },
  'Last-Modified': { description: 'When the file was stored.', example: 'Sat, 21 Nov 2026 09:42:31 GMT', always: true },
  'Accept-Ranges': { description: 'Range requests are supported.', example: 'bytes', always: true },
  'Content-Range': {
    description: 'The part of the file in this response.',
    example: 'bytes 0-1023/48211',
    always: true,
  },
  'Content-Disposition': {
    description: 'A name for the file.',
    example: 'inline; filename="call_019a_1-merged.mp3"',
    always: true,
  },
} as const satisfies Record<string, HeaderDoc>;
export type HeaderName = keyof typeof headers;
