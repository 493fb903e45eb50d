import { useRef } from 'react';
import { useMutation } from '@tanstack/react-query';
import { isTemporary } from './errors';
import { useInvalidation } from './polling';
import type { ApiRequest } from './request';

const maxRetries = 3;
const longestDelayMs = 8_000;

interface Sent<Data> {
  request: ApiRequest<Data>;
  key: string;
}

const fingerprint = ({ method, url, body }: ApiRequest): string => JSON.stringify([method, url, body ?? null]);

/**
 * Sends one request for each click. A POST whose answer is lost is repeated with the same Idempotency-Key, here and when
 * the person clicks again, until an answer arrives: so it has one effect. Other methods are repeated by the person only.
 */
export function useAction<Data>(onSuccess: (data: Data) => Promise<void>) {
  const unanswered = useRef<{ fingerprint: string; key: string }>(undefined);
  /** Only a POST has an Idempotency-Key: a change repeated could undo one that came between. */
  const isRepeatable = useRef(false);
  const invalidate = useInvalidation();
  const mutation = useMutation({
    mutationFn: ({ request, key }: Sent<Data>) => request.send(key),
    retry: (failures, error) => isRepeatable.current && failures < maxRetries && isTemporary(error),
    retryDelay: (failures) => Math.min(longestDelayMs, 500 * 2 ** failures),
    // A repetition is safe, so it does not wait for the browser to call itself online.
    networkMode: 'always',
    onError: (error) => {
      if (!isTemporary(error)) unanswered.current = undefined;
    },
    onSuccess: async (data) => {
      unanswered.current = undefined;
      // It may lead to another page: what was deleted is not asked for again.
      await onSuccess(data);
      await invalidate();
    },
  });
  const run = (request: ApiRequest<Data>): void => {
    if (mutation.isPending) return;
    const same = unanswered.current?.fingerprint === fingerprint(request) ? unanswered.current : undefined;
    unanswered.current = same ?? { fingerprint: fingerprint(request), key: window.crypto.randomUUID() };
    isRepeatable.current = request.method === 'POST';
    mutation.mutate({ request, key: unanswered.current.key });
  };
  return { run, ...mutation, isRepeated: mutation.isPending && mutation.failureCount > 0 };
}
