/** True if Temporal did not respond. By name: the class belongs to the adapter, which is injected. */
export const isEngineUnavailable = (error: unknown): boolean =>
  error instanceof Error && error.name === 'EngineUnavailableError';
