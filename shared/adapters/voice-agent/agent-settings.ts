import type { FieldProblem } from '../../domain/field-problem';
import type { AgentNetworks } from './media-streams/destination';
import { findStreamAgentProblems, isStreamAgent } from './media-streams/settings';
import { validateScriptedAgentSettings } from './scripted-settings';

/** Finds what is wrong with the `Agent` settings of a campaign, by the agent that they select. */
export function findAgentProblems(agent: Record<string, unknown>, networks: AgentNetworks): FieldProblem[] {
  const problems = isStreamAgent(agent) ? findStreamAgentProblems(agent, networks) : findScriptProblems(agent);
  return problems.map(({ pointer, detail }) => ({ pointer: `/Agent${pointer}`, detail }));
}

function findScriptProblems(agent: Record<string, unknown>): FieldProblem[] {
  const result = validateScriptedAgentSettings(agent);
  return result.ok ? [] : [result];
}
