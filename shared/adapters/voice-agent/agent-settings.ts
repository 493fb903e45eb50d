import { agentFields } from '../../contracts/agent.schema';
import { jsonPointer } from '../../contracts/issues';
import type { FieldProblem } from '../../domain/field-problem';
import type { AgentNetworks } from './media-streams/destination';
import { findStreamAgentProblems, isStreamAgent } from './media-streams/settings';
import { validateScriptedAgentSettings } from './scripted-settings';

/** What a script has no use for. */
const streamFields = ['Headers', 'Parameters'];

/** Finds what is wrong with the `Agent` settings of a campaign, by the agent that they select. */
export function findAgentProblems(agent: Record<string, unknown>, networks: AgentNetworks): FieldProblem[] {
  const problems = isStreamAgent(agent) ? findStreamAgentProblems(agent, networks) : findScriptProblems(agent);
  return [...findUnknownFields(agent), ...problems].map(({ pointer, detail }) => ({
    pointer: `/Agent${pointer}`,
    detail,
  }));
}

/** A misspelled URL would otherwise have the script call people in the place of the agent. */
function findUnknownFields(agent: Record<string, unknown>): FieldProblem[] {
  const known = isStreamAgent(agent) ? [...agentFields, 'SealedHeaders'] : agentFields;
  return Object.keys(agent)
    .filter((key) => !known.includes(key))
    .map((key) => ({
      pointer: jsonPointer([key]),
      detail: `Unknown field. The fields of an agent are ${agentFields.join(', ')}.`,
    }));
}

function findScriptProblems(agent: Record<string, unknown>): FieldProblem[] {
  const result = validateScriptedAgentSettings(agent);
  const unused = streamFields
    .filter((key) => agent[key] !== undefined)
    .map((key) => ({ pointer: `/${key}`, detail: 'Only an agent with a URL or a TwimlURL has this field.' }));
  return [...(result.ok ? [] : [result]), ...unused];
}
