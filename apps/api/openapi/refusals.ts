import { problems, type ProblemCode } from '../../../shared/contracts/problem';
import { parameterNames, parameterOf } from '../http/path-parameters';
import type { Route } from '../http/route';
import type { HeaderName } from '../http/response-headers';

/** What a row of the route table implies: every refusal that is not the operation's own stands here, once. */
const implied: readonly { when: (route: Route) => boolean; codes: readonly ProblemCode[] }[] = [
  {
    when: () => true,
    codes: ['malformed_request', 'invalid_query', 'invalid_header', 'internal_error', 'key_unavailable'],
  },
  {
    when: ({ access }) => access !== 'anybody',
    codes: ['unauthenticated', 'forbidden', 'rate_limited', 'store_unavailable'],
  },
  // A key that is limited to some campaigns is told that this one is not there.
  { when: ({ path }) => path.includes(':campaignID'), codes: ['campaign_not_found'] },
  {
    when: ({ body }) => body !== undefined,
    codes: ['invalid_body', 'malformed_json', 'body_too_large', 'unsupported_media_type'],
  },
  {
    when: ({ upload }) => upload === true,
    codes: ['invalid_upload', 'file_too_large', 'unsupported_upload', 'uploads_busy'],
  },
  { when: ({ streams }) => streams !== undefined, codes: ['too_many_downloads'] },
  {
    when: ({ method }) => method === 'POST',
    codes: ['idempotency_in_progress', 'idempotency_reply_erased', 'idempotency_key_reused'],
  },
];

/** The last id of a path is the one that is found to be unknown; whether those before it exist is not told. */
function unknownObject({ path, lenientIds: anyId }: Route): ProblemCode[] {
  const code = parameterOf(parameterNames(path).at(-1))?.notFound;
  return code === undefined || anyId === true ? [] : [code];
}

/** Every refusal that an operation can answer with. */
export const refusalsOf = (route: Route): ProblemCode[] => [
  ...new Set([
    ...implied.filter(({ when }) => when(route)).flatMap(({ codes }) => codes),
    ...unknownObject(route),
    ...(route.doc.problems ?? []),
  ]),
];

/** Headers that come with some refusals. */
export const refusalHeaders: Partial<Record<ProblemCode, readonly HeaderName[]>> = {
  unauthenticated: ['WWW-Authenticate'],
  rate_limited: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  too_many_downloads: ['Retry-After'],
  upgrade_required: ['Upgrade'],
  range_not_satisfiable: ['Content-Range'],
  idempotency_in_progress: ['Retry-After'],
  uploads_busy: ['Retry-After'],
  store_unavailable: ['Retry-After'],
  engine_unavailable: ['Retry-After'],
};

/** Refusals by their status, in its order. */
export function groupByStatus(codes: readonly ProblemCode[]): [number, ProblemCode[]][] {
  const groups = new Map<number, ProblemCode[]>();
  for (const code of codes) groups.set(problems[code].status, [...(groups.get(problems[code].status) ?? []), code]);
  return [...groups].sort(([a], [b]) => a - b);
}
