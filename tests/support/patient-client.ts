import { EngineUnavailableError, type WorkflowClient } from '../../shared/adapters/temporal/workflow-client';
import { until } from './until';

const withinMs = 60_000;

/**
 * A workflow client whose `start…` methods are repeated while the engine does not answer. The service leaves that to its sweeper, which
 * does not run beside most tests; every start is idempotent.
 */
export function createPatientClient(client: WorkflowClient): WorkflowClient {
  const patient = Object.entries(client).map(([name, method]) => [
    name,
    name.startsWith('start') ? retryUnavailable(method as Start) : method,
  ]);
  return Object.fromEntries(patient) as WorkflowClient;
}

type Start = (...args: unknown[]) => Promise<void>;

const retryUnavailable =
  (start: Start): Start =>
  async (...args) => {
    const attempt = async (): Promise<boolean> => {
      try {
        await start(...args);
        return true;
      } catch (error) {
        if (error instanceof EngineUnavailableError) return false;
        throw error;
      }
    };
    await until(attempt, Boolean, withinMs);
  };
