import { useQuery } from '@tanstack/react-query';
import type { components } from '@outdial/client';
import { ConnectionError } from './errors';
import { usePolling } from './polling';

type Readiness = components['schemas']['Readiness'];

async function fetchReadiness(): Promise<Readiness> {
  let response: Response;
  try {
    response = await fetch('/readyz');
  } catch (error) {
    throw new ConnectionError(error);
  }
  // A service that is not ready answers 503, with the same body.
  return (await response.json()) as Readiness;
}

/** Which parts of the service work. */
export const useReadiness = () => useQuery({ queryKey: ['readiness'], queryFn: fetchReadiness, ...usePolling() });
