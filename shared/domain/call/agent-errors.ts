/** An agent did not take a call: nothing rang. The message holds no personal data. */
export class AgentRefusedError extends Error {
  override name = 'AgentRefusedError';
}

/** An agent failed during a call. The message holds no personal data. */
export class AgentFailedError extends Error {
  override name = 'AgentFailedError';
}
