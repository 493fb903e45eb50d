/** A header of answers, as the document describes it. */
export interface HeaderDoc {
  description: string;
  example: string;
  /** False for headers that are not always there. */
  always: boolean;
}

/** Every header of answers that clients may read, beside `Content-Type` and the like. */
export const headers = {
  'X-Request-Id': {
    description: 'Names the request in the log: the one that was sent, or a new one.',
    example: 'req_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
    always: true,
  },
  Location: {
    description: 'Where the new object is.',
    example: '/campaigns/campaign_019a/jobs/job_019a',
    always: true,
  },
  Link: {
    description: 'The next page, as `rel="next"`, when this one is full.',
    example: '<https://outdial.example/campaigns/campaign_019a/jobs?after=job_019a>; rel="next"',
    always: false,
  },
  'Retry-After': { description: 'Seconds to wait before the request is repeated.', example: '5', always: true },
  'WWW-Authenticate': { description: 'How to authenticate.', example: 'Bearer', always: true },
  'Idempotent-Replayed': {
    description: '`true` when this is the answer to an earlier request with the same Idempotency-Key.',
    example: 'true',
    always: false,
  },
  RateLimit: {
    description: 'What is left of each limit, and seconds until it begins anew (IETF draft).',
    example: '"key"; r=999; t=10',
    always: false,
  },
  'RateLimit-Policy': {
    description: 'The limits: requests, and the seconds that they are counted over (IETF draft).',
    example: '"key"; q=1000; w=10',
    always: false,
  },
  Upgrade: { description: 'The protocol to ask for.', example: 'websocket', always: true },
  ETag: { description: 'Names this state of it.', example: '"9f8e7d6c"', always: true },
  'Last-Modified': { description: 'When the file was stored.', example: 'Sat, 21 Nov 2026 09:42:31 GMT', always: true },
  'Accept-Ranges': { description: 'Parts of the file can be asked for.', example: 'bytes', always: true },
  'Content-Range': { description: 'Which part of the file this is.', example: 'bytes 0-1023/48211', always: true },
  'Content-Disposition': {
    description: 'A name for the file.',
    example: 'inline; filename="call_019a_1-merged.mp3"',
    always: true,
  },
} as const satisfies Record<string, HeaderDoc>;
export type HeaderName = keyof typeof headers;
