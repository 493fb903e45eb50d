import { problems, type ProblemCode } from '../../../shared/contracts/problem';
import { parameterNames, parameterOf } from '../http/path-parameters';
import type { HeaderName } from '../http/response-headers';
import type { Route } from '../http/route';

/** The problems that a row of the route table implies; everything that is not specific to one operation. */
const implied: readonly { when: (route: Route) => boolean; codes: readonly ProblemCode[] }[] = [
  {
    when: () => true,
    codes: ['malformed_request', 'invalid_query', 'invalid_header', 'internal_error', 'key_unavailable'],
  },
  {
    when: ({ access }) => access !== 'public',
    codes: ['unauthenticated', 'forbidden', 'cross_site_request', 'rate_limited', 'store_unavailable'],
  },
  // A key without access to the campaign gets the same response as for a missing one.
  { when: ({ path }) => path.includes(':campaignID'), codes: ['campaign_not_found'] },
  {
    when: ({ body }) => body !== undefined,
    codes: ['invalid_body', 'malformed_json', 'body_too_large', 'unsupported_media_type'],
  },
  {
    when: ({ upload }) => upload === true,
    codes: ['invalid_upload', 'file_too_large', 'unsupported_upload', 'uploads_busy'],
  },
  { when: ({ streams }) => streams !== undefined && streams !== 'events', codes: ['too_many_downloads'] },
  {
    when: ({ method }) => method === 'POST',
    codes: [
      'idempotency_in_progress',
      'idempotency_reply_erased',
      'idempotency_secret_not_stored',
      'idempotency_key_reused',
    ],
  },
];

/** The last id in the path determines the problem; whether earlier ones exist is not revealed. */
function unknownObject({ path, lenientIds }: Route): ProblemCode[] {
  const code = parameterOf(parameterNames(path).at(-1))?.notFound;
  return code === undefined || lenientIds === true ? [] : [code];
}

/** Every problem that an operation can respond with. */
export const problemsOf = (route: Route): ProblemCode[] => [
  ...new Set([
    ...implied.filter(({ when }) => when(route)).flatMap(({ codes }) => codes),
    ...unknownObject(route),
    ...(route.doc.problems ?? []),
  ]),
];

/** Additional headers of problem responses. */
export const problemHeaders: Partial<Record<ProblemCode, readonly HeaderName[]>> = {
  unauthenticated: ['WWW-Authenticate'],
  rate_limited: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  too_many_redeliveries: ['Retry-After'],
  checks_too_slow: ['Retry-After'],
  too_many_downloads: ['Retry-After'],
  too_many_streams: ['Retry-After'],
  upgrade_required: ['Upgrade'],
  range_not_satisfiable: ['Content-Range'],
  idempotency_in_progress: ['Retry-After'],
  uploads_busy: ['Retry-After'],
  store_unavailable: ['Retry-After'],
  engine_unavailable: ['Retry-After'],
};

/** Groups problem codes by status, in ascending order. */
export function groupByStatus(codes: readonly ProblemCode[]): [number, ProblemCode[]][] {
  const groups = new Map<number, ProblemCode[]>();
  for (const code of codes) groups.set(problems[code].status, [...(groups.get(problems[code].status) ?? []), code]);
  return [...groups].sort(([a], [b]) => a - b);
}
